import { html, raw } from "hono/html";

import { digest } from "#lib/secrets/secret.ts";

import { lectureAddress } from "../../../admin/lectures/addresses.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { shortDay } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { length } from "../../public/formats.ts";
import type { AdminPage } from "../layout.ts";
import { type OutlineLecture, type OutlineSection, selectionForm } from "./outline-parts.ts";

/** A part whose title is a field. */
export interface Renaming {
  id: string;
  /** The typed title, if it was refused. */
  typed?: string | undefined;
}

export interface RowContext {
  page: AdminPage;
  /** The page itself, to which all forms are sent. */
  address: string;
  mayWrite: boolean;
  renaming: Renaming | undefined;
}

/** Digest of the values that a row shows. Scripts compare rows by it. */
export const markOfValues = (values: readonly unknown[]): string =>
  digest(JSON.stringify(values)).toString("base64url").slice(0, 8);

/** The mark of the row of a lecture. */
export const markOf = (lecture: OutlineLecture): string =>
  markOfValues([
    lecture.title,
    lecture.kind,
    lecture.status,
    lecture.durationSeconds,
    lecture.isPreview,
    lecture.required,
    lecture.minRole,
    lecture.drip,
    lecture.findings,
  ]);

export const lectureRow = (row: RowContext, lecture: OutlineLecture): Markup => {
  const { page, mayWrite } = row;
  const { outline: text } = textFor(page.locale).admin;
  const { id, title } = lecture;
  return html`<li
    class="lecture-of-outline"
    id="${id}"
    data-part="${id}"
    data-title="${title}"
    data-status="${lecture.status}"
    data-mark="${markOf(lecture)}"
  >
    ${
      mayWrite &&
      html`<label class="tick"
        ><input
          type="checkbox"
          name="row.${id}"
          form="${selectionForm}"
          aria-label="${fillPlain(text.select, { name: title })}"
      /></label>`
    }
    ${isRenamed(row, id) ? renameForm(row, { id, title }) : html`<a class="name-of-part" href="/admin/lectures/${id}${mayWrite ? "/edit" : ""}">${foreign(title)}</a>`}
    <span class="facts-of-part">${facts(row, lecture)}</span>
    ${mayWrite ? acts(row, lecture, html`${preview(page, lecture)}${elsewhere(page, lecture)}`) : preview(page, lecture)}
  </li>`;
};

/** To any section, and to other courses. */
const elsewhere = ({ locale }: AdminPage, { id, title }: OutlineLecture): Markup => {
  const { outline: text } = textFor(locale).admin;
  const link = (page: "move" | "duplicate", label: string) =>
    html`<a
      class="button plain"
      href="${lectureAddress(page, id)}"
      aria-label="${fillPlain(text.actOn, { act: label, name: title })}"
      >${label}</a
    >`;
  return html`${link("move", text.moveTo)}${link("duplicate", text.duplicate)}`;
};

const preview = ({ locale }: AdminPage, { id, title }: OutlineLecture): Markup => {
  const { outline: text, lectures } = textFor(locale).admin;
  return html`<a
    class="button plain"
    href="${lectureAddress("preview", id)}"
    aria-label="${fillPlain(text.actOn, { act: lectures.preview, name: title })}"
    >${text.show}</a
  >`;
};

const isRenamed = ({ renaming }: RowContext, id: string): boolean => renaming?.id === id;

/** The facts of a row at a glance: type, length, status, time, and what is missing. */
const facts = (row: RowContext, lecture: OutlineLecture): Markup => {
  const { page } = row;
  const { locale } = page;
  const { outline: text } = textFor(locale).admin;
  const { kind, status, durationSeconds, isPreview, required, minRole, findings = [] } = lecture;
  return html`<span class="soft">${valueLabel(locale, "lectures.kind", kind)}</span>
    ${durationSeconds !== null && html`<span class="soft">${length(locale, durationSeconds) ?? ""}</span>`}
    ${badge(status, valueLabel(locale, "lectures.status", status))} ${schedule(page, lecture)}
    ${isPreview && html`<span class="tag">${text.preview}</span>`}
    ${!required && html`<span class="tag">${text.optional}</span>`}
    ${minRole !== null && minRole !== "student" && html`<span class="tag">${fillPlain(text.from, { role: valueLabel(locale, "roles", minRole) })}</span>`}
    ${findings.map((finding) => findingTag(row, lecture, finding))}`;
};

/** Names a missing part of a lecture: a link to the place where it is added, for people who may add it. */
const findingTag = (
  { page: { locale }, mayWrite }: RowContext,
  { id, kind, title }: OutlineLecture,
  finding: NonNullable<OutlineLecture["findings"]>[number],
): Markup => {
  const tone = finding === "no_captions" ? "wait" : "bad";
  if (!mayWrite) return html`<span class="tag" data-tone="${tone}">${valueLabel(locale, "findings", finding)}</span>`;
  const { outline: text } = textFor(locale).admin;
  const act = finding === "empty" ? text.fill[nameOfContent(kind)] : text.fill[finding];
  return html`<a
    class="tag"
    data-tone="${tone}"
    href="/admin/lectures/${id}/${placesOfFindings[finding] ?? "edit"}"
    aria-label="${fillPlain(text.actOn, { act, name: title })}"
    >${act}</a
  >`;
};

const placesOfFindings: Readonly<Record<string, string>> = {
  no_questions: "quiz/edit",
  no_assignment: "assignment/edit",
};

/** The kinds whose content has a name of its own. */
const nameOfContent = (kind: string) =>
  kind === "video" || kind === "audio" || kind === "pdf" || kind === "text" ? kind : "empty";

/** The time at which a section or a lecture opens. */
export const schedule = (page: AdminPage, { drip }: Pick<OutlineSection, "drip">): Markup => {
  const { outline: text } = textFor(page.locale).admin;
  if (drip === null) return raw("");
  const when =
    drip.onDate === undefined
      ? fillPlain(text.afterDays, { count: String(drip.afterDays ?? 0) })
      : fill(text.onDate, { date: shortDay({ ...page, timeZone: "UTC" }, new Date(drip.onDate)) });
  return html`<span class="tag">${when}</span>`;
};

/** Moves and renames a section or a lecture, without scripts too. */
export const acts = (
  { page, address }: RowContext,
  { id, title }: Pick<OutlineLecture, "id" | "title">,
  more: Markup = raw(""),
): Markup => {
  const { outline: text } = textFor(page.locale).admin;
  const spoken = (act: string) => fillPlain(text.actOn, { act, name: title });
  const move = (name: "up" | "down", sign: string) =>
    html`<button
      class="button plain"
      form="${selectionForm}"
      name="${name}"
      value="${id}"
      aria-label="${spoken(text[name])}"
      title="${text[name]}"
    >
      ${sign}
    </button>`;
  return html`<span class="acts-of-part"
    >${move("up", "↑")}${move("down", "↓")}<a
      class="button plain"
      data-rename
      href="${address}?rename=${id}#${id}"
      aria-label="${spoken(text.rename)}"
      >${text.rename}</a
    >${more}</span
  >`;
};

/** The title as a field. `was`: a title that another person has changed since is not lost. */
export const renameForm = (
  { page, address, renaming }: RowContext,
  { id, title }: Pick<OutlineLecture, "id" | "title">,
): Markup => {
  const { outline: text } = textFor(page.locale).admin;
  return html`<form method="post" action="${address}" class="rename-part">
    ${hidden("csrf", page.csrf)} ${hidden("act", "rename")} ${hidden("part", id)} ${hidden("was", title)}
    <input
      name="title"
      value="${renaming?.typed ?? title}"
      maxlength="200"
      required
      autocomplete="off"
      aria-label="${text.newTitle}"
      autofocus
    />
    ${button(text.save, { look: "primary" })}
    <a class="button plain" href="${address}#${id}">${text.cancel}</a>
  </form>`;
};
