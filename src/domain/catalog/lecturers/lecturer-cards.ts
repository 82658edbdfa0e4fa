import type { SiteScope } from "#domain/platform/context.ts";

/** Short form of a lecturer. */
export interface LecturerCard {
  id: string;
  name: string;
  title: string | null;
  pictureFileId: string | null;
}

/** Returns the visible lecturers of courses, keyed by course ID, in display order. */
export async function lecturersOfCourses(
  { db, site }: SiteScope,
  courseIds: readonly string[],
): Promise<Map<string, LecturerCard[]>> {
  const found = await db.many<LecturerCard & { ownerId: string }>`
    select teaching.course_id as owner_id, lecturers.id, lecturers.name, lecturers.title, lecturers.picture_file_id
      from course_lecturers teaching
      join lecturers on lecturers.site_id = teaching.site_id and lecturers.id = teaching.lecturer_id
     where teaching.site_id = ${site.id} and teaching.course_id = any(${courseIds}::uuid[])
       and lecturers.visible and lecturers.deleted_at is null
     order by teaching.course_id, teaching.position, lecturers.id`;
  return Map.groupBy(found, ({ ownerId }) => ownerId);
}

/** Returns the visible lecturers of consulting services, keyed by service ID, in display order. */
export async function lecturersOfServices(
  { db, site }: SiteScope,
  serviceIds: readonly string[],
): Promise<Map<string, LecturerCard[]>> {
  const found = await db.many<LecturerCard & { ownerId: string }>`
    select giving.service_id as owner_id, lecturers.id, lecturers.name, lecturers.title, lecturers.picture_file_id
      from consulting_service_lecturers giving
      join lecturers on lecturers.site_id = giving.site_id and lecturers.id = giving.lecturer_id
     where giving.site_id = ${site.id} and giving.service_id = any(${serviceIds}::uuid[])
       and lecturers.visible and lecturers.deleted_at is null
     order by giving.service_id, giving.position, lecturers.id`;
  return Map.groupBy(found, ({ ownerId }) => ownerId);
}
