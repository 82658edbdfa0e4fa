import type { GradedAnswer } from "#domain/learning/quiz-attempts/grade.ts";

/** A score below it is a fail (Kuzilek et al., on studentAssessment). */
export const passPercent = 40;

/** All that is known of a quiz is its score: it asks for that. */
export const scoreQuestion = {
  id: "score",
  kind: "numeric",
  promptMarkdown: "How many of 100 points? The data set has the scores of this assessment, not its questions.",
  acceptedAnswers: ["100"],
  points: 100,
};

/** Answers that are graded with a score, 0 to 100. */
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
