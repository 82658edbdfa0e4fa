import { rows } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import type { EnrolledCourse, EnrolledCoursePosition, NewEnrollment } from "./enrollment.ts";

/** False where the member has the course already, revoked or not. */
export async function insertEnrollment(
  { db, site }: SiteScope,
  enrollment: NewEnrollment,
  now: Date,
): Promise<boolean> {
  const inserted = await db.run`
    insert into enrollments ${rows({ siteId: site.id, ...enrollment, createdAt: now, updatedAt: now })}
    on conflict do nothing`;
  return inserted === 1;
}

/**
 * The member's courses, the one they used last first; revoked enrollments and deleted courses never appear.
 * Two texts without nested pieces, so that neither is put together anew for a request.
 */
export function listEnrolledCourses(
  { db, site }: SiteScope,
  memberId: string,
  { first, after }: { first: number; after?: EnrolledCoursePosition | undefined },
): Promise<EnrolledCourse[]> {
  if (after === undefined) {
    return db.many<EnrolledCourse>`
      select enrollments.id, courses.slug, courses.name, enrollments.status, enrollments.expires_at,
             enrollments.last_lecture_id, enrollments.last_position_seconds, enrollments.last_activity_at,
             enrollments.enrolled_at
        from enrollments
        join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
       where enrollments.site_id = ${site.id} and enrollments.student_id = ${memberId}
         and enrollments.deleted_at is null and enrollments.status <> 'revoked' and courses.deleted_at is null
       order by coalesce(enrollments.last_activity_at, enrollments.enrolled_at) desc, enrollments.id desc
       limit ${first}`;
  }
  return db.many<EnrolledCourse>`
    select enrollments.id, courses.slug, courses.name, enrollments.status, enrollments.expires_at,
           enrollments.last_lecture_id, enrollments.last_position_seconds, enrollments.last_activity_at,
           enrollments.enrolled_at
      from enrollments
      join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
     where enrollments.site_id = ${site.id} and enrollments.student_id = ${memberId}
       and enrollments.deleted_at is null and enrollments.status <> 'revoked' and courses.deleted_at is null
       and (coalesce(enrollments.last_activity_at, enrollments.enrolled_at), enrollments.id)
           < (${after.activeAt}, ${after.id})
     order by coalesce(enrollments.last_activity_at, enrollments.enrolled_at) desc, enrollments.id desc
     limit ${first}`;
}

/** How many courses `listEnrolledCourses` has in all. */
export async function countEnrolledCourses({ db, site }: SiteScope, memberId: string): Promise<number> {
  const row = await db.first<{ count: number }>`
    select count(*) from enrollments
      join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
     where enrollments.site_id = ${site.id} and enrollments.student_id = ${memberId}
       and enrollments.deleted_at is null and enrollments.status <> 'revoked' and courses.deleted_at is null`;
  return row?.count ?? 0;
}
