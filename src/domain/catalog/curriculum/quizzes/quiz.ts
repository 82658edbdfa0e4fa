import * as z from "zod";
import { Metadata } from "#domain/platform/fields.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { encodeBase32 } from "#lib/ids/ids.ts";
import { htmlOfMarkdown, type Renderable, withRenderings } from "#domain/platform/texts/render.ts";
import { NewQuestion, Question } from "./question.ts";
import { distinctAnswers } from "./typed-answers/match-answer.ts";
import { ignoredFields } from "#domain/platform/input/ignored-fields.ts";

const showAnswers = [
  "never",
  "after_submit",
  "after_pass",
  "after_correct",
  "after_last_attempt",
  "after_correct_or_last_attempt",
] as const;

const settings = {
  /** Percentage of the maximum points. */
  passPercent: z.number().int().min(0).max(100),
  /** Null: unlimited. */
  attemptsAllowed: z.number().int().min(1).max(1000).nullable(),
  timeLimitSeconds: z.number().int().min(10).max(604_800).nullable(),
  /** Shuffles questions and choices on each attempt. */
  shuffle: z.boolean(),
  showAnswers: z.enum(showAnswers).meta({
    description:
      "When students see the correct answers and explanations: after each attempt, after they have passed, after an " +
      "attempt with all answers correct, after the last allowed attempt, or after the earlier of these two",
  }),
  metadata: Metadata,
};

/** The quiz of a lecture, with the correct answers. Attempts refer to its `version`. */
export const Quiz = z
  .object({
    object: z.literal("quiz"),
    lectureId: Id("lecture"),
    version: z.number().int().min(0),
    ...settings,
    questions: z.array(Question),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Quiz" });

const maxQuestions = 200;

/** Quiz fields for a full replacement. Absent fields get default values. */
export const quizContent = {
  passPercent: settings.passPercent.default(60),
  attemptsAllowed: settings.attemptsAllowed.default(null),
  timeLimitSeconds: settings.timeLimitSeconds.default(null),
  shuffle: settings.shuffle.default(false),
  showAnswers: settings.showAnswers.default("after_submit"),
  questions: z
    .array(NewQuestion)
    .min(1)
    .max(maxQuestions)
    .refine(
      (questions) => questions.every(({ id }, index) => !id || questions.findIndex((one) => one.id === id) === index),
      "Two questions have the same ID.",
    ),
  metadata: settings.metadata.default({}),
  ...ignoredFields("object", "lectureId", "version", "createdAt", "updatedAt"),
};
export const QuizContent = z.object(quizContent).meta({ id: "QuizContent" });

/** A stored quiz. */
export interface QuizRecord extends Omit<z.output<typeof Quiz>, "object" | "version"> {
  quizVersion: number;
  /** True if this version has attempts. */
  attempted: boolean;
  version: number;
  deletedAt: Date | null;
}

export type QuizFields = Pick<QuizRecord, keyof typeof settings | "questions">;

/**
 * Returns the fields to store: every question and choice has an ID, prompts are also rendered as HTML, and accepted
 * answers that are equal are merged.
 */
export async function quizFieldsOf(unrendered: Renderable, content: z.output<typeof QuizContent>): Promise<QuizFields> {
  const { passPercent, attemptsAllowed, timeLimitSeconds, shuffle, showAnswers, metadata } = content;
  const scope = await withRenderings(
    unrendered,
    content.questions.map(({ promptMarkdown }) => promptMarkdown),
  );
  const questions: Question[] = [];
  for (const [index, { id = newPartId(), choices, promptMarkdown, ...question }] of content.questions.entries()) {
    questions.push({
      ...question,
      id,
      acceptedAnswers: distinctAnswers(question),
      promptMarkdown,
      promptHtml: await htmlOfMarkdown(scope, promptMarkdown, `/questions/${index}/promptMarkdown`),
      choices: choices.map(({ id = newPartId(), ...choice }) => ({ id, ...choice })),
    });
    const turn = pause();
    if (turn) await turn;
  }
  return { passPercent, attemptsAllowed, timeLimitSeconds, shuffle, showAnswers, metadata, questions };
}

const newPartId = (): string => encodeBase32(newId());

/** The ETag changes with every update; `version` changes only if a version with attempts is replaced. */
export const serializeQuiz = ({ quizVersion, version, ...quiz }: QuizRecord) => ({
  object: "quiz" as const,
  ...quiz,
  version: quizVersion,
  etag: `"${version}-${quizVersion}"`,
});
