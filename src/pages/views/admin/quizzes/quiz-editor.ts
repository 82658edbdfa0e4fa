import { html, raw } from "hono/html";

import { pause } from "#lib/event-loop/pause.ts";

import { newQuestion } from "../../../admin/quizzes/change-questions.ts";
import { listRows, type Row } from "../../../admin/quizzes/rows.ts";
import type { FormValues } from "../../../admin/derived/form-values.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { button, checkbox, hidden, notice, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { input, labelled, selectView } from "../derived/form-controls.ts";
import { conflict, type FormPage } from "../derived/form-page.ts";
import { fieldView } from "../derived/widgets.ts";
import { islandHead, unsavedIsland } from "../islands.ts";
import { aroundLecture, nextSteps, savedNotice } from "../lectures/around-lecture.ts";
import { draftNotice } from "../lectures/draft-notice.ts";
import { type QuizLecture, wayTo } from "./quiz-lecture.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { blankRow } from "./answer-row.ts";
import { placedAt, questionCard } from "./question-card.ts";

type Text = Catalogue["admin"]["quizzes"];

export interface QuizEditor {
  lecture: QuizLecture;
  notice: keyof Text["notices"] | undefined;
  /** Position of the question that was added, copied or moved. */
  focusAt: number | undefined;
  /** True if the form shows a change that is not saved. */
  isChanged: boolean;
  /** True if the form is of an earlier session. */
  isExpired?: boolean;
  /** Addresses of the other pages about the quiz. Undefined before it is saved for the first time. */
  tryPath: string | undefined;
  importPath: string;
}

const solutions = [
  "never",
  "after_submit",
  "after_pass",
  "after_correct",
  "after_last_attempt",
  "after_correct_or_last_attempt",
] as const;

/** The editor of a quiz: its settings, and all questions in one form. */
export async function quizEditor(page: AdminPage, view: FormPage, editor: QuizEditor): Promise<string> {
  const { quizzes: text } = textFor(page.locale).admin;
  const { lecture } = editor;
  const values = withDefaults(
    view.form.values,
    editor.tryPath === undefined && !editor.isChanged && view.refusal === undefined,
  );
  const form = { ...view.form, values, page };
  const rows = listRows(form.values, "questions").filter(({ row }) => row.has("kind"));
  const shownRows = rows.length === 0 ? [{ number: 0, row: newQuestion }] : rows;
  const cards: Markup[] = [];
  for (const [position, { number, row }] of shownRows.entries()) {
    cards.push(questionCard({ form, number, row, position, isFocused: editor.focusAt === position }));
    await pause();
  }
  const next = Math.max(-1, ...shownRows.map(({ number }) => number)) + 1;
  const metadata = view.fields.find(({ name }) => name === "metadata");
  const title = fillPlain(text.title, { name: lecture.title });
  return adminLayout(page, {
    title,
    problem: view.refusal !== undefined || editor.isExpired === true,
    links: islandHead(page),
    ...wayTo(lecture),
    crumb: text.crumb,
    content: html`${editor.notice && savedNotice(page, text.notices[editor.notice], { place: lecture.place, isPublication: editor.notice === "published" })}
      ${editor.notice && lecture.isDraft && draftNotice(page, { id: lecture.id, next: "quiz" })}
      ${editor.notice && nextSteps(page, lecture.place)}
      <h1>${title}</h1>
      ${aroundLecture(page, lecture.place, editor.notice !== undefined)}
      ${view.refusal !== undefined && refusal(text, view, shownRows)} ${conflict(page, view)}
      ${view.now.length !== 0 && html`<p><a href="${view.action}" target="_blank" rel="noopener">${text.compare}</a></p>`}
      ${editor.isExpired ? problem("problem", textFor(page.locale).signUp.problem.session_expired) : editor.isChanged && notice(text.changed)}
      <ul class="acts">
        ${editor.tryPath !== undefined && html`<li><a href="${editor.tryPath}">${text.tryOut}</a></li>`}
        <li><a href="${editor.importPath}">${text.import}</a></li>
      </ul>
      <form method="post" action="${view.action}" class="stack derived quiz-editor">
        ${unsavedIsland({ isRefused: view.refusal !== undefined || view.now.length > 0 || editor.isChanged })}
        ${hidden("csrf", page.csrf)}${Object.entries(view.hiddenFields).map(([name, value]) => hidden(name, value))}
        <button type="submit" class="first-button" tabindex="-1" aria-hidden="true">${text.save}</button>
        <h2 id="questions">${text.questions}</h2>
        <p class="soft">
          <l-quiz data-count="${text.count}." data-true="${text.isTrue}" data-false="${text.isFalse}"
            >${summary(
              text,
              rows.map(({ row }) => row),
            )}</l-quiz
          >
          ${text.newVersion}
        </p>
        ${form.problems.has("questions") && html`<p class="wrong">${form.problems.get("questions")}</p>`}
        <l-rows data-name="questions" data-max="200" data-row="${text.question}" data-add="${text.add}">
          ${hidden("questions.count", String(next))} ${cards}
          <template
            >${questionCard({ form, number: blankRow, row: newQuestion, position: 0, isFocused: false })}</template
          >
        </l-rows>
        <div class="plain-act">
          ${button(text.add, { look: "secondary", name: "act", value: "add", skipValidation: true })}
        </div>
        <details class="rare settings-of-quiz" ${settingFields.some((name) => form.problems.has(name)) && raw("open")}>
          <summary>${settingsLine(text, form.values)}</summary>
          <div class="stack">${settings(page, form)} ${metadata && fieldView(form, metadata, "metadata")}</div>
        </details>
        <div class="foot-of-form">
          ${button(text.save, { look: "primary" })}
          ${lecture.isDraft && button(text.saveAndPublish, { look: "secondary", name: "act", value: "publish" })}
          <a class="button plain" href="${lecture.href}">${textFor(page.locale).admin.derived.form.cancel}</a>
        </div>
      </form>`,
  });
}

/** Usual values of a new quiz, as the operation chooses them, and of its first question. */
const defaults = [
  ["pass_percent", "60"],
  ["show_answers", "after_submit"],
  ["questions.0.points", "1"],
] as const;

/** Fills in what a person would otherwise have to know. New rows of a script have one point each. */
function withDefaults(values: FormValues, isNew: boolean): FormValues {
  const open = defaults.filter(([name]) => (values.get(name) ?? "") === "");
  return new Map([...values, [`questions.${blankRow}.points`, "1"], ...(isNew ? open : [])]);
}

const summary = (text: Text, rows: readonly Row[]): string => {
  const points = rows.reduce((sum, row) => sum + (Number(row.get("points")) || 0), 0);
  return `${fillPlain(text.count, { count: String(rows.length), points: String(points) })}.`;
};

/** Names the questions with problems, each with a link. */
const refusal = (text: Text, { form, refusal: message }: FormPage, rows: readonly { number: number }[]): Markup => {
  const wrong = rows.flatMap(({ number }, position) => {
    const name = `questions.${number}`;
    const isWrong = [...form.problems.keys()].some((at) => at === name || at.startsWith(`${name}.`));
    return isWrong ? [{ name, position }] : [];
  });
  if (wrong.length === 0) return problem("problem", form.problems.size > 0 ? text.problemsElsewhere : (message ?? ""));
  const links = wrong.map(
    ({ name, position }) => html`<a href="#${name}">${fillPlain(text.question, { number: String(position + 1) })}</a> `,
  );
  return problem("problem", html`${text.problems} ${links}`);
};

const settingFields = ["pass_percent", "attempts_allowed", "time_limit_seconds", "show_answers", "metadata"];

/** The settings that matter most, in words. */
const settingsLine = (text: Text, values: FormValues): string => {
  const attempts = values.get("attempts_allowed") ?? "";
  return fillPlain(text.summary, {
    percent: values.get("pass_percent") ?? "",
    attempts: attempts === "" ? text.anyAttempts : fillPlain(text.countedAttempts, { count: attempts }),
  });
};

const settings = (page: AdminPage, form: Parameters<typeof placedAt>[0]): Markup => {
  const { quizzes: text } = textFor(page.locale).admin;
  const number = (name: string, label: string, hint?: string) => {
    const placed = placedAt(form, name, label, hint);
    return labelled(placed, input(placed, { type: "text", inputmode: "numeric", size: "8" }));
  };
  const answers = placedAt(form, "show_answers", text.showAnswers, text.showAnswersHint);
  const options = solutions.map((one) => [one, valueLabel(page.locale, "quizzes.showAnswers", one)] as const);
  return html`<div class="quiz-settings">
      ${number("pass_percent", text.passPercent, text.passPercentHint)}
      ${number("attempts_allowed", text.attempts, text.attemptsHint)}
      ${number("time_limit_seconds", text.timeLimit, text.timeLimitHint)}
      ${labelled(answers, selectView(answers, options, undefined, "after_submit"))}
    </div>
    ${checkbox({ name: "shuffle", label: text.shuffle, checked: form.values.get("shuffle") === "on" })}`;
};
