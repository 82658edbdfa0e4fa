import type { SiteScope } from "#domain/platform/context.ts";

/** A lecturer in one line. */
export interface LecturerCard {
  id: string;
  name: string;
  title: string | null;
  pictureFileId: string | null;
}

/** Who teaches these courses, by the course, in the order in which each shows them; hidden lecturers are left out. */
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

/** The same of consulting services. */
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
