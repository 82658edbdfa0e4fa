import { html, raw } from "hono/html";

import { criterionField, type CriterionPoints, pointsOf, sumOf } from "../../../admin/submissions/criteria.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { Criterion } from "../../parts/submission.ts";
import { textArea, textField } from "../forms/form-fields.ts";
import type { AdminPage } from "../layout.ts";
import { type CommentSnippet, commentSnippets } from "./comment-snippets.ts";
import { gradeKeys } from "./grade-keys.ts";

/** The wrong field of a grade: a criterion is named by its index. */
export type GradeProblem = "missing" | "criteria" | "points" | "feedback" | "snippet" | { criterion: number };

export type GradeForm = {
  action: string;
  version: number;
  hidden: Readonly<Record<string, string>>;
  maxScore: number;
  rubric: readonly Criterion[];
  values: { score: string; criteria: CriterionPoints; feedback: string };
  /** Percentage per day that is deducted from this submission. Null without a penalty. */
  penalty: number | null;
  /** True if another submission follows. */
  hasNext: boolean;
  /** True if the previous submission was just graded: the keyboard continues at the points. */
  isFocused: boolean;
  problem: GradeProblem | undefined;
  /** Comments of this person, for the feedback. */
  snippets: readonly CommentSnippet[];
};

/** Posts `act` (next, grade or return), `version`, points per criterion, `score` and `feedback`. */
export const gradeForm = (page: AdminPage, view: GradeForm): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const message = messageOf(page, view);
  return html`<form method="post" action="${view.action}#problem" class="stack">
    <button
      type="submit"
      class="first-button"
      tabindex="-1"
      aria-hidden="true"
      name="act"
      value="${view.hasNext ? "next" : "grade"}"
    >
      ${view.hasNext ? text.saveAndNext : text.save}
    </button>
    ${hidden("csrf", page.csrf)} ${hidden("version", String(view.version))}
    ${Object.entries(view.hidden).map(([name, value]) => hidden(name, value))} ${message && problem("problem", message)}
    ${criteria(page, view, message)} ${score(page, view, message)}
    ${textArea({
      name: "feedback",
      label: text.feedback,
      hint: text.feedbackHint,
      value: view.values.feedback,
      rows: 6,
      key: "c",
      problem: view.problem === "feedback" || view.problem === "snippet" ? message : undefined,
    })}
    ${commentSnippets(page, view.snippets)}
    <div class="actions">
      ${view.hasNext && button(text.saveAndNext, { look: "primary", name: "act", value: "next" })}
      ${button(text.save, { look: view.hasNext ? "secondary" : "primary", name: "act", value: "grade" })}
      ${button(text.return, { look: "secondary", name: "act", value: "return" })}
    </div>
    ${gradeKeys(page.locale)}
  </form>`;
};

function messageOf(page: AdminPage, { problem: kind, maxScore, rubric }: GradeForm): string | undefined {
  const { problems } = textFor(page.locale).admin.resources.submissions;
  if (kind === undefined) return undefined;
  if (typeof kind === "string") return fillPlain(problems[kind], { max: String(maxScore) });
  const criterion = rubric[kind.criterion];
  return fillPlain(problems.criterion, { criterion: criterion?.title ?? "", max: String(criterion?.points ?? 0) });
}

const criteria = (page: AdminPage, view: GradeForm, message: string | undefined): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { rubric, values, problem: kind, isFocused } = view;
  if (rubric.length === 0) return raw("");
  return html`<fieldset class="rubric">
    <legend>${text.criteria}</legend>
    ${rubric.map(({ title, description, points }, index) =>
      textField({
        name: criterionField(index),
        label: title,
        hint: [fillPlain(text.criterionHint, { max: String(points) }), description ?? ""].join(" ").trim(),
        value: values.criteria[index] ?? "",
        maxLength: 12,
        decimal: true,
        focused: isFocused && index === 0,
        key: index === 0 ? "g" : undefined,
        problem: typeof kind === "object" && kind.criterion === index ? message : undefined,
      }),
    )}
    ${sumOfCriteria(text.sumOfCriteria, rubric, values.criteria)}
  </fieldset>`;
};

/** The sum of the points that are given so far. A script keeps it current. */
const sumOfCriteria = (template: string, rubric: readonly Criterion[], given: CriterionPoints): Markup => {
  const max = String(rubric.reduce((sum, { points }) => sum + points, 0));
  const points = String(sumOf(given.map((text) => (Number.isNaN(pointsOf(text)) ? "0" : text))) ?? 0);
  return html`<p class="sum-of-criteria" role="status">
    <l-sum data-text="${template}" data-max="${max}">${fillPlain(template, { points, max })}</l-sum>
  </p>`;
};

const score = (page: AdminPage, view: GradeForm, message: string | undefined): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { rubric, values, problem: kind, penalty, isFocused } = view;
  const max = String(view.maxScore);
  const hint = [
    fillPlain(rubric.length > 0 ? text.totalHint : text.pointsHint, { max }),
    penalty === null ? "" : fillPlain(text.penalty, { percent: String(penalty) }),
  ];
  return textField({
    name: "score",
    label: rubric.length > 0 ? text.total : text.points,
    hint: hint.join(" ").trim(),
    value: values.score,
    maxLength: 12,
    decimal: true,
    focused: isFocused && rubric.length === 0,
    key: rubric.length === 0 ? "g" : undefined,
    problem: kind === "missing" || kind === "points" || kind === "criteria" ? message : undefined,
  });
};
