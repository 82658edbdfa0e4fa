import { html, raw } from "hono/html";

import { questionColumns } from "../../../admin/quizzes/import/read-questions-csv.ts";
import type { ReadQuestion, ReadRow } from "../../../admin/quizzes/import/read-question.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { fileField, textArea } from "../forms/form-fields.ts";
import { type QuizLecture, wayTo } from "./quiz-lecture.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export interface ImportView {
  lecture: QuizLecture;
  action: string;
  /** Address of the editor. */
  back: string;
  text: string;
  format: "gift" | "csv";
  /** The questions of the text. Undefined before it was read. */
  rows?: readonly ReadRow[];
  validCount?: number;
  problem?: "empty" | "tooLong";
}

/** A text with questions, and the preview of it. Posts `text`, `file`, `format` and `act`. */
export const quizImport = (page: AdminPage, view: ImportView): string => {
  const { importing: text } = textFor(page.locale).admin.quizzes;
  const title = fillPlain(text.title, { name: view.lecture.title });
  return adminLayout(page, {
    title,
    problem: view.problem !== undefined,
    ...wayTo(view.lecture),
    crumb: text.crumb,
    content: html`<h1>${title}</h1>
      <p class="lead">${text.intro}</p>
      ${view.problem && problem("problem", text.problems[view.problem])} ${view.rows && preview(page, view, view.rows)}
      <form method="post" action="${view.action}" class="stack derived" enctype="multipart/form-data">
        ${hidden("csrf", page.csrf)}
        <div class="field">
          <label for="format">${text.format}</label>
          <select id="format" name="format">
            ${(["gift", "csv"] as const).map((one) => html`<option value="${one}" ${one === view.format && raw("selected")}>${text.formats[one]}</option>`)}
          </select>
        </div>
        ${fileField({ name: "file", label: text.file, hint: text.fileHint, accept: ".txt,.gift,.csv,text/plain,text/csv" })}
        ${textArea({ name: "text", label: text.text, value: view.text, rows: 12, code: true })}
        <div class="actions">
          ${button(text.read, { look: view.validCount ? "secondary" : "primary" })}
          <a class="button plain" href="${view.back}">${text.cancel}</a>
        </div>
        <p class="hint">${fillPlain(text.columns, { columns: questionColumns.join(", ") })}</p>
      </form>`,
  });
};

const preview = (page: AdminPage, view: ImportView, rows: readonly ReadRow[]): Markup => {
  const { importing: text } = textFor(page.locale).admin.quizzes;
  const { validCount = 0 } = view;
  const wrong = rows.length - validCount;
  return html`<h2>${text.preview}</h2>
    <p role="status">
      ${fillPlain(text.found, { count: String(validCount) })}
      ${wrong === 0 ? "" : fillPlain(text.wrong, { count: String(wrong) })}
    </p>
    <ol class="rows">
      ${rows.map((row) => html`<li class="row"><div class="about">${rowView(page, row)}</div></li>`)}
    </ol>
    ${
      validCount !== 0 &&
      html`<form method="post" action="${view.action}" class="actions">
        ${hidden("csrf", page.csrf)} ${hidden("format", view.format)} ${hidden("text", view.text)}
        ${button(fillPlain(text.add, { count: String(validCount) }), { look: "primary", name: "act", value: "add" })}
      </form>`
    }`;
};

const maxUnreadableLength = 200;

const rowView = (page: AdminPage, row: ReadRow): Markup => {
  const { importing: text } = textFor(page.locale).admin.quizzes;
  const line = fillPlain(text.line, { line: String(row.line) });
  if ("problem" in row) {
    return html`<p class="wrong">${line} ${text.reasons[row.problem]}</p>
      <p class="soft">${foreign(row.text.slice(0, maxUnreadableLength))}</p>`;
  }
  const { kind, promptMarkdown, points } = row.question;
  return html`<p>${foreign(promptMarkdown)}</p>
    <p class="soft">
      ${line} ${valueLabel(page.locale, "quizzes.questions.kind", kind)} ·
      ${fillPlain(text.points, { points: String(points) })}
    </p>
    <ul class="dashes">
      ${answersIn(row.question).map(([answer, isRight]) => html`<li>${foreign(answer)} ${isRight && html`<strong>${text.right}</strong>`}</li>`)}
    </ul>`;
};

const answersIn = ({ kind, choices, acceptedAnswers, tolerance }: ReadQuestion): (readonly [string, boolean])[] => {
  if (acceptedAnswers.length > 0) {
    return acceptedAnswers.map((answer) => [tolerance === null ? answer : `${answer} ± ${tolerance}`, true]);
  }
  if (kind === "matching") return choices.map(({ text, match }) => [`${text} → ${match ?? ""}`, false]);
  return choices.map(({ text, correct }) => [text, correct]);
};
