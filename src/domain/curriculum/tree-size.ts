import type { SiteScope } from "#domain/context.ts";
import type { Includable } from "./tree.ts";

/** How many bytes the summaries of a course's lectures are besides their titles, without reading them. */
export const sizeOfLectures = async ({ db, site }: SiteScope, courseId: string): Promise<number> =>
  (await db.first<{ size: number }>`
    select coalesce(sum(pg_column_size(metadata) + coalesce(pg_column_size(video), 0)), 0)::bigint as size
      from lectures
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null`)!.size;

/** The same of what comes with lectures. */
export const sizesOf = async (
  { db, site }: SiteScope,
  lectureIds: readonly string[],
): Promise<Record<Includable, number>> =>
  (await db.first<Record<Includable, number>>`
    select (select coalesce(sum(coalesce(pg_column_size(text), 0) + pg_column_size(metadata)), 0)::bigint
              from attachments
             where site_id = ${site.id} and lecture_id = any(${lectureIds}::uuid[]) and deleted_at is null)
             as attachments,
           (select coalesce(sum(pg_column_size(questions)), 0)::bigint
              from quizzes
             where site_id = ${site.id} and lecture_id = any(${lectureIds}::uuid[]) and deleted_at is null)
             as quizzes,
           (select coalesce(sum(pg_column_size(instructions_markdown) + pg_column_size(instructions_html)
                                + pg_column_size(rubric)), 0)::bigint
              from assignments
             where site_id = ${site.id} and lecture_id = any(${lectureIds}::uuid[]) and deleted_at is null)
             as assignments`)!;
