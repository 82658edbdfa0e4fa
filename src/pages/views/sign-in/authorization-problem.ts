import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign } from "../parts/markup.ts";

export type AuthorizationProblemKind = keyof ReturnType<typeof textFor>["authorizationProblem"]["kinds"];

export type AuthorizationProblemView = {
  kind: AuthorizationProblemKind;
  /** Client name, if this browser may know it. */
  client?: string | undefined;
  /** Origin of the client, if the page may link to it. */
  home?: string | undefined;
};

/** Reason why an authorization request cannot continue, and how to retry. */
export const authorizationProblem = (page: PageContext, { kind, client, home }: AuthorizationProblemView): string => {
  const text = textFor(page.locale).authorizationProblem;
  const { title, lead, more } = text.kinds[kind];
  const name = client ?? text.unknownClient;
  const values = {
    client: client === undefined ? html`${name}` : html`<strong>${foreign(client)}</strong>`,
    site: foreign(page.site.name),
  };
  return layout(page, {
    title: fillPlain(title, { client: name }),
    width: "narrow",
    content: html`<h1>${fill(title, { client: client === undefined ? html`${name}` : foreign(client) })}</h1>
      <p class="lead">${fill(lead, values)}</p>
      <p class="prose">${fill(more, values)}</p>
      <p class="after">
        ${
          home !== undefined &&
          html`<a class="button primary" href="${home}" rel="noreferrer"
            ><span>${fill(text.returnTo, { host: foreign(new URL(home).host) })}</span></a
          > `
        }
        ${
          kind === "approved"
            ? html`<a class="button secondary" href="/account#applications">${text.account}</a>`
            : html`<a class="button secondary" href="/"
                ><span>${fill(text.home, { site: foreign(page.site.name) })}</span></a
              >`
        }
      </p>`,
  });
};
