import { html, raw } from "hono/html";

import type { Field } from "../../../admin/derived/fields.ts";
import { listRows } from "../../../admin/quizzes/rows.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { type Panel, panelView } from "../derived/detail-page.ts";
import { type FormView, group, input, labelled } from "../derived/form-controls.ts";
import { conflict, drawField, type FormPage } from "../derived/form-page.ts";
import { islandHead, unsavedIsland } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { aroundLecture, nextSteps, savedNotice } from "../lectures/around-lecture.ts";
import { blankRow } from "../quizzes/answer-row.ts";
import { placedAt } from "../quizzes/question-card.ts";
import { type QuizLecture, wayTo } from "../quizzes/quiz-lecture.ts";
import { criterionRow } from "./criterion-row.ts";
import { sumOfPoints } from "./sum-of-points.ts";

export interface AssignmentEditor {
  lecture: QuizLecture;
  notice: keyof Catalogue["admin"]["assignments"]["notices"] | undefined;
  /** Position of the criterion that was added or moved. */
  focusAt: number | undefined;
  /** True if the form shows a change that is not saved. */
  isChanged: boolean;
  /** True if the form is of an earlier session. */
  isExpired: boolean;
  /** The address of the preview. */
  preview: string;
  files: readonly Panel[];
}

/** The editor of an assignment: the task and its rubric at the left, the rules at the right, files below. */
export async function assignmentEditor(page: AdminPage, view: FormPage, editor: AssignmentEditor): Promise<string> {
  const { assignments: text, derived } = textFor(page.locale).admin;
  const { lecture } = editor;
  const title = fillPlain(text.title, { name: lecture.title });
  const form: FormView = { ...view.form, page, mode: "patch" };
  const draw = (name: string, label?: string) => drawField(form, view.fields, name, label);
  return adminLayout(page, {
    title,
    problem: view.refusal !== undefined || editor.isExpired,
    links: islandHead(page),
    ...wayTo(lecture),
    crumb: text.crumb,
    content: html`<div class="head-of-list">
        <h1>${title}</h1>
        <ul class="acts">
          <li><a href="${editor.preview}">${text.preview}</a></li>
        </ul>
      </div>
      ${aroundLecture(page, lecture.place, editor.notice !== undefined)}
      ${editor.notice && html`${savedNotice(page, text.notices[editor.notice], { place: lecture.place, isPublication: editor.notice === "published" })} ${nextSteps(page, lecture.place)}`}
      ${view.refusal !== undefined && problem("problem", view.refusal)} ${conflict(page, view)} ${stateOf(page, editor)}
      <form method="post" action="${view.action}" class="stack derived lecture-editor">
        ${unsavedIsland({ isRefused: view.refusal !== undefined || view.now.length > 0 || editor.isChanged })}
        ${hidden("csrf", page.csrf)}${Object.entries(view.hiddenFields).map(([name, value]) => hidden(name, value))}
        <button type="submit" class="first-button" tabindex="-1" aria-hidden="true">${text.save}</button>
        <div class="two-columns">
          <div class="stack">${draw("instructions_markdown")} ${criteria(page, form, editor)}</div>
          <section class="stack" aria-labelledby="rules-of-assignment">
            <h2 id="rules-of-assignment">${text.rules}</h2>
            ${number(form, "max_score", text.maxScore)} ${sumOfPoints(page, form)} ${dueDate(form, view.fields)}
            ${draw("submission_kinds", text.kinds)} ${draw("late_policy", text.late)}
            <details class="rare" ${form.problems.has("metadata") && raw("open")}>
              <summary>${derived.form.rare}</summary>
              ${draw("metadata")}
            </details>
          </section>
        </div>
        <div class="foot-of-form">
          ${button(text.save, { look: "primary" })}
          ${lecture.isDraft && button(text.saveAndPublish, { look: "secondary", name: "act", value: "publish" })}
          <a class="button plain" href="${lecture.href}">${derived.form.cancel}</a>
        </div>
      </form>
      ${editor.files.map((panel) => panelView(page, { ...panel, heading: text.files }))}
      <p class="hint">${text.filesHint}</p>`,
  });
}

const stateOf = ({ locale }: AdminPage, { isExpired, isChanged }: AssignmentEditor): Markup => {
  if (isExpired) return problem("problem", textFor(locale).signUp.problem.session_expired);
  return isChanged ? notice(textFor(locale).admin.assignments.changed) : raw("");
};

const number = (form: FormView, name: string, label: string, hint?: string): Markup => {
  const placed = placedAt(form, name, label, hint);
  return labelled(placed, input(placed, { type: "text", inputmode: "numeric", size: "8" }));
};

/** A due date that counts from the start of access, or one of all students. */
const dueDate = (form: FormView, fields: readonly Field[]): Markup => {
  const { assignments: text } = textFor(form.page.locale).admin;
  const ways = html`${number(form, "due_days", text.dueDays, text.dueDaysHint)}
  ${drawField(form, fields, "due_at", text.dueAt)}`;
  return group(placedAt(form, "due", text.due, text.dueHint), ways);
};

/** The rubric. Its rows are added, moved and deleted by buttons, without scripts too. */
const criteria = (page: AdminPage, form: FormView, { focusAt }: AssignmentEditor): Markup => {
  const { assignments: text } = textFor(page.locale).admin;
  const rows = listRows(form.values, "rubric");
  const next = Math.max(-1, ...rows.map(({ number: used }) => used)) + 1;
  const wrong = form.problems.get("rubric");
  return html`<section class="stack" aria-labelledby="rubric">
    <h2 id="rubric">${text.criteria}</h2>
    <p class="hint">${text.criteriaHint}</p>
    ${wrong !== undefined && html`<p class="wrong">${wrong}</p>`}
    <l-rows data-name="rubric" data-max="50" data-row="${text.criterion}" data-add="${text.add}">
      ${hidden("rubric.count", String(next))}
      ${rows.map(({ number: used }, position) =>
        criterionRow({ form, number: used, position, isFocused: focusAt === position }),
      )}
      <template>${criterionRow({ form, number: blankRow, position: 0, isFocused: false })}</template>
    </l-rows>
    <div class="plain-act">
      ${button(text.add, { look: "secondary", name: "act", value: "add", skipValidation: true })}
    </div>
    ${sumOfPoints(page, form, "set")}
  </section>`;
};
