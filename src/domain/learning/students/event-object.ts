import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { profileColumns } from "./queries.ts";
import { Student, type StudentRow, serializeStudent } from "./student.ts";

export const object = eventObject<StudentRow>({
  schema: Student,
  table: sql`members`,
  columns: (context) => sql`
    ${profileColumns(context)}, learning.enrollment_count, learning.completed_count, learning.total_watch_seconds`,
  joins: learningOf,
  serialize: (context, rows) => rows.map((row) => serializeStudent(context, row)),
});

/**
 * The same counts as `columnsFor` for callers who see all courses, found by the keys of enrollments and of progress:
 * many students are read together in a transaction, possibly without statistics.
 */
function learningOf({ site }: Context): Sql {
  const enrollments = table("enrollments").under(site.id, "student_id", sql`members.id`);
  const progress = table("lecture_progress").under(site.id, "enrollment_id", sql`enrollments.id`);
  return sql`
    cross join lateral (
      select count(*) as enrollment_count, count(enrollments.completed_at) as completed_count,
             coalesce(sum(watched.seconds), 0)::bigint as total_watch_seconds
        from ${enrollments}
       cross join lateral (
         select sum(lecture_progress.watched_seconds) as seconds from ${progress}
       ) as watched
       where enrollments.status <> 'revoked' and enrollments.deleted_at is null
    ) as learning`;
}
