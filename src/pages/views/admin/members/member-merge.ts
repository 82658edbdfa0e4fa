import { html } from "hono/html";

import type { MemberMerge } from "#domain/privacy/merges/merge.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Catalogue } from "#pages/text/catalogue-type.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type MergeProblem = keyof Catalogue["admin"]["members"]["merge"]["problem"];

export interface MergePreview {
  /** Name of the surviving member. */
  into: string;
  intoId: string;
  records: MemberMerge["records"];
}

export type MemberMergePage = {
  from: { id: string; name: string };
  /** The address or ID that was entered. */
  typed: string;
  preview: MergePreview | undefined;
  problems: readonly MergeProblem[];
};

/** A pending merge on the page of one of its members. */
export type PendingMerge = {
  id: string;
  /** True if the member of the page is merged into the other one. */
  isFrom: boolean;
  other: string;
  confirmed: boolean;
  expiresAt: Date;
};

const { path } = adminSections.members;

/** Posts `csrf`, `into` and `act`: `preview` or `request`. */
export const memberMerge = (page: AdminPage, view: MemberMergePage): string => {
  const { merge: text } = textFor(page.locale).admin.members;
  const { from, preview, problems } = view;
  const address = `${path}/${from.id}`;
  return adminLayout(page, {
    title: text.title,
    problem: problems.length > 0,
    content: html`${problems.length > 0 && problem("problem", problems.map((each) => text.problem[each]).join(" "))}
      <p class="back"><a href="${address}">${text.back}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, { from: html`<strong>${foreign(from.name)}</strong>` })}</p>
      <p class="prose">${text.consent}</p>
      <form method="post" action="${address}/merge" class="stack">
        ${hidden("csrf", page.csrf)}
        ${textField({ name: "into", label: text.into, value: view.typed, maxLength: 320, required: true })}
        <div>${button(text.preview, { look: preview ? "secondary" : "primary", name: "act", value: "preview" })}</div>
      </form>
      ${preview && previewed(page, view, preview)}`,
  });
};

const previewed = (page: AdminPage, { from }: MemberMergePage, { into, intoId, records }: MergePreview): Markup => {
  const { merge: text } = textFor(page.locale).admin.members;
  return html`<h2>${fill(text.previewTitle, { from: foreign(from.name), into: foreign(into) })}</h2>
    ${
      records.length === 0
        ? html`<p class="prose soft">${text.nothing}</p>`
        : html`<ul class="dashes">
            ${records.map((each) => html`<li>${text.records[each.kind]}: ${countsOf(text, each)}</li>`)}
          </ul>`
    }
    <form method="post" action="${path}/${from.id}/merge" class="stack">
      ${hidden("csrf", page.csrf)} ${hidden("into", intoId)}
      <div>${button(text.request, { look: "danger", name: "act", value: "request" })}</div>
    </form>`;
};

type Text = Catalogue["admin"]["members"]["merge"];

const countsOf = (text: Text, records: MemberMerge["records"][number]): string =>
  (["moved", "combined", "dropped"] as const)
    .filter((name) => records[name] > 0)
    .map((name) => fillPlain(text[name], { count: String(records[name]) }))
    .join(" · ");

/** Pending merges, and the link to a new one. */
export const mergesOf = (page: AdminPage, id: string, pending: readonly PendingMerge[]): Markup => {
  const { merge: text } = textFor(page.locale).admin.members;
  if (pending.length === 0) return html`<p class="ways"><a href="${path}/${id}/merge">${text.open}</a></p>`;
  return html`<h2>${text.pending}</h2>
    ${pending.map(
      (each) =>
        html`<p class="prose">
            ${fill(each.isFrom ? text.pendingFrom : text.pendingInto, { other: foreign(each.other) })}
            ${fill(each.confirmed ? text.confirmedOne : text.confirmedNone, { time: timestamp(page, each.expiresAt) })}
          </p>
          <form method="post" action="${path}/${id}/merge/cancel" class="stack">
            ${hidden("csrf", page.csrf)} ${hidden("merge", each.id)}
            <div>${button(text.cancel, { look: "secondary" })}</div>
          </form>`,
    )}`;
};
