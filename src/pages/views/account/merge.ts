import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import { type PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

export type MergeView = {
  csrf: string;
  /** Secret of the emailed link. */
  link: string;
  email: string;
  /** The masked other address. */
  other: string;
  /** True if the account with this address stays. */
  stays: boolean;
  problems: readonly FormProblem[];
};

/** Target of a merge link. Posts `csrf`, `link` and `act`: `confirm` or `decline`. */
export const merge = (page: PageContext, view: MergeView): string => {
  const { merge: text } = textFor(page.locale).signUp;
  const values = {
    email: html`<strong>${foreign(view.email)}</strong>`,
    other: html`<strong>${foreign(view.other)}</strong>`,
    site: foreign(page.site.name),
  };
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, values)}</p>
      ${problemBox(page, view.problems)}
      <p class="prose">${fill(text.all, values)}</p>
      <p class="prose">${fill(view.stays ? text.stays : text.goes, values)}</p>
      <p class="prose">${text.elsewhere}</p>
      <form method="post" action="/email/merge" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("link", view.link)}
        ${button(text.confirm, { look: "primary", name: "act", value: "confirm" })}
        <p class="hint">${text.unknown}</p>
        ${button(text.decline, { look: "secondary", name: "act", value: "decline" })}
      </form>`,
  });
};
