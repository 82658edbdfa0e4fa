import type { Queries } from "#database/database.ts";
import type { DeferredWork } from "#database/statements/deferred-work.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { issueOnCompletion } from "#domain/learning/certificates/issue.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { type Enrollment, enrollmentEvent } from "#domain/learning/enrollments/enrollment.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { permilleOf } from "./course-progress.ts";
import type { ProgressEvent } from "./progress.ts";
import { isVisibleToStudents, withSections } from "#domain/catalog/curriculum/taught-lectures.ts";
import { maxPlaybackRate } from "./watched-intervals.ts";
import { progressOfLecture } from "./queries.ts";

type Completable = Pick<Enrollment, "id" | "studentId" | "courseId">;

interface Options {
  /** False for imported history: certificates are imported as well. */
  certificates?: boolean;
}

/** Condition on enrollments that are neither completed nor closed. A CASE, as `present` of `database/table`. */
const isUnderWay = sql`(case when status in ('active', 'scheduled') and deleted_at is null then true end)`;

/** Condition on enrollments that a change of their course can complete: started and open. */
export const canBeCompleted = (now: Date): Sql => sql`
  ${isUnderWay} and last_activity_at is not null and (expires_at is null or expires_at > ${now})`;

/**
 * Completes enrollments that meet the conditions of their courses, with events and certificates. Every completion goes
 * through this function, and each enrollment is completed once. The caller has locked them. Returns their number.
 */
export async function completeEnrollments(
  context: Context,
  fulfilled: readonly (Completable & { at: Date })[],
  { certificates = true }: Options = {},
): Promise<number> {
  if (fulfilled.length === 0) return 0;
  const { db, site, now } = context;
  const times = fulfilled.map(({ at }) => at);
  const ids = fulfilled.map(({ id }) => id);
  const changed = await db.write.many<{ id: string }>`
    update enrollments
       set status = 'completed', completed_at = changed.at, updated_at = ${now}, version = enrollments.version + 1
      ${table("enrollments").fromEach(site.id, sql`unnest(${ids}::uuid[], ${times}::timestamptz[]) as input (id, at)`)} and ${isUnderWay}
    returning enrollments.id`;
  const done = new Set(changed.map(({ id }) => id));
  const completed = fulfilled.filter(({ id }) => done.has(id));
  await recordEvents(
    context,
    completed.map((enrollment) => enrollmentEvent("enrollment.completed", enrollment)),
  );
  if (certificates) for (const enrollment of completed) await issueOnCompletion(context, enrollment);
  // Students show the number of completed courses.
  await markMembersUpdated(
    context,
    completed.map(({ studentId }) => studentId),
  );
  return completed.length;
}

/** Completes those of the enrollments that are open and meet the conditions of their courses. Returns their number. */
export async function completeFulfilled(context: Context, ids: readonly string[]): Promise<number> {
  const { db, site, now } = context;
  if (ids.length === 0) return 0;
  const open = await db.many<Completable>`
    select id, student_id, course_id from ${table("enrollments").withIds(site.id, ids)}
     where ${canBeCompleted(now)}
     order by id for no key update`;
  // A separate statement, because the one that locks sees what was committed before it began.
  const fulfilled = await fulfilledAmong(context, open);
  const met = open.filter(({ id }) => fulfilled.has(id));
  await completeEnrollments(
    context,
    met.map((enrollment) => ({ ...enrollment, at: now })),
  );
  return met.length;
}

/** The course may have changed, or progress may have been reported, while the enrollments were closed. */
const reconsidering: DeferredWork<Queries, { context: Context; id: string }> = {
  // Not an ID: no request has to wait for the result.
  keyOf: ({ id }) => `completion ${id}`,
  async run(db, reopened) {
    for (const [context, rows] of Map.groupBy(reopened, (row) => row.context)) {
      await completeFulfilled(
        { ...context, db },
        rows.map(({ id }) => id),
      );
    }
  },
};

/** Completes enrollments before the transaction commits, if they are open again and meet the conditions. */
export const reconsiderCompletion = (context: Context, ids: readonly string[]): Promise<void> =>
  context.db.defer(
    reconsidering,
    ids.map((id) => ({ context, id })),
  );

type Rule = LectureRecord["completionRule"];

type Reported = Pick<ProgressEvent, "kind" | "positionSeconds" | "occurredAt">;

/** A completion that was withdrawn: when, and the last position before the event. */
interface Withdrawal {
  at: Date;
  positionSeconds: number;
}

/**
 * Returns true if an event completes a lecture by its rule. Quiz and assignment rules complete only by passing or
 * submitting. After a withdrawal, the event must show that the lecture is viewed again.
 */
export function completesByRule(
  rule: Rule,
  { kind, positionSeconds = 0, occurredAt }: Reported,
  { durationSeconds, withdrawal }: { durationSeconds: number | null; withdrawal: Withdrawal | undefined },
): boolean {
  // Players that were open at the withdrawal still report positions.
  if (rule.kind === "view") return kind === "opened" || (kind === "position" && !withdrawal);
  if (rule.kind !== "watch_percent" || kind !== "position" || !durationSeconds) return false;
  const needed = (durationSeconds * rule.percent) / 100;
  if (positionSeconds < needed) return false;
  if (!withdrawal || withdrawal.positionSeconds < needed) return true;
  return (occurredAt.getTime() - withdrawal.at.getTime()) * maxPlaybackRate >= needed * 1000;
}

/** Returns true if the watched seconds complete a lecture. Intervals are whole seconds, so one second may be missing. */
export const completesByWatching = (rule: Rule, watchedSeconds: number, durationSeconds: number | null): boolean =>
  rule.kind === "watch_percent" &&
  durationSeconds !== null &&
  durationSeconds > 0 &&
  watchedSeconds > 0 &&
  (watchedSeconds + 1) * 100 >= durationSeconds * rule.percent;

/** Returns true if students mark such a lecture as done themselves. */
export const isDoneBySaying = ({ kind }: Rule): boolean => kind !== "pass_quiz" && kind !== "submit";

interface Enrolled {
  id: string;
  courseId: string;
}

/** Returns the progress of an enrollment, and true if it meets the completion conditions of its course. */
export async function completionOf(
  scope: SiteScope,
  enrollment: Enrolled,
): Promise<{ permille: number; isFulfilled: boolean }> {
  const [counted] = await countLectures(scope, [enrollment]);
  if (!counted) return { permille: 0, isFulfilled: false };
  return { permille: permilleOf(counted.done, counted.required), isFulfilled: isFulfilled(counted) };
}

/** Returns the IDs of the enrollments that meet the completion conditions of their courses. */
export async function fulfilledAmong(scope: SiteScope, enrollments: readonly Enrolled[]): Promise<ReadonlySet<string>> {
  const rows = await countLectures(scope, enrollments);
  return new Set(rows.filter(isFulfilled).map(({ id }) => id));
}

/** Counts the visible lectures of each enrollment's course, and those that the student completed. */
function countLectures({ db, site }: SiteScope, enrollments: readonly Enrolled[]): Promise<Counted[]> {
  const ids = enrollments.map(({ id }) => id);
  const courseIds = enrollments.map(({ courseId }) => courseId);
  return db.many<Counted>`
    select requested.id, courses.completion as rule, counted.*
      from unnest(${ids}::uuid[], ${courseIds}::uuid[]) as requested (id, course_id)
     cross join ${table("courses").joined(site.id, sql`requested.course_id`)}
     cross join lateral (
       select count(*) filter (where lectures.required)::integer as required,
              count(progress.completed_at) filter (where lectures.required)::integer as done,
              count(*) filter (where lectures.kind = 'quiz' and progress.completed_at is null)::integer as quizzes,
              count(*) filter (where lectures.kind = 'assignment'
                                 and progress.completed_at is null)::integer as assignments
         from ${table("lectures").under(site.id, "course_id", sql`requested.course_id`)}
              ${withSections}
         left join ${progressOfLecture(site.id, sql`requested.id`, sql`lectures.id`)} on true
        where ${isVisibleToStudents}) counted`;
}

interface Counted {
  id: string;
  rule: CourseRecord["completion"];
  required: number;
  done: number;
  quizzes: number;
  assignments: number;
}

const isFulfilled = ({ rule, required, done, quizzes, assignments }: Counted): boolean =>
  required > 0 &&
  done * 100 >= required * rule.requiredPercent &&
  (!rule.requireQuizzes || quizzes === 0) &&
  (!rule.requireAssignments || assignments === 0);
