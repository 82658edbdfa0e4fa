import { memberOf } from "#access/caller.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { coursesToEnrollIn } from "#domain/learning/enrollments/enroll-courses.ts";
import { enrollMany } from "#domain/learning/enrollments/enroll-many.ts";
import { isStudent, studentsTaughtBy } from "#domain/learning/students/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

const enrollmentsPerTransaction = 2000;

const maxAttempts = 25;

/** Enrollments to create: those of the students of a group in some of its courses. */
export interface GroupEnrollments {
  groupId: string;
  courseIds: readonly string[];
  /** Null: all students of the group. */
  studentIds: readonly string[] | null;
  /** Students who joined at this time or later get access again if theirs has expired. The others keep what they have. */
  renewSince: Date;
  /** Only the students of this lecturer: a course must not reveal to its lecturer who is in a group. */
  lecturerId: string | null;
  /** The last student of the previous batch. */
  after: string | null;
}

/**
 * Enrolls students who joined a group, or all of its students in courses that were added. The first enrollments are
 * created in this transaction, the others by jobs that commit together with their successors: each enrollment is
 * created once. Leaves out courses that take no students, and those that the caller does not teach.
 */
export async function enrollGroup(
  context: Context,
  { courseIds, ...students }: Pick<GroupEnrollments, "groupId" | "courseIds" | "studentIds" | "renewSince">,
): Promise<{ enrolled: number; pending: boolean; skippedCourseIds: string[] }> {
  const courses = await coursesToEnrollIn(context, courseIds);
  const isOpen = (id: string) => courses.has(id) && courses.get(id)?.status !== "archived";
  const lecturerId = isConfined(context) ? memberOf(context.caller) : null;
  const enrollments = { ...students, courseIds: courseIds.filter(isOpen), lecturerId, after: null };
  return { ...(await enrollBatch(context, enrollments)), skippedCourseIds: courseIds.filter((id) => !isOpen(id)) };
}

/** Creates the next enrollments and queues the rest. The caller must lock the group. */
export async function enrollBatch(
  context: Context,
  enrollments: GroupEnrollments,
): Promise<{ enrolled: number; pending: boolean }> {
  const { groupId, courseIds, renewSince } = enrollments;
  if (courseIds.length === 0) return { enrolled: 0, pending: false };
  const limit = Math.max(1, Math.floor(enrollmentsPerTransaction / courseIds.length));
  const studentsAndNext = await nextStudents(context, enrollments, limit + 1);
  const students = studentsAndNext.slice(0, limit);
  const rows = students.flatMap(({ memberId, createdAt }) => {
    const onExisting = createdAt >= renewSince ? ("renew" as const) : ("keep" as const);
    return courseIds.map((courseId) => ({ courseId, studentId: memberId, onExisting, notify: true }));
  });
  const outcomes = await enrollMany(context, rows, { createStudents: false, source: "group", sourceId: groupId });
  const enrolled = outcomes.filter((outcome) => !(outcome instanceof Problem) && outcome.status !== "unchanged").length;
  const pending = studentsAndNext.length > limit;
  if (pending) await queueRest(context, { ...enrollments, after: students.at(-1)?.memberId ?? null });
  return { enrolled, pending };
}

const queueRest = ({ db, site }: Context, rest: GroupEnrollments): Promise<void> =>
  addJob(db, "enroll_group", { siteId: site.id, ...rest }, maxAttempts);

/** The next students of the group, sorted by ID. */
function nextStudents(
  { db, site }: Context,
  { groupId, studentIds, lecturerId, after }: GroupEnrollments,
  limit: number,
): Promise<{ memberId: string; createdAt: Date }[]> {
  return db.many<{ memberId: string; createdAt: Date }>`
    select group_members.member_id, group_members.created_at
      from group_members
     cross join lateral (
       select members.id from members
        where members.site_id = group_members.site_id and members.id = group_members.member_id
          and ${table("members").present} and ${isStudent}
          and ${lecturerId === null ? sql`true` : studentsTaughtBy(lecturerId)}
       offset 0) as student
     where group_members.site_id = ${site.id} and group_members.group_id = ${groupId}
       and ${studentIds === null ? sql`true` : sql`group_members.member_id = any(${studentIds}::uuid[])`}
       and ${after === null ? sql`true` : sql`group_members.member_id > ${after}`}
     order by group_members.member_id limit ${limit}`;
}
