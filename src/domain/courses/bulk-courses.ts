import { bulkOperation } from "#domain/bulk/bulk.ts";
import { formatId } from "#domain/ids.ts";
import { deleteCourse } from "./course-states.ts";
import { findCourseByExternalId } from "./queries.ts";
import { createCourse, updateCourse } from "./save-course.ts";

export const bulkCourses = bulkOperation({
  name: "bulkCourses",
  summary: "Create, change and delete up to 100 courses",
  scope: "courses:write",
  most: 100,
  create: createCourse,
  update: updateCourse,
  remove: deleteCourse,
  which: "course",
  findByExternalId: async (context, externalId) => {
    const found = await findCourseByExternalId(context, externalId);
    return found?.deletedAt ? undefined : found?.id;
  },
  format: (id) => formatId("course", id),
});
