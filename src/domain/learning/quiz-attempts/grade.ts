import * as z from "zod";
import { pause } from "#lib/event-loop/pause.ts";
import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";
import type { DecimalMark } from "#domain/catalog/curriculum/quizzes/typed-answers/decimal-mark.ts";
import { foldText } from "#domain/catalog/curriculum/quizzes/typed-answers/fold-text.ts";
import { acceptedAs } from "#domain/catalog/curriculum/quizzes/typed-answers/match-answer.ts";

/** Answer to a question: IDs of choices, a text or number, or the match for each choice. */
export const Answer = z
  .object({
    questionId: z.string().max(64),
    choiceIds: z
      .array(z.string().max(64))
      .max(50)
      .default([])
      .meta({ description: "For ordering questions: in the chosen order" }),
    text: z
      .string()
      .max(5000)
      .nullable()
      .default(null)
      .meta({
        description:
          "For questions of kind `short_text` and `numeric`, as the student typed it. One mark before three digits " +
          "(`1,234`) is read as in the language of the course: as a decimal mark or between thousands.",
      }),
    matches: z.record(z.string().max(64), z.string().max(1000)).default({}).meta({
      description: "For matching questions: the text of the match for each choice ID",
    }),
  })
  .meta({ id: "QuizAnswer" });
export type Answer = z.output<typeof Answer>;

export const GradedAnswer = Answer.extend({
  correct: z.boolean(),
  points: z.number().int().min(0),
}).meta({ id: "GradedQuizAnswer" });
export type GradedAnswer = z.output<typeof GradedAnswer>;

interface Grade {
  answers: GradedAnswer[];
  /** 0 to 100 with one decimal, rounded down, so that 100 means all points. */
  scorePercent: number;
  passed: boolean;
}

type GradedQuiz = { questions: readonly Question[]; passPercent: number };

/**
 * Grades all questions, including unanswered ones. A question gives all of its points or none. `decimal` is the decimal
 * mark of typed numbers.
 */
export function gradeAnswers(quiz: GradedQuiz, input: readonly Answer[], decimal: DecimalMark = "."): Grade {
  const byQuestion = new Map(input.map((answer) => [answer.questionId, answer]));
  return gradeOf(
    quiz,
    quiz.questions.map((question) => graded(question, byQuestion.get(question.id), decimal)),
  );
}

/** Grades as `gradeAnswers` does, and lets the event loop turn between the questions. */
export async function gradeInSlices(quiz: GradedQuiz, input: readonly Answer[], decimal: DecimalMark): Promise<Grade> {
  const byQuestion = new Map(input.map((answer) => [answer.questionId, answer]));
  const answers: GradedAnswer[] = [];
  for (const question of quiz.questions) {
    answers.push(graded(question, byQuestion.get(question.id), decimal));
    const turn = pause();
    if (turn) await turn;
  }
  return gradeOf(quiz, answers);
}

function graded(question: Question, input: Answer | undefined, decimal: DecimalMark): GradedAnswer {
  const answer = input ?? { questionId: question.id, choiceIds: [], text: null, matches: {} };
  const correct = isCorrect(question, answer, decimal);
  return { ...answer, correct, points: correct ? question.points : 0 };
}

function gradeOf({ questions, passPercent }: GradedQuiz, answers: GradedAnswer[]): Grade {
  const total = questions.reduce((sum, { points }) => sum + points, 0);
  const reached = answers.reduce((sum, { points }) => sum + points, 0);
  const passed = total === 0 || reached * 100 >= passPercent * total;
  return { answers, scorePercent: total === 0 ? 100 : percentOf(reached, total, passed ? 100 : passPercent), passed };
}

/** Rounded to a tenth, but never up to a limit that was not reached. */
function percentOf(reached: number, total: number, limit: number): number {
  const rounded = Math.round((reached * 1000) / total) / 10;
  const isReached = reached * 100 >= limit * total;
  return rounded >= limit && !isReached ? Math.floor((reached * 1000) / total) / 10 : rounded;
}

function isCorrect(question: Question, { choiceIds, text, matches }: Answer, decimal: DecimalMark): boolean {
  const { kind, choices } = question;
  switch (kind) {
    case "single":
    case "true_false":
    case "multiple":
      return areSame(new Set(choiceIds), new Set(choices.filter(({ correct }) => correct).map(({ id }) => id)));
    case "ordering":
      return choiceIds.length === choices.length && choices.every(({ id }, index) => choiceIds[index] === id);
    case "matching":
      return areMatched(choices, matches);
    case "numeric":
    case "short_text":
      return text !== null && acceptedAs(question, text, decimal) !== undefined;
  }
}

const areSame = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  left.size === right.size && [...left].every((id) => right.has(id));

/** Pages send the texts of the matches, which can differ by the case of a letter only. Programs may write them otherwise. */
function areMatched(choices: Question["choices"], matches: Answer["matches"]): boolean {
  const matchTexts = new Set(choices.map(({ match }) => match));
  return choices.every(({ id, match }) => {
    const chosenMatch = matches[id] ?? "";
    return (
      match !== null &&
      (chosenMatch === match || (!matchTexts.has(chosenMatch) && foldText(chosenMatch) === foldText(match)))
    );
  });
}

/** The answer of a student to one question. */
export interface GivenAnswer {
  choiceIds: readonly string[];
  text: string | null;
  matches: Readonly<Record<string, string>>;
}

/** The parts of a question that decide on an answer. */
type AnswerableQuestion = Pick<Question, "id" | "kind"> & { choices: readonly { id: string }[] };

/** Returns whether a question has a complete answer: each item of a matching or ordering question needs one. */
export function isAnswered(
  { kind, choices }: Omit<AnswerableQuestion, "id">,
  answer: GivenAnswer | null | undefined,
): boolean {
  if (!answer) return false;
  if (kind === "matching") return choices.every(({ id }) => (answer.matches[id] ?? "") !== "");
  if (kind === "ordering") return answer.choiceIds.length === choices.length;
  return answer.choiceIds.length > 0 || (answer.text ?? "").trim() !== "";
}

/** IDs of the questions without an answer, in their order. */
export function unansweredIn(questions: readonly AnswerableQuestion[], answers: readonly Answer[]): string[] {
  const byQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  return questions.filter((question) => !isAnswered(question, byQuestion.get(question.id))).map(({ id }) => id);
}

/** Returns whether two answers to one question are the same. */
export const isSameAnswer = (one: GivenAnswer | undefined, other: GivenAnswer | undefined): boolean =>
  textOf(one) === textOf(other);

function textOf(answer: GivenAnswer | undefined): string {
  const { choiceIds = [], text = null, matches = {} } = answer ?? {};
  const pairs = Object.entries(matches).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([choiceIds, text ?? "", pairs]);
}
