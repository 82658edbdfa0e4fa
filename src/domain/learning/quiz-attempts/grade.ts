import * as z from "zod";
import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";

/** Answer to a question: IDs of choices, a text or number, or the match for each choice. */
export const Answer = z
  .object({
    questionId: z.string().max(64),
    choiceIds: z
      .array(z.string().max(64))
      .max(50)
      .default([])
      .meta({ description: "For ordering questions: in the chosen order" }),
    text: z.string().max(5000).nullable().default(null),
    matches: z.record(z.string().max(64), z.string().max(1000)).default({}).meta({
      description: "For matching questions: the ID of the match for each choice ID",
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

/** Grades all questions, including unanswered ones. A question gives all of its points or none. */
export function gradeAnswers(
  { questions, passPercent }: { questions: readonly Question[]; passPercent: number },
  input: readonly Answer[],
): Grade {
  const byQuestion = new Map(input.map((answer) => [answer.questionId, answer]));
  const answers = questions.map((question): GradedAnswer => {
    const answer = byQuestion.get(question.id) ?? { questionId: question.id, choiceIds: [], text: null, matches: {} };
    const correct = isCorrect(question, answer);
    return { ...answer, correct, points: correct ? question.points : 0 };
  });
  const total = questions.reduce((sum, { points }) => sum + points, 0);
  const reached = answers.reduce((sum, { points }) => sum + points, 0);
  const scorePercent = total === 0 ? 100 : Math.floor((reached * 1000) / total) / 10;
  return { answers, scorePercent, passed: total === 0 || reached * 100 >= passPercent * total };
}

function isCorrect({ kind, choices, acceptedAnswers, tolerance }: Question, answer: Answer): boolean {
  const { choiceIds, text, matches } = answer;
  switch (kind) {
    case "single":
    case "true_false":
    case "multiple":
      return areSame(new Set(choiceIds), new Set(choices.filter(({ correct }) => correct).map(({ id }) => id)));
    case "ordering":
      return choiceIds.length === choices.length && choices.every(({ id }, index) => choiceIds[index] === id);
    case "matching":
      return choices.every(({ id, match }) => match !== null && alike(matches[id] ?? "") === alike(match));
    case "short_text":
      return text !== null && acceptedAnswers.some((accepted) => alike(accepted) === alike(text));
    default: {
      const value = numberIn(text ?? "");
      return acceptedAnswers.some((accepted) => isNear(value, Number(accepted), tolerance ?? 0));
    }
  }
}

const areSame = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  left.size === right.size && [...left].every((id) => right.has(id));

/** Normalizes case, Unicode compatibility forms and spaces. */
const alike = (text: string): string => text.normalize("NFKC").toLowerCase().trim().replaceAll(/\s+/g, " ");

/** Accepts a decimal point or a decimal comma. */
const numberIn = (text: string): number => {
  const plain = text.normalize("NFKC").trim().replace(",", ".");
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(plain) ? Number(plain) : Number.NaN;
};

/** Tolerates floating-point rounding errors. */
const isNear = (value: number, requested: number, tolerance: number): boolean =>
  Math.abs(value - requested) <= tolerance + Number.EPSILON * Math.max(1, Math.abs(requested)) * 4;
