import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { permilleOf } from "./course-progress.ts";
import type { ProgressEvent } from "./progress.ts";
import { isVisibleToStudents, withSections } from "#domain/catalog/curriculum/taught-lectures.ts";
import { progressOfLecture } from "./progress-of-lecture.ts";
import { maxPlaybackRate } from "./watched-intervals.ts";

type Rule = LectureRecord["completionRule"];

type Reported = Pick<ProgressEvent, "kind" | "positionSeconds" | "occurredAt">;

/** A completion that was withdrawn: when, and the last position before the event. */
export interface Withdrawal {
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
