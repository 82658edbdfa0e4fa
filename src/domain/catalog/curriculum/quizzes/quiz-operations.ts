import * as z from "zod";
import { deleteExercise, getExercise, replaceExercise } from "#domain/catalog/curriculum/exercise-operations.ts";
import { Id } from "#domain/platform/ids.ts";
import { serializeQuiz, Quiz, quizContent, quizFieldsOf } from "./quiz.ts";
import { findQuiz, lockQuiz, updateQuiz } from "./quiz-queries.ts";
import { saveQuiz } from "./save-quiz.ts";

const quiz = {
  kind: "quiz",
  output: Quiz,
  find: findQuiz,
  lock: lockQuiz,
  update: updateQuiz,
  serialize: serializeQuiz,
  version: ({ etag }: ReturnType<typeof serializeQuiz>) => etag,
} as const;

export const getQuiz = getExercise({
  name: "getQuiz",
  description: "Includes the correct answers.",
  of: quiz,
});

export const replaceQuiz = replaceExercise({
  name: "replaceQuiz",
  description: "Creates a new version if the quiz already has attempts.",
  of: quiz,
  input: z.object({ ...quizContent, id: Id("lecture") }),
  fieldsOf: quizFieldsOf,
  save: saveQuiz,
});

export const deleteQuiz = deleteExercise({ name: "deleteQuiz", of: quiz });
