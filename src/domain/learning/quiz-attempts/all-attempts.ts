import { recordset, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { attempts } from "./queries.ts";
import type { WholeAttempt } from "./quiz-attempt.ts";

/** Few, because each can have many long answers. */
const pageSize = 100;

/** Yields all attempts of a site with their answers, in ID order. */
export const allAttempts = (scope: SiteScope) => attempts.listPages(scope, pageSize);

/** An attempt of another site. */
export type FormerAttempt = Omit<
  WholeAttempt,
  "id" | "studentId" | "courseId" | "quizVersion" | "endsAt" | "version" | "createdAt" | "updatedAt"
>;

/** The reason for which an attempt was not restored. */
type Unrestored = "enrollment" | "quiz" | "existing";

export type Restoration = { id: string } | Unrestored;

/**
 * Inserts attempts as they were graded, in the current version of their quiz. Returns their IDs, or why they were not
 * restored, in the same order.
 */
export async function restoreAttempts(
  context: Pick<Context, "db" | "site" | "now">,
  attempts: readonly FormerAttempt[],
): Promise<Restoration[]> {
  const { db, site, now } = context;
  const enrollmentIds = attempts.map(({ enrollmentId }) => enrollmentId);
  const enrollments = new Map(
    (
      await db.many<{ id: string; studentId: string; courseId: string }>`
        select id, student_id, course_id from ${table("enrollments").withIds(site.id, enrollmentIds)}
         where ${table("enrollments").present}`
    ).map((enrollment) => [enrollment.id, enrollment]),
  );
  const quizzes = await quizzesOf(
    context,
    attempts.map(({ lectureId }) => lectureId),
  );
  const restored = attempts.map((attempt) => {
    const enrollment = enrollments.get(attempt.enrollmentId);
    if (!enrollment) return "enrollment";
    const quiz = quizzes.get(attempt.lectureId);
    if (quiz?.courseId !== enrollment.courseId) return "quiz";
    const { startedAt, submittedAt, answers, externalId, metadata, scorePercent, passed, attemptNo } = attempt;
    const { timeLimitSeconds, quizVersion } = quiz;
    const hasLimit = submittedAt === null && timeLimitSeconds !== null;
    return {
      id: newId(),
      lectureId: attempt.lectureId,
      enrollmentId: enrollment.id,
      studentId: enrollment.studentId,
      courseId: enrollment.courseId,
      quizVersion,
      attemptNo,
      startedAt,
      endsAt: hasLimit ? new Date(startedAt.getTime() + timeLimitSeconds * 1000) : null,
      submittedAt,
      answers,
      scorePercent,
      passed,
      externalId,
      metadata,
    };
  });
  const stored = new Set<string>();
  const sound = restored.filter((attempt) => typeof attempt !== "string");
  if (sound.length > 0) {
    const inserted = await db.write.many<{ id: string }>`
      insert into quiz_attempts (site_id, id, lecture_id, enrollment_id, student_id, course_id, quiz_version, attempt_no,
                                 started_at, ends_at, submitted_at, answers, score_percent, passed, external_id, metadata,
                                 created_at, updated_at)
      select ${site.id}, id, lecture_id, enrollment_id, student_id, course_id, quiz_version, attempt_no, started_at, ends_at,
             submitted_at, answers, score_percent, passed, external_id, metadata, ${now}, ${now}
        from jsonb_populate_recordset(null::quiz_attempts, ${recordset(sound)}::jsonb)
      on conflict do nothing returning id`;
    for (const { id } of inserted) stored.add(id);
    const lectureIds = [...new Set(sound.map(({ lectureId }) => lectureId))].toSorted();
    // After this, a change to the quiz creates a new version.
    await db.run`
      update quizzes set attempted = true
       where site_id = ${site.id} and lecture_id = any(${lectureIds}::uuid[]) and not attempted`;
  }
  return restored.map((attempt) => {
    if (typeof attempt === "string") return attempt;
    return stored.has(attempt.id) ? { id: attempt.id } : "existing";
  });
}

interface QuizOfLecture {
  lectureId: string;
  courseId: string;
  quizVersion: number;
  timeLimitSeconds: number | null;
}

async function quizzesOf({ db, site }: SiteScope, lectureIds: readonly string[]): Promise<Map<string, QuizOfLecture>> {
  const found = await db.many<QuizOfLecture>`
    select lectures.id as lecture_id, lectures.course_id, quizzes.quiz_version, quizzes.time_limit_seconds
      from ${table("lectures").withIds(site.id, lectureIds)}
     cross join ${table("quizzes").joined(site.id, sql`lectures.id`, "lecture_id")}
     where ${table("lectures").present} and ${table("quizzes").present}
     order by lectures.id for key share of lectures`;
  return new Map(found.map((quiz) => [quiz.lectureId, quiz]));
}
