import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ofLectures } from "#domain/catalog/curriculum/lectures/of-lectures.ts";
import type { Includable } from "./tree.ts";

/** Estimates the size of a course's lecture summaries in bytes, without titles and without reading them. */
export const sizeOfLectures = async ({ db, site }: SiteScope, courseId: string): Promise<number> =>
  (
    await db.one<{ size: number }>`
    select coalesce(sum(pg_column_size(metadata) + coalesce(pg_column_size(video), 0)), 0)::bigint as size
      from lectures
     where site_id = ${site.id} and course_id = ${courseId} and deleted_at is null`
  ).size;

type Sizes = Record<Exclude<Includable, "bodies" | "findings">, number>;

/** Estimates the size of attachments, quizzes and assignments of lectures, in bytes. */
export const sizesOf = async (scope: SiteScope, lectureIds: readonly string[]): Promise<Sizes> => {
  const { db, site } = scope;
  const sizeIn = (table: Sql, ofRow: Sql) => sql`
    (select coalesce(sum(${ofRow}), 0)::bigint
       from ${ofLectures(table, site.id, lectureIds)})`;
  const attachments = sizeIn(sql`attachments`, sql`coalesce(pg_column_size(text), 0) + pg_column_size(metadata)`);
  const quizzes = sizeIn(sql`quizzes`, sql`pg_column_size(questions)`);
  const instructions = sql`pg_column_size(instructions_markdown) + pg_column_size(instructions_html)`;
  const assignments = sizeIn(sql`assignments`, sql`${instructions} + pg_column_size(rubric)`);
  return db.one<Sizes>`
    select ${attachments} as attachments, ${quizzes} as quizzes, ${assignments} as assignments`;
};
