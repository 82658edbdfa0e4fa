import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Short form of a lecturer. */
export interface LecturerCard {
  id: string;
  name: string;
  title: string | null;
  pictureFileId: string | null;
}

/** Returns a visible lecturer. */
export const findLecturerCard = ({ db, site }: SiteScope, id: string): Promise<LecturerCard | undefined> =>
  db.first<LecturerCard>`
    select id, name, title, picture_file_id from lecturers
     where site_id = ${site.id} and id = ${id} and ${table("lecturers").present} and visible`;

/** Returns the visible lecturers of courses, keyed by course ID, in display order. */
export async function lecturersOfCourses(
  { db, site }: SiteScope,
  courseIds: readonly string[],
): Promise<Map<string, LecturerCard[]>> {
  const found = await db.many<LecturerCard & { ownerId: string }>`
    select course_lecturers.course_id as owner_id, lecturers.id, lecturers.name, lecturers.title,
           lecturers.picture_file_id
      from ${table("course_lecturers").under(site.id, "course_id", courseIds)}
     cross join ${table("lecturers").joined(site.id, sql`course_lecturers.lecturer_id`)}
     where lecturers.visible and lecturers.deleted_at is null
     order by course_lecturers.course_id, course_lecturers.position, lecturers.id`;
  return Map.groupBy(found, ({ ownerId }) => ownerId);
}

/** Returns the visible lecturers of consulting services, keyed by service ID, in display order. */
export async function lecturersOfServices(
  { db, site }: SiteScope,
  serviceIds: readonly string[],
): Promise<Map<string, LecturerCard[]>> {
  const found = await db.many<LecturerCard & { ownerId: string }>`
    select consulting_service_lecturers.service_id as owner_id, lecturers.id, lecturers.name, lecturers.title,
           lecturers.picture_file_id
      from ${table("consulting_service_lecturers").under(site.id, "service_id", serviceIds)}
     cross join ${table("lecturers").joined(site.id, sql`consulting_service_lecturers.lecturer_id`)}
     where lecturers.visible and lecturers.deleted_at is null
     order by consulting_service_lecturers.service_id, consulting_service_lecturers.position, lecturers.id`;
  return Map.groupBy(found, ({ ownerId }) => ownerId);
}
