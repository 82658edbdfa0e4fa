import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { completeQuestions, type StoredQuestion } from "#domain/catalog/curriculum/quizzes/question.ts";
import type { QuizRecord } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { type DecimalMark, decimalMarkOf } from "#domain/catalog/curriculum/quizzes/typed-answers/decimal-mark.ts";
import type { GradedAnswer } from "./grade.ts";
import type { AttemptRow, WholeAttempt } from "./quiz-attempt.ts";

export const columns = sql`
  quiz_attempts.id, quiz_attempts.enrollment_id, quiz_attempts.student_id, quiz_attempts.course_id,
  quiz_attempts.lecture_id, quiz_attempts.quiz_version, quiz_attempts.attempt_no, quiz_attempts.started_at,
  quiz_attempts.ends_at, quiz_attempts.submitted_at, quiz_attempts.score_percent::float8 as score_percent,
  quiz_attempts.passed, quiz_attempts.external_id, quiz_attempts.metadata, quiz_attempts.version,
  quiz_attempts.created_at, quiz_attempts.updated_at`;

/** Content of a quiz in the version of an attempt. */
export type QuizContentRow = Pick<
  QuizRecord,
  "passPercent" | "attemptsAllowed" | "timeLimitSeconds" | "shuffle" | "showAnswers" | "questions"
>;

export const attempts = defineTable<WholeAttempt, Partial<AttemptRow> & Pick<AttemptRow, "id">>("quiz_attempts", {
  columns: sql`${columns}, quiz_attempts.answers`,
});

export const { find: findAttempt, insert: insertAttempt } = attempts;

/** One student's attempts at a quiz, newest first, without the answers of earlier ones. */
export const listOwnAttempts = ({ db, site }: SiteScope, enrollmentId: string, lectureId: string) =>
  db.many<AttemptRow>`
    select ${columns} from quiz_attempts
     where site_id = ${site.id} and ${table("quiz_attempts").hasPair(["enrollment_id", "lecture_id"], enrollmentId, lectureId)} and ${table("quiz_attempts").present}
     order by enrollment_id desc, lecture_id desc, attempt_no desc limit 1000`;

export async function findContent(
  { db, site }: SiteScope,
  lectureId: string,
  quizVersion: number,
): Promise<QuizContentRow | undefined> {
  const current = await db.first<StoredContent>`
    select pass_percent, attempts_allowed, time_limit_seconds, shuffle, show_answers, questions from quizzes
     where site_id = ${site.id} and lecture_id = ${lectureId} and quiz_version = ${quizVersion}`;
  if (current) return completeContent(current);
  const archived = await db.first<{ content: StoredContent }>`
    select content from quiz_versions
     where site_id = ${site.id} and lecture_id = ${lectureId} and quiz_version = ${quizVersion}`;
  return archived && completeContent(archived.content);
}

type StoredContent = Omit<QuizContentRow, "questions"> & { questions: StoredQuestion[] };

const completeContent = (stored: StoredContent): QuizContentRow => ({
  ...stored,
  questions: completeQuestions(stored.questions),
});

/** Returns the decimal mark of numbers that students of a course type: that of its language. */
export async function findDecimalMark({ db, site }: SiteScope, courseId: string): Promise<DecimalMark> {
  const found = await db.first<{ language: string }>`
    select language from courses where site_id = ${site.id} and id = ${courseId}`;
  return decimalMarkOf(found?.language ?? site.defaultLocale);
}

/** After this, a change to the quiz creates a new version. */
export async function markAttempted({ db, site }: SiteScope, lectureId: string): Promise<void> {
  await db.run`
    update quizzes set attempted = true
     where site_id = ${site.id} and lecture_id = ${lectureId} and not attempted`;
}

export async function closeAttempt(
  { db, site }: SiteScope,
  id: string,
  { answers, scorePercent, passed, submittedAt, quizVersion }: GradeOf,
  now: Date,
): Promise<void> {
  await db.run`
    update quiz_attempts
       set answers = ${JSON.stringify(answers)}::jsonb, score_percent = ${scorePercent}::numeric, passed = ${passed},
           submitted_at = ${submittedAt}, quiz_version = ${quizVersion}, updated_at = ${now}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

interface GradeOf {
  answers: readonly GradedAnswer[];
  scorePercent: number;
  passed: boolean;
  submittedAt: Date;
  quizVersion: number;
}
