import { currentPassword } from "../parts/current-password.ts";
import { html, raw } from "hono/html";

import type { MergedRecords } from "#domain/privacy/merges/merge.ts";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden, notice } from "../parts/fields.ts";
import { checkedField, type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";

export type MergeView = {
  csrf: string;
  /** Secret of the emailed link. */
  link: string;
  email: string;
  /** The masked other address. */
  other: string;
  /** True if the account with this address stays. */
  stays: boolean;
  isOwn: boolean;
  /** Records that move. */
  records: readonly MergedRecords[];
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
      <p class="lead">${fill(view.isOwn ? text.introOwn : text.intro, values)}</p>
      ${problemBox(page, view.problems)}
      <p class="prose">${fill(view.isOwn ? text.allOwn : text.all, values)}</p>
      ${view.isOwn && moving(page, view.records)}
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

/** The numbers of records that move to the other account. */
const moving = ({ locale }: PageContext, records: readonly MergedRecords[]): Markup => {
  const { records: names } = textFor(locale).admin.members.merge;
  if (records.length === 0) return raw("");
  return html`<ul class="bullets">
    ${records.map(({ kind, moved, combined, dropped }) => html`<li>${names[kind]}: ${String(moved + combined + dropped)}</li>`)}
  </ul>`;
};

export type OwnMergeView = {
  csrf: string;
  typed: string;
  problems: readonly FormProblem[];
  /** True after the request: the same for every address. */
  isSent: boolean;
  /** Reason why it is not offered. */
  refusal: "staff" | "noMail" | undefined;
};

/** Asks for the address of the second account, and the password of this one. Posts `csrf`, `email` and `current`. */
export const ownMerge = (page: PageContext & { member: Person }, view: OwnMergeView): string => {
  const { privacy, account } = textFor(page.locale);
  const { merging: text } = privacy;
  const site = foreign(page.site.name);
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    content: html`<p class="back"><a href="/account">${account.title}</a></p>
      <h1>${text.title}</h1>
      ${view.isSent && notice(fillPlain(text.sent, { email: view.typed }))}
      <p class="lead">${fill(text.intro, { site, email: foreign(page.member.email) })}</p>
      <p class="prose">${text.proof}</p>
      ${problemBox(page, view.problems)}
      ${
        view.refusal
          ? html`<p class="notice">${text[view.refusal]}</p>`
          : html`<form method="post" action="/account/merge" class="stack">
              ${hidden("csrf", view.csrf)} ${hidden("username", page.member.email)}
              ${checkedField(view.problems, { name: "email", label: text.email, type: "email", autocomplete: "off", value: view.isSent ? "" : view.typed })}
              ${currentPassword(page, view.problems)}
              <div class="actions">${button(text.submit, { look: "primary" })}</div>
            </form>`
      }`,
  });
};
