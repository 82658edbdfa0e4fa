import { insertAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { insertAttachment } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import { QuizContent, quizFieldsOf } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { findQuiz, insertQuiz, keepQuizVersion } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { insertAttempt } from "#domain/learning/quiz-attempts/queries.ts";
import { insertSubmission } from "#domain/learning/submissions/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import type { ASite } from "../world.ts";

/** A student's answers and submissions. */
export async function insertExerciseWork(
  { site }: ASite,
  place: { enrollmentId: string; studentId: string; courseId: string; lectureId: string },
  name: string,
): Promise<void> {
  const scope = { db: database, site };
  const attempt = { id: newId(), ...place, quizVersion: 1, attemptNo: 1, startedAt: now(), submittedAt: now() };
  await insertAttempt(scope, { ...attempt, scorePercent: 100, passed: true }, now());
  const work = { id: newId(), ...place, status: "submitted" as const, text: name, submittedAt: now() };
  await insertSubmission(scope, work, now());
}

/** One of each exercise and attachment of a lecture, under this name. */
export async function insertExercises({ site }: ASite, lectureId: string, name: string): Promise<void> {
  const scope = { db: database, site };
  const attachment = { id: newId(), lectureId, kind: "text", title: name, text: name, position: 0 } as const;
  await insertAttachment(scope, attachment, now());

  const question = { kind: "short_text", promptMarkdown: name, acceptedAnswers: [name] };
  await insertQuiz(
    scope,
    { ...(await quizFieldsOf(scope, QuizContent.parse({ questions: [question] }))), lectureId },
    now(),
  );
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
