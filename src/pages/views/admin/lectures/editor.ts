import { html, raw } from "hono/html";

import type { LectureDraft } from "#domain/catalog/curriculum/drafts/draft.ts";
import type { Notice } from "../../../admin/derived/after-write.ts";
import type { Field } from "../../../admin/derived/fields.ts";
import { lectureAddress } from "../../../admin/lectures/addresses.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { conflict, type FormPage } from "../derived/form-page.ts";
import { foldedGroup } from "../derived/folded-group.ts";
import { fieldView } from "../derived/widgets.ts";
import { islandHead } from "../islands.ts";
import { draftClash } from "./draft-clash.ts";
import { aroundLecture, nextSteps, savedNotice, type PlaceOfLecture } from "./around-lecture.ts";
import { draftNotice } from "./draft-notice.ts";
import { type Exercise, exerciseView } from "./exercise.ts";
import { filesOfLecture, filesOfLectureForm, type ListedFile } from "./files-of-lecture.ts";
import { firstFields, mediaGroup, type PlayedFile, sortFields } from "./fields-of-kind.ts";
import { courseLink } from "./versions.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** Notices of the editor, beside those of every form. */
export const ownNotices = ["kept", "discarded", "published"] as const;

const isOwn = (said: string): said is (typeof ownNotices)[number] => ownNotices.some((one) => one === said);

export interface LectureEditor {
  id: string;
  form: FormPage;
  draft: LectureDraft;
  /** Fields that the form changes, compared with the lecture. */
  changed: readonly string[];
  others: readonly { name: string | null; isHere: boolean; savedAt: Date | null }[];
  place: PlaceOfLecture;
  /** The draft that the form is based on, for browsers without a script. */
  drafted: string;
  /** Fields for which a newer draft of the same person has other texts. */
  clash: { names: readonly string[]; theirs: LectureDraft["fields"] } | undefined;
  files: readonly ListedFile[];
  exercise: Exercise | undefined;
  /** The file of its video, if the page can play it. */
  played: PlayedFile | undefined;
  notice: Notice | (typeof ownNotices)[number] | undefined;
}

/** The id of the form, which buttons outside of it submit. */
const formId = "lecture";

/** The editor of a lecture: content at the left, settings at the right, and its parts below. */
export const lectureEditor = (page: AdminPage, view: LectureEditor): string => {
  const text = textFor(page.locale).admin.lectures;
  const { form: words } = textFor(page.locale).admin.derived;
  const { form, place, id } = view;
  const title = form.form.values.get("title") ?? "";
  const kind = form.form.values.get("kind") ?? "";
  const { main, settings, rare } = sortFields(form.fields, { kind, rare: form.rare, problems: form.form.problems });
  const controls = { ...form.form, page };
  const draw = (list: readonly Field[]) =>
    list.map((field) => {
      if (field.name !== "video") return fieldView(controls, field, field.name);
      const drawn = foldedGroup(controls, field, [
        { label: text.otherSite, names: ["provider", "external_url"] },
        { label: text.captions, names: ["captions", "chapters"] },
      ]);
      return mediaGroup(page, { field: drawn, values: controls.values, title, played: view.played });
    });
  return adminLayout(page, {
    title,
    problem: form.refusal !== undefined,
    links: islandHead(page),
    parent: courseLink(place.course),
    crumb: title,
    content: html`<div class="head-of-list">
        <h1>${foreign(title)} ${status(page, place.isPublished)}</h1>
        <ul class="acts">
          <li><a href="/admin/lectures/${id}/duplicate">${text.duplicate}</a></li>
          <li><a href="${lectureAddress("show", id)}">${text.details}</a></li>
          <li><a href="${lectureAddress("revisions", id)}">${text.history}</a></li>
          <li><a href="${lectureAddress("preview", id)}?draft=yes" data-preview>${text.preview}</a></li>
        </ul>
      </div>
      ${aroundLecture(page, place, isSaved(view))} ${messages(page, view)} ${draftClash(page, view.clash)}
      ${conflict(page, form)}
      <form method="post" action="${form.action}" class="stack derived lecture-editor" id="${formId}">
        ${draftIsland(view)} ${hidden("csrf", page.csrf)}
        ${Object.entries(form.hiddenFields).map(([name, value]) => hidden(name, value))}
        <div class="two-columns">
          <div class="stack">
            ${draw(main.slice(0, firstFields.length))}
            ${view.exercise !== undefined && exerciseView(page, id, view.exercise)}
            ${kind === "pdf" && filesOfLecture(page, id, { files: view.files, isPdf: kind === "pdf" })}
            ${draw(main.slice(firstFields.length))}
            ${kind !== "pdf" && filesOfLecture(page, id, { files: view.files, isPdf: kind === "pdf" })}
          </div>
          <section class="stack" aria-labelledby="settings-of-lecture">
            <h2 id="settings-of-lecture">${text.settings}</h2>
            ${draw(settings)}
            <details class="rare" ${rare.some(({ name }) => form.form.problems.has(name)) && raw("open")}>
              <summary>${words.rare}</summary>
              <div class="stack">${draw(rare)}</div>
            </details>
            <p class="hint">${fillPlain(words.zone, { zone: page.timeZone })}</p>
          </section>
        </div>
        <div class="foot-of-form">
          ${button(place.isPublished ? text.publish : text.save, { look: "primary", name: "act", value: "publish" })}
          ${!place.isPublished && button(text.saveAndPublish, { look: "secondary", name: "act", value: "live" })}
          <noscript
            >${hidden("drafted", view.drafted)} ${button(text.keep, { look: "secondary", name: "act", value: "keep" })}
            <span class="hint">${text.keepHint}</span></noscript
          >
          <button type="submit" class="button plain" form="discard" ${view.draft.savedAt === null && raw("hidden")}>
            ${text.discard}
          </button>
        </div>
      </form>
      <form method="post" action="${lectureAddress("discard", id)}" id="discard">${hidden("csrf", page.csrf)}</form>
      ${filesOfLectureForm(page, id)}`,
  });
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
    ${isRefused && raw("data-refused")}
  ></l-unsaved>`;
};

/** A draft that was kept or discarded leaves the lecture as it is. */
const isSaved = ({ notice: said }: LectureEditor): boolean =>
  said !== undefined && said !== "kept" && said !== "discarded";

const messages = (page: AdminPage, view: LectureEditor): Markup => {
  const { id, notice: said, draft, form, others, place } = view;
  const { lectures: text, derived } = textFor(page.locale).admin;
  const words = (name: typeof said & string) => (isOwn(name) ? text[name] : derived.form[name]);
  const isDraft = place.isPublished ? text.isDraft : text.isDraftOfUnpublished;
  return html`${form.refusal !== undefined && problem("problem", form.refusal)}
    ${said !== undefined && (isSaved(view) ? savedNotice(page, words(said), { place, isPublication: said === "published" }) : notice(words(said)))}
    ${!place.isPublished && isSaved(view) && draftNotice(page, { id })} ${isSaved(view) && nextSteps(page, place)}
    ${
      draft.savedAt !== null &&
      said !== "kept" &&
      html`<div class="notice"><p>${fill(isDraft, { time: timestamp(page, draft.savedAt) })}</p></div>`
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
