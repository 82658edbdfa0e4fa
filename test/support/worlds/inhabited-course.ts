import { rows } from "#database/statements/sql.ts";
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
  const { lectureId, studentId: memberId } = place;
  const written = { siteId: site.id, lectureId, memberId, createdAt: now() };
  const fields = JSON.stringify({ title: { title: name } });
  const draft = { ...written, id: newId(), fields, shown: "{}", revision: 1, savedAt: now(), seenAt: now() };
  await database.run`insert into lecture_drafts ${rows(draft)}`;
  const followed = { siteId: site.id, lectureId, memberId, updatedAt: now() };
  await database.run`insert into followed_discussions ${rows(followed)} on conflict do nothing`;
  const answers = JSON.stringify([{ questionId: "q1", choiceIds: [], text: name, matches: {} }]);
  const { enrollmentId } = place;
  const unsubmitted = { siteId: site.id, id: newId(), enrollmentId, lectureId, answers, text: name, url: name };
  await database.run`insert into work_drafts ${rows({ ...unsubmitted, revision: newId(), savedAt: now() })}`;
  const note = {
    siteId: site.id,
    id: newId(),
    memberId,
    lectureId,
    courseId: place.courseId,
    text: name,
    positionSeconds: 5,
  };
  await database.run`
    insert into lecture_notes ${rows({ ...note, revision: newId(), createdAt: now(), savedAt: now() })}`;
  await database.run`
    insert into lecture_revisions ${rows({ ...written, id: newId(), revision: 1, title: name, bodyMarkdown: name })}`;
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

  const instructions = {
    instructionsMarkdown: name,
    instructionsHtml: name,
    maxScore: 100,
    dueDays: null,
    dueAt: null,
  };
  const rules = {
    submissionKinds: ["text" as const],
    rubric: [],
    latePolicy: { kind: "accept" as const },
    metadata: {},
  };
  await insertAssignment(scope, { lectureId, ...instructions, ...rules }, now());
}
