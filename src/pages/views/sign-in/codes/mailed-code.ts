import { html } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { layout } from "../../frame/layout.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";

export interface ConfirmLink {
  csrf: string;
  /** Secret of the mailed link. */
  link: string;
  email: string;
  isExpired: boolean;
}

/** Page of a mailed link in the browser that asked for it. Opening it signs nobody in. Posts `csrf` and `link`. */
export const confirmLink = (page: PageContext, view: ConfirmLink): string => {
  const { signInCodes, signIn } = textFor(page.locale);
  const { confirm: text } = signInCodes;
  return layout(page, {
    title: fillPlain(text.title, { site: page.site.name }),
    problem: view.isExpired,
    width: "narrow",
    head: "bare",
    content: html`<h1>${fill(text.title, { site: foreign(page.site.name) })}</h1>
      <p class="lead">${fill(text.lead, { email: html`<strong>${foreign(view.email)}</strong>` })}</p>
      ${view.isExpired && problem("problem", signIn.problem.session_expired)}
      <form method="post" action="/sign-in/link" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("link", view.link)} ${button(text.submit, { look: "primary" })}
      </form>`,
  });
};

/** Page of a mailed link in any other browser, such as that of a mail program. It offers the digits instead. */
export const openedElsewhere = (page: PageContext, digits: string): string => {
  const { elsewhere: text } = textFor(page.locale).signInCodes;
  return layout(page, {
    title: text.title,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${text.lead}</p>
      <p class="digits"><strong>${digits}</strong></p>
      <p class="prose">${text.warning}</p>`,
  });
};
