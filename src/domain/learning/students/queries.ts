import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { ownGroups } from "#domain/learning/groups/require-group.ts";
import { both } from "#domain/platform/listing/filters.ts";
import type { StudentRow } from "./student.ts";

/** Enrollments that count: neither revoked nor deleted. */
const counted = sql`
  enrollments.site_id = members.site_id and enrollments.student_id = members.id
  and enrollments.status <> 'revoked' and enrollments.deleted_at is null`;

/** Columns of a student without the counts. Groups only include what the caller may see. */
export function profileColumns(context: Context): Sql {
  return sql`
  members.id, members.email, members.name, members.phone, members.locale, members.picture_file_id,
  members.status, members.tags, members.custom_fields, members.last_active_at, members.external_id, members.metadata, members.version,
  members.created_at, members.updated_at,
  array(select group_members.group_id from group_members
         where group_members.site_id = members.site_id and group_members.member_id = members.id
           and (select groups.deleted_at is null and ${ownGroups(context) ?? sql`true`} from groups
                 where groups.site_id = group_members.site_id and groups.id = group_members.group_id)
         order by group_members.group_id)::uuid[] as group_ids`;
}

/** Columns of a student. Counts and groups only include what the caller may see. */
export function columnsFor(context: Context): Sql {
  const visible = both(counted, ofOwnCourses(context, sql`enrollments`));
  return sql`
  ${profileColumns(context)},
  (select count(*) from enrollments where ${visible}) as enrollment_count,
  (select count(*) from enrollments where ${visible} and enrollments.completed_at is not null) as completed_count,
  (select coalesce(sum(lecture_progress.watched_seconds), 0)
     from enrollments
     join lecture_progress on lecture_progress.site_id = enrollments.site_id
      and lecture_progress.enrollment_id = enrollments.id
    where ${visible}) as total_watch_seconds`;
}

/** SQL condition: a `members` row has the student role. */
export const isStudent = sql`'student' = any(members.roles)`;

/** SQL condition: the student is enrolled in a course of the caller. Undefined for callers who may see all students. */
export const ownStudents = (context: Context): Sql | undefined =>
  isConfined(context) ? studentsTaughtBy(memberOf(context.caller)) : undefined;

/** SQL condition: the student is enrolled in a course of this lecturer, who is named by their member ID. */
export const studentsTaughtBy = (lecturerId: string | null): Sql => sql`
  exists (select from enrollments
            join course_lecturers on course_lecturers.site_id = enrollments.site_id
             and course_lecturers.course_id = enrollments.course_id
            join lecturers on lecturers.site_id = course_lecturers.site_id
             and lecturers.id = course_lecturers.lecturer_id and ${table("lecturers").present}
           where ${counted} and lecturers.member_id = ${lecturerId})`;

/** Reads a member as a student, without checks of caller or role. */
export async function readStudent(context: Context, id: string): Promise<StudentRow> {
  const { db, site } = context;
  return db.one<StudentRow>`
    select ${columnsFor(context)} from members where site_id = ${site.id} and id = ${id}`;
}

/** Returns undefined for members who are not students or not visible to the caller. */
export async function findStudent(context: Context, id: string): Promise<StudentRow | undefined> {
  const { db, site } = context;
  return db.first<StudentRow>`
    select ${columnsFor(context)} from members
     where site_id = ${site.id} and id = ${id} and ${table("members").present} and ${isStudent}
       and ${ownStudents(context) ?? sql`true`}`;
}

export async function listStudentsById(context: Context, ids: readonly string[]): Promise<StudentRow[]> {
  const { db, site } = context;
  return db.many<StudentRow>`
    select ${columnsFor(context)} from ${table("members").withIds(site.id, ids)}
     where members.deleted_at is null
       and ${ownStudents(context) ?? sql`true`}`;
}

/** Filters ids to the students that the caller may see. */
export async function findStudentIds(context: Context, ids: readonly string[]): Promise<string[]> {
  const { db, site } = context;
  const found = await db.many<{ id: string }>`
    select id from ${table("members").withIds(site.id, ids)}
     where members.deleted_at is null and ${isStudent}
       and ${ownStudents(context) ?? sql`true`}`;
  return found.map(({ id }) => id);
}
