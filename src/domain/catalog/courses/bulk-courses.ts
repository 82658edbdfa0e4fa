import { bulkOperation, type BulkRows } from "#domain/platform/bulk/bulk-operation.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { deleteCourse } from "./course-states.ts";
import { listCoursesByExternalId, lockCourses, lockCoursesToDelete } from "./queries.ts";
import { createCourse, updateCourse } from "./save-course.ts";

/** Uses the strongest lock that any row needs, because upgrading a row lock later can deadlock. */
const lockRows = (context: Context, { named, deletes }: BulkRows) =>
  (deletes ? lockCoursesToDelete : lockCourses)(
    context,
    named.flatMap((text) => ReferenceTo("course").safeParse(text).data ?? []),
  );

export const bulkCourses = bulkOperation({
  name: "bulkCourses",
  summary: "Create, update and delete courses in bulk",
  description: "At most 100 rows per request.",
  scope: "courses:write",
  maxRows: 100,
  create: createCourse,
  update: updateCourse,
  remove: deleteCourse,
  which: "course",
  findByExternalIds: listCoursesByExternalId,
  lock: lockRows,
  format: (id) => formatId("course", id),
});
