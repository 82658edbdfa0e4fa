import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { mark } from "../account/application-mark.ts";
import { button, hidden } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign } from "../parts/markup.ts";

export type SelectAccount = {
  csrf: string;
  action: string;
  client: { name: string; logo?: string | undefined };
  memberId: string;
};

/** Account selection. Posts `csrf` and `account`: the member id, or `other`. */
export const selectAccount = (page: PageContext & { member: Person }, view: SelectAccount): string => {
  const { selectAccount: text } = textFor(page.locale).authorization;
  const { name, email } = page.member;
  const client = html`<strong>${foreign(view.client.name)}</strong>`;
  return layout(page, {
    title: text.title,
    width: "narrow",
    head: "bare",
    content: html`${view.client.logo && mark({ name: view.client.name, logo: view.client.logo })}
      <h1>${text.title}</h1>
      <p class="lead">${fill(text.lead, { client })}</p>
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", view.csrf)}
        <p>${name && html`<strong>${foreign(name)}</strong><br />`}<span class="foreign soft">${email}</span></p>
        ${button(fillPlain(text.proceed, { name: name ?? email }), {
          look: "primary",
          name: "account",
          value: view.memberId,
        })}
        ${button(text.other, { look: "secondary", name: "account", value: "other" })}
      </form>`,
  });
};
