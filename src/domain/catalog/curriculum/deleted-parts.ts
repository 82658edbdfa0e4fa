import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import type { LectureRecord } from "./lectures/lecture.ts";
import { lectureColumns, sectionColumns } from "./queries.ts";
import type { SectionRecord } from "./sections/section.ts";
import { lockCurriculum } from "./tree/tree-version.ts";

/** The same as for courses. */
const restorableDays = 30;

type Deleted<Row> = Row & { deletedAt: Date };

const findDeletedLecture = ({ db, site }: SiteScope, id: string) =>
  db.first<Deleted<LectureRecord>>`
    select ${lectureColumns}, lectures.deleted_at from lectures
     cross join ${table("courses").joined(site.id, sql`lectures.course_id`)}
     where lectures.site_id = ${site.id} and lectures.id = ${id} and lectures.deleted_at is not null
       and courses.deleted_at is null`;

const findDeletedSection = ({ db, site }: SiteScope, id: string) =>
  db.first<Deleted<SectionRecord>>`
    select ${sectionColumns}, sections.deleted_at from sections
     cross join ${table("courses").joined(site.id, sql`sections.course_id`)}
     where sections.site_id = ${site.id} and sections.id = ${id} and sections.deleted_at is not null
       and courses.deleted_at is null`;

/** Returns a deleted lecture of a course that the caller may access, with the curriculum locked. */
export const requireDeletedLecture = (context: Context, id: string): Promise<Deleted<LectureRecord>> =>
  requireDeleted(context, "lecture", id, findDeletedLecture);

/** Returns a deleted section in the same way. */
export const requireDeletedSection = (context: Context, id: string): Promise<Deleted<SectionRecord>> =>
  requireDeleted(context, "section", id, findDeletedSection);

async function requireDeleted<Row extends { courseId: string; deletedAt: Date }>(
  context: Context,
  kind: "lecture" | "section",
  id: string,
  find: (scope: SiteScope, id: string) => Promise<Row | undefined>,
): Promise<Row> {
  const seen = await find(context, id);
  if (!seen || !(await isOwnCourse(context, seen.courseId))) throw notDeleted(kind, id);
  await lockCurriculum(context, seen.courseId);
  const deleted = await find(context, id);
  if (!deleted) throw notDeleted(kind, id);
  if (context.now.getTime() - deleted.deletedAt.getTime() > restorableDays * 86_400_000) {
    throw new Problem("invalid_state", `The ${kind} was deleted more than ${restorableDays} days ago.`, {
      allowed: [],
    });
  }
  return deleted;
}

const notDeleted = (kind: "lecture" | "section", id: string) => notFound(`deleted ${kind}`, formatId(kind, id));

/** Lectures of a section that were deleted together with it, in order. */
export const lecturesDeletedWith = ({ db, site }: SiteScope, { id, deletedAt }: Deleted<SectionRecord>) =>
  db.many<Deleted<LectureRecord>>`
    select ${lectureColumns}, lectures.deleted_at from lectures
     where lectures.site_id = ${site.id} and lectures.section_id = ${id} and lectures.deleted_at = ${deletedAt}
     order by lectures.position, lectures.id`;

/** Restores the attachments that were deleted together with their lecture, without those whose file is gone. */
export async function restoreAttachments(
  { db, site, now }: Context,
  lecture: Pick<Deleted<LectureRecord>, "id" | "deletedAt">,
): Promise<void> {
  await db.run`
    update attachments set deleted_at = null, updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and lecture_id = ${lecture.id} and deleted_at = ${lecture.deletedAt}
       and (file_id is null
            or (select files.deleted_at is null from files
                 where files.site_id = ${site.id} and files.id = attachments.file_id))`;
}
