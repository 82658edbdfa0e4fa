import { currentPassword } from "../parts/current-password.ts";
import { html } from "hono/html";
import type { OwnErasure } from "#domain/privacy/own-data.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, checkbox, hidden, problem } from "../parts/fields.ts";
import { type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";

export interface DeleteAccount extends OwnErasure {
  csrf: string;
  problems: readonly FormProblem[];
  /** The box was not checked. */
  isUnconfirmed: boolean;
}

/** Asks before a member deletes their account here. Posts `csrf`, `current` and `understood`. */
export const deleteAccount = (page: PageContext & { member: Person }, view: DeleteAccount): string => {
  const { deleting: text } = textFor(page.locale).privacy;
  const site = foreign(page.site.name);
  const isPossible = !view.isLastOwner && !view.hasBookingsAhead;
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0 || view.isUnconfirmed,
    width: "narrow",
    content: html`<p class="back"><a href="/account">${textFor(page.locale).account.title}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, { site })}</p>
      ${problemBox(page, view.problems)} ${view.isUnconfirmed && problem("problem", text.check)}
      <h2>${text.deletedTitle}</h2>
      ${list(Object.values(text.deleted))}
      <h2>${text.keptTitle}</h2>
      ${list(Object.values(text.kept).map((line) => fill(line, { site })))}
      ${
        view.memberships.length + view.installments.length !== 0 &&
        html`<h2>${text.endTitle}</h2>
          ${list([...view.memberships.map(foreign), ...view.installments.map((name) => fill(text.installments, { name: foreign(name) }))])}
          <p>${text.end}</p>`
      }
      <p class="after"><a class="button secondary" href="/account/data">${text.copyFirst}</a></p>
      ${isPossible ? form(page, view) : obstacles(page, view)}`,
  });
};

const list = (lines: readonly (string | Markup)[]): Markup =>
  html`<ul class="bullets">
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;

const obstacles = ({ locale }: PageContext, { isLastOwner, hasBookingsAhead }: DeleteAccount): Markup => {
  const { deleting: text } = textFor(locale).privacy;
  return html`<div class="notice" role="status">
    <p><strong>${text.first}</strong></p>
    ${isLastOwner && html`<p>${text.lastOwner} <a href="/admin/members">${text.toMembers}</a></p>`}
    ${hasBookingsAhead && html`<p>${text.bookings} <a href="/account/events">${textFor(locale).myEvents.title}</a></p>`}
  </div>`;
};

const form = (page: PageContext & { member: Person }, { csrf, problems, isUnconfirmed }: DeleteAccount): Markup => {
  const { privacy } = textFor(page.locale);
  const { deleting: text } = privacy;
  return html`<form method="post" action="/account/delete" class="stack">
    ${hidden("csrf", csrf)} ${hidden("username", page.member.email)}
    ${checkbox({ name: "understood", label: text.understood, checked: false, hint: isUnconfirmed ? text.check : undefined })}
    ${currentPassword(page, problems)}
    <div class="actions">${button(text.submit, { look: "danger" })}</div>
  </form>`;
};
