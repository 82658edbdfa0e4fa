import { insertAssignment } from "#domain/curriculum/assignment-queries.ts";
import { insertAttachment } from "#domain/curriculum/attachment-queries.ts";
import { QuizContent, quizFieldsOf } from "#domain/curriculum/quiz.ts";
import { findQuiz, insertQuiz, keepQuizVersion } from "#domain/curriculum/quiz-queries.ts";
import { newId } from "#domain/ids.ts";
import { now } from "./clock.ts";
import { database } from "./database.ts";
import type { ASite } from "./world.ts";

/** One of everything that can come with a lecture, under this name. */
export async function insertExercises({ site }: ASite, lectureId: string, name: string): Promise<void> {
  const scope = { db: database, site };
  const attachment = { id: newId(), lectureId, kind: "text", title: name, text: name, position: 0 } as const;
  await insertAttachment(scope, attachment, now());

  const question = { kind: "short_text", promptMarkdown: name, acceptedAnswers: [name] };
  await insertQuiz(scope, { ...quizFieldsOf(QuizContent.parse({ questions: [question] })), lectureId }, now());
  await keepQuizVersion(scope, (await findQuiz(scope, lectureId))!, now());

  const instructions = { instructionsMarkdown: name, instructionsHtml: name, maxScore: 100, dueDays: null };
  const rules = {
    submissionKinds: ["text" as const],
    rubric: [],
    latePolicy: { kind: "accept" as const },
    metadata: {},
  };
  await insertAssignment(scope, { lectureId, ...instructions, ...rules }, now());
}
