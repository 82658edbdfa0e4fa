import * as z from "zod";
import { Html, markdownUpTo } from "#domain/platform/fields.ts";

const kinds = ["single", "multiple", "true_false", "short_text", "numeric", "ordering", "matching"] as const;

/** Unique within the quiz. Answers refer to it. */
const PartId = z.string().regex(/^[\w-]{1,64}$/, "Expected letters, digits, hyphens and underscores.");

const choice = {
  text: z.string().trim().min(1).max(1000),
  /** The matching text, for matching questions. */
  match: z.string().trim().min(1).max(1000).nullable(),
  feedback: z.string().max(2000).nullable(),
};

const question = {
  kind: z.enum(kinds),
  /** Correct texts or numbers, for questions without choices. */
  acceptedAnswers: z.array(z.string().trim().min(1).max(500)).max(50),
  /** Maximum absolute difference to an accepted number. */
  tolerance: z.number().min(0).max(1_000_000_000).nullable(),
  points: z.number().int().min(0).max(1000),
  explanation: z.string().max(5000).nullable(),
};
const promptMarkdown = markdownUpTo(10_000, z.string().trim().min(1));

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
type Input = Pick<Question, "kind" | "acceptedAnswers" | "tolerance"> & { choices: NewChoice[] };
type NewChoice = { id?: string | undefined; correct: boolean; match: string | null };

/** Returns the errors that make a question unanswerable. */
function faultsOf({ kind, choices, acceptedAnswers, tolerance }: Input): Fault[] {
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
  if (kind === "numeric") {
    for (const [index, answer] of acceptedAnswers.entries()) {
      unless(isNumber(answer), ["acceptedAnswers", index], "Expected a number, like 3.14.");
    }
  }
  unless(tolerance === null || kind === "numeric", ["tolerance"], "Only numeric questions can have a tolerance.");
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

const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
