import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { type Dated, timestamp } from "../parts/dates.ts";
import { button, hidden, problem } from "../parts/fields.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { submittedWork } from "../parts/submission.ts";
import type { AssignmentView } from "./assignment-view.ts";
import { workIsland } from "../parts/student-islands.ts";

/** The form for the work of an assignment. Focuses the problem, which is far down the page. */
export const workForm = (page: Dated, csrf: string, view: AssignmentView): Markup => {
  const { locale } = page;
  const { assignment: text } = textFor(locale).learn;
  const { work } = textFor(locale);
  const { asks, submission, action, problem: kind, typed, draft, island } = view;
  const invalid = kind === "words" ? raw(' aria-describedby="problem" aria-invalid="true"') : raw("");
  return html`<form
    method="post"
    action="${action}#problem"
    enctype="multipart/form-data"
    class="quiz"
    autocomplete="off"
  >
    ${hidden("csrf", csrf)} ${hidden("revision", draft.revision)}
    ${island && workIsland({ ...island, subject: "work", isElsewhere: view.elsewhere !== null })}
    ${kind && problem("problem", text.problems[kind])} ${elsewhere(locale, view)}
    ${Object.values(asks).filter(Boolean).length > 1 && html`<p class="hint">${text.oneOf}</p>`}
    ${
      asks.text &&
      html`<div class="field">
        <label for="text">${text.text}</label>
        <textarea id="text" name="text" rows="10" maxlength="6000" ${invalid}>${typed.text}</textarea>
      </div>`
    }
    ${
      asks.url &&
      html`<div class="field">
        <label for="url">${text.url}</label>
        <input id="url" name="url" type="url" autocomplete="off" maxlength="2000" value="${typed.url}" ${invalid} />
      </div>`
    }
    ${asks.files && chosen(locale, view)}
    <div class="foot-of-work">
      <p class="saved soft" role="status">
        ${draft.savedAt && fill(work.saved, { time: timestamp(page, draft.savedAt) })}
      </p>
      ${island && button(work.save, { look: "secondary", name: "act", value: "save", skipValidation: true })}
      ${button(submission ? text.again : text.handIn, { look: "primary" })}
    </div>
  </form>`;
};

/** Work that another device has saved meanwhile. */
const elsewhere = (locale: Locale, { elsewhere: saved }: AssignmentView): Markup => {
  const { work } = textFor(locale);
  if (!saved) return raw("");
  return html`<div id="check" class="notice ask" role="alert">
    <p><strong>${work.elsewhere}</strong></p>
    <p>${work.savedThere}</p>
    ${submittedWork(locale, { ...saved, files: [] })}
  </div>`;
};

/** Files of a returned submission and of the draft, which are submitted unless deselected. */
const chosen = (locale: Locale, { asks, submission, problem: kind, draft }: AssignmentView): Markup => {
  const { assignment: text } = textFor(locale).learn;
  const { work } = textFor(locale);
  const kept = submission?.files ?? [];
  const isKept = (id: string) => draft.keptFileIds === null || draft.keptFileIds.includes(id);
  const isWrong = kind === "files" || kind === "media";
  const hasFiles = kept.length + draft.files.length > 0;
  return html`${
      kept.length > 0 &&
      html`<fieldset>
        <legend>${text.keep}</legend>
        ${kept.map(({ id, filename }, index) => fileChoice(`keep.${index}`, { id, filename }, isKept(id)))}
      </fieldset>`
    }
    <fieldset class="draft-files" ${draft.files.length === 0 && raw("hidden")}>
      <legend>${work.draftFiles}</legend>
      ${draft.files.map(({ id, filename }, index) => fileChoice(`keep.${kept.length + index}`, { id, filename }, true))}
    </fieldset>
    <div class="field">
      <label for="files">${hasFiles ? text.moreFiles : text.files}</label>
      <input
        id="files"
        name="files"
        type="file"
        multiple
        aria-describedby="files-hint${isWrong ? " problem" : ""}"
        ${isWrong && raw('aria-invalid="true"')}
      />
      <p id="files-hint" class="hint">${text.filesHint} ${asks.url ? text.largerFiles : ""}</p>
    </div>`;
};

const fileChoice = (name: string, { id, filename }: { id: string; filename: string }, isChecked: boolean): Markup =>
  html`<div class="choice">
    <label>
      <input type="checkbox" name="${name}" value="${id}" ${isChecked && raw("checked")} />
      <span>${foreign(filename)}</span>
    </label>
  </div>`;
