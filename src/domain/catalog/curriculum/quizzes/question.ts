import * as z from "zod";
import { Html, markdownUpTo } from "#domain/platform/fields.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { acceptedNumber, maxNumber } from "./typed-answers/accepted-number.ts";
import { isVisible } from "./typed-answers/character-forms.ts";

/** Ways to compare typed answers (docs/guides/quizzes.md). */
const comparisons = ["folded", "exact"] as const;

const kinds = ["single", "multiple", "true_false", "short_text", "numeric", "ordering", "matching"] as const;

/** Unique within the quiz. Answers refer to it. */
const PartId = z.string().regex(/^[\w-]{1,64}$/, "Expected letters, digits, hyphens and underscores.");

const choice = {
  text: trimmed().min(1).max(1000),
  /** The matching text, for matching questions. */
  match: trimmed().min(1).max(1000).nullable(),
  feedback: z.string().max(2000).nullable(),
};

const question = {
  kind: z.enum(kinds),
  acceptedAnswers: z
    .array(trimmed().min(1).max(500))
    .max(50)
    .meta({
      description:
        "Correct texts, or numbers such as `3.14`, `6.022e23` and `1/3`, for questions without choices. Answers that " +
        "are equal by `comparison` are stored once, as the first one is written.",
    }),
  comparison: z.enum(comparisons).meta({
    description:
      "Comparison of typed answers with `accepted_answers`. `folded`: upper and lower case, typographic quotation " +
      "marks, dashes and other substituted characters, invisible characters, spaces beside punctuation and a full stop " +
      "at the end make no difference, and numbers are equal by value and `tolerance`, however they are written. " +
      "`exact`: every character counts, except spaces around the answer.",
  }),
  tolerance: z
    .number()
    .min(0)
    .max(maxNumber)
    .nullable()
    .meta({ description: "Maximum absolute difference to an accepted number" }),
  points: z.number().int().min(0).max(1000),
  explanation: z.string().max(5000).nullable(),
};
const promptMarkdown = markdownUpTo(10_000, trimmed().min(1));

/**
 * A question with its answers. For ordering questions, the choices are in the correct order. For matching questions,
 * each choice has its matching text.
 */
export const Question = z
  .object({
    id: PartId,
    ...question,
    promptMarkdown,
    promptHtml: Html,
    choices: z.array(z.object({ id: PartId, ...choice, correct: z.boolean() })),
  })
  .meta({ id: "Question" });
export type Question = z.output<typeof Question>;

/** A question as a release stored it that did not know all fields. */
export type StoredQuestion = Omit<Question, "comparison"> & Partial<Pick<Question, "comparison">>;

export const completeQuestions = (stored: readonly StoredQuestion[]): Question[] =>
  stored.map((one) => ({ comparison: "folded", ...one }));

const polaris = {
  kind: "single",
  prompt_markdown: "Which star does not move?",
  choices: [{ text: "Polaris", correct: true }, { text: "Sirius" }],
};

/** Defaults: null, one point, and a generated ID. */
export const NewQuestion = z
  .object({
    id: PartId.optional(),
    promptMarkdown,
    promptHtml: z.unknown().optional().meta({ readOnly: true, description: "Rendered from the Markdown." }),
    kind: question.kind,
    choices: z
      .array(
        z.object({
          id: PartId.optional(),
          text: choice.text,
          correct: z.boolean().default(false),
          match: choice.match.default(null),
          feedback: choice.feedback.default(null),
        }),
      )
      .max(50)
      .default([]),
    acceptedAnswers: question.acceptedAnswers.default([]),
    comparison: question.comparison.default("folded"),
    tolerance: question.tolerance.default(null),
    points: question.points.default(1),
    explanation: question.explanation.default(null),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of faultsOf(value)) issues.push({ code: "custom", input: value, path, message });
  })
  .meta({ id: "NewQuestion", examples: [polaris] });
export type NewQuestion = z.output<typeof NewQuestion>;

type Fault = { path: (string | number)[]; message: string };
type Input = Pick<Question, "kind" | "acceptedAnswers" | "comparison" | "tolerance"> & { choices: NewChoice[] };
type NewChoice = { id?: string | undefined; correct: boolean; match: string | null };

/** Returns the errors that make a question unanswerable. */
function faultsOf({ kind, choices, acceptedAnswers, comparison, tolerance }: Input): Fault[] {
  const faults: Fault[] = [];
  const unless = (holds: boolean, path: Fault["path"], message: string) => {
    if (!holds) faults.push({ path, message });
  };
  const correct = choices.filter((one) => one.correct).length;
  const isTyped = kind === "short_text" || kind === "numeric";
  if (isTyped) {
    unless(
      choices.length === 0,
      ["choices"],
      `A question of kind ${kind} requires accepted_answers instead of choices.`,
    );
    unless(acceptedAnswers.length > 0, ["acceptedAnswers"], "Expected at least one accepted answer.");
  } else {
    unless(
      acceptedAnswers.length === 0,
      ["acceptedAnswers"],
      `A question of kind ${kind} requires choices instead of accepted_answers.`,
    );
    const enough = kind === "true_false" ? choices.length === 2 : choices.length >= 2;
    unless(enough, ["choices"], kind === "true_false" ? "Expected two choices." : "Expected at least two choices.");
  }
  if (kind === "single" || kind === "true_false") {
    unless(correct === 1, ["choices"], "Expected exactly one correct choice.");
  }
  if (kind === "multiple") unless(correct > 0, ["choices"], "Expected at least one correct choice.");
  for (const [index, answer] of acceptedAnswers.entries()) {
    const at = ["acceptedAnswers", index];
    if (kind === "numeric") unless(isNumber(answer), at, "Expected a number, like 3.14 or 6.022e23.");
    else unless(isVisible(answer), at, "Expected visible characters.");
  }
  unless(tolerance === null || kind === "numeric", ["tolerance"], "Only numeric questions can have a tolerance.");
  if (comparison === "exact") {
    unless(isTyped, ["comparison"], `A question of kind ${kind} has no typed answers to compare exactly.`);
    unless(tolerance === null, ["tolerance"], "Answers that are compared exactly have no tolerance.");
  }
  for (const [index, { match }] of choices.entries()) {
    const requested = kind === "matching";
    unless(
      (match !== null) === requested,
      ["choices", index, "match"],
      "`match` is required on every choice of a matching question and not allowed for other kinds.",
    );
  }
  const ids = choices.flatMap(({ id }) => (id === undefined ? [] : [id]));
  unless(new Set(ids).size === ids.length, ["choices"], "Two choices have the same ID.");
  return faults;
}

const isNumber = (text: string): boolean => Math.abs(acceptedNumber(text) ?? Number.NaN) <= maxNumber;
