import type { SiteScope } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lecture.ts";
import type { ProgressEvent } from "./progress.ts";

type Rule = LectureRecord["completionRule"];

/**
 * Whether an event completes a lecture by its rule, where nobody has said anything of that yet. What is passed or handed
 * in is completed by that alone.
 */
export function completesByRule(
  rule: Rule,
  { kind, positionSeconds }: Pick<ProgressEvent, "kind" | "positionSeconds">,
  durationSeconds: number | null,
): boolean {
  if (rule.kind === "view") return kind === "opened" || kind === "position";
  if (rule.kind !== "watch_percent" || kind !== "position" || !durationSeconds) return false;
  return (positionSeconds ?? 0) * 100 >= durationSeconds * rule.percent;
}

/** Whether students say themselves that such a lecture is done. */
export const isDoneBySaying = ({ kind }: Rule): boolean => kind !== "pass_quiz" && kind !== "submit";

interface Enrolled {
  id: string;
  courseId: string;
}

/** Whether an enrollment has all that its course asks of it. */
export const fulfilsCourse = async (scope: SiteScope, enrollment: Enrolled): Promise<boolean> =>
  (await fulfilledAmong(scope, [enrollment])).has(enrollment.id);

/** Of these enrollments, the ids of those that have all that their courses ask of them. */
export async function fulfilledAmong(
  { db, site }: SiteScope,
  enrollments: readonly Enrolled[],
): Promise<ReadonlySet<string>> {
  const ids = enrollments.map(({ id }) => id);
  const courseIds = enrollments.map(({ courseId }) => courseId);
  const rows = await db.many<Counted>`
    select wanted.id, courses.completion as rule,
           count(*) filter (where lectures.required)::integer as required,
           count(progress.completed_at) filter (where lectures.required)::integer as done,
           count(*) filter (where lectures.kind = 'quiz' and progress.completed_at is null)::integer as quizzes,
           count(*) filter (where lectures.kind = 'assignment' and progress.completed_at is null)::integer as assignments
      from unnest(${ids}::uuid[], ${courseIds}::uuid[]) as wanted (id, course_id)
      join courses on courses.site_id = ${site.id} and courses.id = wanted.course_id
      join sections on sections.site_id = courses.site_id and sections.course_id = courses.id
       and sections.status = 'published' and sections.deleted_at is null
      join lectures on lectures.site_id = sections.site_id and lectures.section_id = sections.id
       and lectures.status = 'published' and lectures.deleted_at is null
       and coalesce(lectures.min_role, 'student') = 'student'
      left join lecture_progress progress on progress.site_id = courses.site_id
       and progress.enrollment_id = wanted.id and progress.lecture_id = lectures.id
     group by wanted.id, courses.site_id, courses.id`;
  return new Set(rows.filter(isFulfilled).map(({ id }) => id));
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
