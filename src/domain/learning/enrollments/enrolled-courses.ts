import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { EnrolledCourse, EnrolledCourseInBrief, EnrolledCoursePosition, EnrollmentStatus } from "./enrollment.ts";

interface EnrolledCoursesRequest {
  first: number;
  after?: EnrolledCoursePosition | undefined;
  statuses?: readonly EnrollmentStatus[] | undefined;
  /** Course slug. */
  slug?: string | undefined;
  /** Only this enrollment. */
  id?: string | undefined;
}

/**
 * Returns the member's courses, most recently used first. Excludes revoked enrollments, enrollments that have not
 * started, and deleted courses.
 */
export function listEnrolledCourses(
  { db, site }: SiteScope,
  memberId: string,
  requested: EnrolledCoursesRequest,
  now: Date,
): Promise<EnrolledCourse[]> {
  const { first, after, id } = requested;
  const beyond = after
    ? sql`(coalesce(enrollments.last_activity_at, enrollments.enrolled_at), enrollments.id)
          < (${after.activeAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return db.many<EnrolledCourse>`
    select enrollments.id, enrollments.course_id, courses.slug, courses.name, courses.cover_file_id,
           enrollments.status, enrollments.starts_at, enrollments.expires_at, enrollments.enrolled_at,
           enrollments.completed_at, enrollments.last_lecture_id, enrollments.last_position_seconds,
           enrollments.last_activity_at
      from enrollments
      ${withCourse}
     where enrollments.site_id = ${site.id} and enrollments.student_id = ${memberId}
       and ${isListed(now)} and ${fits(requested, now)} and ${beyond}
       and ${id === undefined ? sql`true` : sql`enrollments.id = ${id}`}
     order by coalesce(enrollments.last_activity_at, enrollments.enrolled_at) desc, enrollments.id desc
     limit ${first}`;
}

/**
 * Returns the first courses of the list with only the columns of the home screen, because transferring the others
 * takes longer than finding the rows.
 */
export const listEnrolledCoursesInBrief = (
  { db, site }: SiteScope,
  memberId: string,
  first: number,
  now: Date,
): Promise<EnrolledCourseInBrief[]> => db.many<EnrolledCourseInBrief>`
  select courses.slug, enrollments.expires_at, enrollments.last_lecture_id, enrollments.last_position_seconds
    from enrollments
    ${withCourse}
   where enrollments.site_id = ${site.id} and enrollments.student_id = ${memberId} and ${isListed(now)}
   order by coalesce(enrollments.last_activity_at, enrollments.enrolled_at) desc, enrollments.id desc
   limit ${first}`;

/** Counts all courses that `listEnrolledCourses` returns. */
export async function countEnrolledCourses(
  { db, site }: SiteScope,
  memberId: string,
  requested: Pick<EnrolledCoursesRequest, "statuses" | "slug">,
  now: Date,
): Promise<number> {
  const row = await db.first<{ count: number }>`
    select count(*) from enrollments
      ${withCourse}
     where enrollments.site_id = ${site.id} and enrollments.student_id = ${memberId}
       and ${isListed(now)} and ${fits(requested, now)}`;
  return row?.count ?? 0;
}

/** Looks up the course of each enrollment by its key, with or without planner statistics. */
const withCourse = sql`cross join ${table("courses").of("enrollments", "course_id")}`;

const isListed = (now: Date): Sql => sql`
  enrollments.deleted_at is null and enrollments.status <> 'revoked' and courses.deleted_at is null
  and (enrollments.status <> 'scheduled' or enrollments.starts_at <= ${now})`;

const fits = ({ statuses, slug }: Pick<EnrolledCoursesRequest, "statuses" | "slug">, now: Date): Sql => sql`
  (${slug ?? null}::text is null or courses.slug = ${slug ?? null})
  and (${statuses ?? null}::text[] is null or ${standingColumn(now)} = any(${statuses ?? null}::text[]))`;

/** SQL equivalent of `statusOf`. */
const standingColumn = (now: Date): Sql => sql`
  case when enrollments.status = 'expired' or enrollments.expires_at <= ${now} then 'expired'
       when enrollments.status = 'completed' then 'completed' else 'active' end`;

/** Returns the titles of lectures. Deleted lectures are omitted. */
export async function lectureNames(scope: SiteScope, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await lecturesNamed(scope, ids);
  return new Map([...found].map(([id, { title }]) => [id, title]));
}

/** Returns the titles of lectures, and if they play. Deleted lectures are omitted. */
export async function lecturesNamed({ db, site }: SiteScope, ids: readonly string[]) {
  const found = await db.many<{ id: string; title: string; isPlayed: boolean }>`
    select id, title, video is not null as is_played from ${table("lectures").withIds(site.id, ids)}
     where ${table("lectures").present}`;
  return new Map(found.map(({ id, ...lecture }) => [id, lecture]));
}
