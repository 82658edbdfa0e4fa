import { currentPassword } from "../parts/current-password.ts";
import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { button, hidden } from "../parts/fields.ts";
import { type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { bytes } from "../public/formats.ts";

export type AccountData = {
  csrf: string;
  problems: readonly FormProblem[];
  state: "none" | "under_way" | "ready" | "failed";
  /** Download URL, once the copy is ready. */
  copy?: { url: string; byteSize: number; expiresAt: Date } | undefined;
};

/** Requests a copy of the member's data. Posts `csrf`, `current`. */
export const accountData = (page: PageContext & { member: Person }, view: AccountData): string => {
  const { privacy: text } = textFor(page.locale);
  const site = foreign(page.site.name);
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, { site })}</p>
      ${problemBox(page, view.problems)}
      <div class="stack">${copyOf(page, view)}</div>

      ${view.state !== "under_way" && form(page, view)}
      <p class="after"><a href="/account/merge">${text.merging.title}</a></p>
      <h2>${text.erasing}</h2>
      <p class="lead">${fill(text.erasure, { site })}</p>
      <p class="after"><a href="/account/delete">${text.deleting.title}</a></p>
      <div class="stack">
        <p class="aside"><a href="/account">${text.back}</a></p>
      </div>`,
  });
};

function copyOf(page: PageContext, { state, copy }: AccountData): Markup {
  const { privacy: text } = textFor(page.locale);
  if (copy) {
    const size = bytes(page.locale, copy.byteSize);
    return html`<p>${fill(text.ready, { time: timestamp(page, copy.expiresAt) })}</p>
      <p><a class="button primary" href="${copy.url}">${fill(text.download, { size })}</a></p>`;
  }
  if (state === "under_way") {
    return html`<p role="status">${text.underWay}</p>
      <p><a class="button secondary" href="/account/data">${text.reload}</a></p>`;
  }
  return html`<p>${state === "failed" ? fill(text.failed, { site: foreign(page.site.name) }) : text.none}</p>`;
}

function form(page: PageContext & { member: Person }, { csrf, problems, copy }: AccountData): Markup {
  const { privacy: text } = textFor(page.locale);
  return html`<form method="post" action="/account/data" class="stack">
    ${hidden("csrf", csrf)} ${hidden("username", page.member.email)} ${currentPassword(page, problems)}
    ${button(copy ? text.again : text.submit, { look: copy ? "secondary" : "primary" })}
  </form>`;
}
