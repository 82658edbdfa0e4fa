import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export interface BulkPage {
  /** The name of the list. */
  title: string;
  address: string;
  /** The question before an action with several rows. */
  ask?: { label: string; act: string; question: string | undefined; rows: readonly { id: string; name: string }[] };
  done?: string;
  failed?: readonly string[];
}

/** An action with several rows: the question, or what became of it. */
export const derivedBulk = (page: AdminPage, { title, address, ask, done, failed = [] }: BulkPage): string => {
  const { derived: text } = textFor(page.locale).admin;
  return adminLayout(page, {
    title,
    problem: failed.length > 0,
    parent: [address, title],
    content: html`<h1>${ask ? fillPlain(text.actOn, { act: ask.label, name: title }) : title}</h1>
      ${done !== undefined && notice(done)}
      ${failed.length !== 0 && problem("problem", html`${failed.map((one) => html`${one}<br />`)}`)}
      ${ask && question(page, address, ask)}`,
  });
};

const question = (
  page: AdminPage,
  address: string,
  { label, act, question: about, rows }: NonNullable<BulkPage["ask"]>,
): Markup =>
  html`${about !== undefined && html`<p class="lead">${about}</p>`}
    <ul class="dashes">
      ${rows.map(({ name }) => html`<li>${foreign(name)}</li>`)}
    </ul>
    <form method="post" action="${address}" class="stack derived">
      ${hidden("csrf", page.csrf)}${hidden("act", act)}${hidden("confirmed", "yes")}
      ${rows.map(({ id }) => hidden(`row.${id}`, "on"))}
      <div class="actions">
        ${button(label, { look: "danger" })}
        <a class="button plain" href="${address}">${textFor(page.locale).admin.derived.form.leave}</a>
      </div>
    </form>`;
