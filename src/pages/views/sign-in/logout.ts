import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { mark } from "../account/application-mark.ts";
import { button, hidden } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign } from "../parts/markup.ts";

export type Logout = {
  csrf: string;
  action: string;
  /** Client that requested the sign-out, if identified. */
  client?: { name: string; logo?: string | undefined } | undefined;
};

/** Sign-out confirmation. Posts `csrf`. */
export const logout = (page: PageContext & { member: Person }, { csrf, action, client }: Logout): string => {
  const { logout: text } = textFor(page.locale).authorization;
  const values = {
    site: foreign(page.site.name),
    account: html`<strong>${foreign(page.member.name ?? page.member.email)}</strong>`,
    client: html`<strong>${foreign(client?.name ?? "")}</strong>`,
  };
  return layout(page, {
    title: fillPlain(text.title, { site: page.site.name }),
    width: "narrow",
    head: "bare",
    content: html`${client?.logo && mark({ name: client.name, logo: client.logo })}
      <h1>${fill(text.title, values)}</h1>
      <p class="lead">${fill(client ? text.byClient : text.withoutClient, values)}</p>
      <p class="prose">${text.detail}</p>
      <form method="post" action="${action}" class="stack">
        ${hidden("csrf", csrf)} ${button(text.submit, { look: "primary" })}
        <a class="button secondary" href="/account">${text.stay}</a>
      </form>`,
  });
};
