import type { SiteScope } from "#domain/platform/context.ts";

/** Returns the only course that a member teaches. Undefined without one, or with several. */
export async function findOnlyTaughtCourse({ db, site }: SiteScope, memberId: string): Promise<string | undefined> {
  const taught = await db.many<{ id: string }>`
    select courses.id from lecturers
      join course_lecturers on course_lecturers.site_id = lecturers.site_id
       and course_lecturers.lecturer_id = lecturers.id
      join courses on courses.site_id = course_lecturers.site_id and courses.id = course_lecturers.course_id
     where lecturers.site_id = ${site.id} and lecturers.member_id = ${memberId} and lecturers.deleted_at is null
       and courses.deleted_at is null
     limit 2`;
  return taught.length === 1 ? taught[0]?.id : undefined;
}
