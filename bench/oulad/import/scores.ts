import type { GradedAnswer } from "#domain/learning/quiz-attempts/grade.ts";

/** Scores below this fail (Kuzilek et al., on studentAssessment). */
export const passPercent = 40;

/** Only the score of a quiz is known, so the question asks for it. */
export const scoreQuestion = {
  id: "score",
  kind: "numeric",
  promptMarkdown:
    "How many of 100 points? The data set contains only the scores of this assessment, not its questions.",
  acceptedAnswers: ["100"],
  points: 100,
};

/** Builds answers that are graded with a score from 0 to 100. */
export const answersWith = (score: number): GradedAnswer[] => [
  {
    questionId: scoreQuestion.id,
    choiceIds: [],
    text: String(score),
    matches: {},
    correct: score === 100,
    points: score,
  },
];
