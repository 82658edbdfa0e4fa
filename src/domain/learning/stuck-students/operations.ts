import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { byTeachersInPerson, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";

/** Days without activity after which a student who has not completed the course counts as stuck. */
const idleDays = 14;

/** Failed attempts at a quiz that was never passed. */
const failedAttempts = 2;

/** The newest attempts are read: of these days, and at most this many. */
const attemptDays = 90;
const maxAttempts = 2000;

const maxStudents = 50;

/** A student who may need help. */
export interface StuckStudent {
  studentId: string;
  /** Null for a student without a name. Addresses have rules of their own. */
  student: string | null;
  progressPercent: number;
  /** Null: never. */
  lastActivityAt: Date | null;
  isIdle: boolean;
  /** The quiz that was failed again and again. Null: none. */
  failedQuiz: string | null;
}

export const listStuckStudents = operation({
  name: "listStuckStudents",
  summary: "List students of a course who may need help",
  description:
    "Students who have not completed the course and were inactive for 14 days, or failed a quiz twice without passing it.",
  reads: byTeachersInPerson,
  input: z.object({ courseId: Id("course") }),
  output: z.custom<StuckStudent[]>(),
  async run(context, { courseId }) {
    if (!(await isOwnCourse(context, courseId))) throw notFound("course", formatId("course", courseId));
    const [idle, failing] = await Promise.all([findIdle(context, courseId), findFailing(context, courseId)]);
    const failingIds = new Set(failing.map(({ studentId }) => studentId));
    return [...failing, ...idle.filter(({ studentId }) => !failingIds.has(studentId))].slice(0, maxStudents);
  },
});

const before = ({ now }: Context, days: number): Date => new Date(now.getTime() - days * 86_400_000);

const columns = sql`
  enrollments.student_id, members.name as student,
  floor(enrollments.progress_permille / 10.0)::int as progress_percent, enrollments.last_activity_at`;

const findIdle = (context: Context, courseId: string): Promise<StuckStudent[]> => {
  const { db, site } = context;
  const since = before(context, idleDays);
  return db.many<StuckStudent>`
    select ${columns}, true as is_idle, null as failed_quiz
      from enrollments
      left join ${table("members").joined(site.id, sql`enrollments.student_id`)} on true
     where enrollments.site_id = ${site.id} and enrollments.course_id = ${courseId} and enrollments.status = 'active'
       and enrollments.deleted_at is null and enrollments.starts_at < ${since}
       and coalesce(enrollments.last_activity_at, enrollments.starts_at) < ${since}
     order by coalesce(enrollments.last_activity_at, enrollments.starts_at), enrollments.id limit ${maxStudents}`;
};

const findFailing = (context: Context, courseId: string): Promise<StuckStudent[]> => {
  const { db, site } = context;
  const since = before(context, idleDays);
  return db.many<StuckStudent>`
    with failing as (
      select enrollment_id, min(lecture_id::text)::uuid as lecture_id
        from (select enrollment_id, lecture_id
                from (select enrollment_id, lecture_id, passed from quiz_attempts
                       where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null
                         and created_at >= ${before(context, attemptDays)} and submitted_at is not null
                       order by created_at desc, id desc limit ${maxAttempts}) as attempts
               group by enrollment_id, lecture_id
              having count(*) >= ${failedAttempts} and not bool_or(passed)) as failed
       group by enrollment_id order by enrollment_id limit ${maxStudents})
    select ${columns}, coalesce(enrollments.last_activity_at, enrollments.starts_at) < ${since} as is_idle,
           lectures.title as failed_quiz
      from failing
     cross join ${table("enrollments").joined(site.id, sql`failing.enrollment_id`)}
     cross join ${table("lectures").joined(site.id, sql`failing.lecture_id`)}
      left join ${table("members").joined(site.id, sql`enrollments.student_id`)} on true
     where enrollments.status = 'active' and enrollments.deleted_at is null
     order by enrollments.id`;
};

const maxStudentsPerPage = 100;

export const nameStudents = operation({
  name: "nameStudents",
  summary: "Find the names of students of a course",
  description: "Names only: addresses have rules of their own.",
  reads: byTeachersInPerson,
  input: z.object({ courseId: Id("course"), enrollmentIds: z.array(Id("enrollment")).max(maxStudentsPerPage) }),
  output: z.custom<{ studentId: string; student: string | null }[]>(),
  async run(context, { courseId, enrollmentIds }) {
    if (!(await isOwnCourse(context, courseId))) throw notFound("course", formatId("course", courseId));
    if (enrollmentIds.length === 0) return [];
    const { db, site } = context;
    return db.many<{ studentId: string; student: string | null }>`
      select enrollments.student_id, members.name as student
        from ${table("enrollments").withIds(site.id, enrollmentIds)}
       cross join ${table("members").joined(site.id, sql`enrollments.student_id`)}
       where enrollments.course_id = ${courseId}`;
  },
});
