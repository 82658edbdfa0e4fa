import type { SiteScope } from "#domain/context.ts";
import type { Includable } from "./tree.ts";

/** How many bytes the parts of a course are, without reading them. */
export const sizesIn = async (
  { db, site }: SiteScope,
  courseId: string,
): Promise<Record<Includable | "lectures", number>> =>
  (await db.first<Record<Includable | "lectures", number>>`
    select coalesce(sum(pg_column_size(lectures.metadata) + coalesce(pg_column_size(lectures.video), 0)), 0)::bigint
             as lectures,
           coalesce(sum(attached.size), 0)::bigint as attachments,
           coalesce(sum(pg_column_size(quizzes.questions)), 0)::bigint as quizzes,
           coalesce(sum(pg_column_size(assignments.instructions_markdown)
                        + pg_column_size(assignments.instructions_html)
                        + pg_column_size(assignments.rubric)), 0)::bigint as assignments
      from lectures
      left join lateral (
        select sum(coalesce(pg_column_size(attachments.text), 0) + pg_column_size(attachments.metadata)) as size
          from attachments
         where attachments.site_id = ${site.id} and attachments.lecture_id = lectures.id
           and attachments.deleted_at is null
      ) attached on true
      left join quizzes on quizzes.site_id = lectures.site_id and quizzes.lecture_id = lectures.id
       and quizzes.deleted_at is null
      left join assignments on assignments.site_id = lectures.site_id and assignments.lecture_id = lectures.id
       and assignments.deleted_at is null
     where lectures.site_id = ${site.id} and lectures.course_id = ${courseId} and lectures.deleted_at is null`)!;
