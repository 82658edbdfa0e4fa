import { html, raw } from "hono/html";

import type { LectureDraft } from "#domain/catalog/curriculum/drafts/draft.ts";
import { formatId } from "#domain/platform/ids.ts";

import type { Notice } from "../../../admin/derived/after-write.ts";
import type { Field } from "../../../admin/derived/fields.ts";
import { lectureAddress } from "../../../admin/lectures/addresses.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { type Panel, panelView } from "../derived/detail-page.ts";
import { conflict, type FormPage } from "../derived/form-page.ts";
import { fieldView } from "../derived/widgets.ts";
import { islandHead } from "../islands.ts";
import { draftClash } from "./draft-clash.ts";
import { courseLink } from "./versions.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

interface Neighbor {
  id: string;
  title: string;
}

export interface LectureEditor {
  id: string;
  form: FormPage;
  draft: LectureDraft;
  /** Fields that the form changes, compared with the lecture. */
  changed: readonly string[];
  others: readonly { name: string | null; isHere: boolean; savedAt: Date | null }[];
  place: {
    course: { id: string; name: string };
    section: string;
    isPublished: boolean;
    number: number;
    count: number;
    previous: Neighbor | null;
    next: Neighbor | null;
  };
  panels: readonly Panel[];
  /** The draft that the form is based on, for browsers without a script. */
  drafted: string;
  /** Fields for which a newer draft of the same person has other texts. */
  clash: { names: readonly string[]; theirs: LectureDraft["fields"] } | undefined;
  notice: Notice | "kept" | "discarded" | undefined;
}

/** Fields beside the content. */
const settings: ReadonlySet<string> = new Set([
  "status",
  "kind",
  "section_id",
  "position",
  "is_preview",
  "required",
  "duration_seconds",
  "completion_rule",
  "drip",
  "min_role",
]);

/** Fields of each kind of lecture that others rarely have. */
const ofKind: Readonly<Record<string, string>> = { live: "live" };

/** The id of the form, which buttons outside of it submit. */
const formId = "lecture";

/** The editor of a lecture: content at the left, settings at the right, and its parts below. */
export const lectureEditor = (page: AdminPage, view: LectureEditor): string => {
  const text = textFor(page.locale).admin.lectures;
  const { form: words } = textFor(page.locale).admin.derived;
  const { form, place, id } = view;
  const { fields } = form;
  const title = form.form.values.get("title") ?? "";
  const kind = form.form.values.get("kind") ?? "";
  const isRare = ({ name }: Field) =>
    form.rare.has(name) && !settings.has(name) && ofKind[kind] !== name && !form.form.problems.has(name);
  const beside = fields.filter(({ name }) => settings.has(name));
  const main = fields.filter((field) => !settings.has(field.name) && !isRare(field));
  const rare = fields.filter(isRare);
  const controls = { ...form.form, page };
  const draw = (list: readonly Field[]) => list.map((field) => fieldView(controls, field, field.name));
  return adminLayout(page, {
    title,
    problem: form.refusal !== undefined,
    links: islandHead(page),
    parent: courseLink(place.course),
    crumb: title,
    content: html`<div class="head-of-list">
        <h1>${foreign(title)} ${status(page, place.isPublished)}</h1>
        <ul class="acts">
          ${exercise(page, id, kind)}
          <li><a href="${lectureAddress("revisions", id)}">${text.history}</a></li>
          <li><a href="${lectureAddress("preview", id)}?draft=yes" data-preview>${text.preview}</a></li>
        </ul>
      </div>
      ${around(page, view)} ${messages(page, view)} ${draftClash(page, view.clash)} ${conflict(page, form)}
      <form method="post" action="${form.action}" class="stack derived lecture-editor" id="${formId}">
        ${draftIsland(view)} ${hidden("csrf", page.csrf)}
        ${Object.entries(form.hiddenFields).map(([name, value]) => hidden(name, value))}
        <div class="two-columns">
          <div class="stack">${draw(main)}</div>
          <section class="stack" aria-labelledby="settings-of-lecture">
            <h2 id="settings-of-lecture">${text.settings}</h2>
            ${draw(beside)}
            <details class="rare" ${rare.some(({ name }) => form.form.problems.has(name)) ? raw("open") : raw("")}>
              <summary>${words.rare}</summary>
              <div class="stack">${draw(rare)}</div>
            </details>
            <p class="hint">${fillPlain(words.zone, { zone: page.timeZone })}</p>
          </section>
        </div>
        <div class="foot-of-form">
          ${button(place.isPublished ? text.publish : text.save, { look: "primary", name: "act", value: "publish" })}
          <noscript
            >${hidden("drafted", view.drafted)} ${button(text.keep, { look: "secondary", name: "act", value: "keep" })}
            <span class="hint">${text.keepHint}</span></noscript
          >
          <button
            type="submit"
            class="button plain"
            form="discard"
            ${view.draft.savedAt === null ? raw("hidden") : raw("")}
          >
            ${text.discard}
          </button>
        </div>
      </form>
      <form method="post" action="${lectureAddress("discard", id)}" id="discard">${hidden("csrf", page.csrf)}</form>
      <div class="parts-of-lecture">${view.panels.map((panel) => panelView(page, panel))}</div>`,
  });
};

/** A lecture of these kinds has an exercise, which is edited on a page of its own. */
const exercise = ({ locale }: AdminPage, id: string, kind: string): Markup => {
  const text = textFor(locale).admin.lectures;
  if (kind !== "quiz" && kind !== "assignment") return raw("");
  return html`<li><a href="/admin/lectures/${id}/${kind}/edit">${text[kind]}</a></li>`;
};

const status = (page: AdminPage, isPublished: boolean): Markup => {
  const value = isPublished ? "published" : "draft";
  return badge(value, valueLabel(page.locale, "lectures.status", value));
};

/** Sends the input to the server as a draft. The browser keeps it until it is there. */
const draftIsland = ({ id, draft, form, changed }: LectureEditor): Markup => {
  const isRefused = form.refusal !== undefined || form.now.length > 0;
  return html`<l-unsaved
    data-server="${lectureAddress("draft", id)}"
    data-revision="${draft.revision}"
    data-writer="${draft.writer ?? ""}"
    data-changed="${isRefused ? changed.join(" ") : ""}"
    ${isRefused ? raw("data-refused") : raw("")}
  ></l-unsaved>`;
};

const neighborLink = (template: string, neighbor: Neighbor | null): Markup =>
  neighbor === null
    ? raw("")
    : html`<a href="${lectureAddress("edit", formatId("lecture", neighbor.id))}"
        >${fill(template, { title: foreign(neighbor.title) })}</a
      >`;

const around = ({ locale }: AdminPage, { place }: LectureEditor): Markup => {
  const text = textFor(locale).admin.lectures;
  const { section, number, count, previous, next } = place;
  return html`<nav class="around-lecture" aria-label="${text.around}">
    <span class="soft"
      >${fill(text.place, { number: String(number), count: String(count), section: foreign(section) })}</span
    >
    ${neighborLink(text.previous, previous)} ${neighborLink(text.next, next)}
  </nav>`;
};

const messages = (page: AdminPage, { notice: said, draft, form, others, place }: LectureEditor): Markup => {
  const { lectures: text, derived } = textFor(page.locale).admin;
  const isDraft = place.isPublished ? text.isDraft : text.isDraftOfUnpublished;
  return html`${form.refusal === undefined ? raw("") : problem("problem", form.refusal)}
    ${said === undefined ? raw("") : notice(said === "kept" || said === "discarded" ? text[said] : derived.form[said])}
    ${
      draft.savedAt === null || said === "kept"
        ? raw("")
        : html`<div class="notice"><p>${fill(isDraft, { time: timestamp(page, draft.savedAt) })}</p></div>`
    }
    <div class="other-editors" role="status" data-editors>
      ${others.map(({ name, isHere, savedAt }) => {
        const person = foreign(name ?? text.someone);
        if (isHere) return html`<p>${fill(text.editsNow, { name: person })}</p>`;
        return savedAt === null
          ? raw("")
          : html`<p>${fill(text.hasDraft, { name: person, time: timestamp(page, savedAt) })}</p>`;
      })}
    </div>`;
};
