import type { Context } from "#domain/platform/context.ts";
import { CourseSummary, serializeCourse } from "#domain/catalog/courses/course.ts";
import { itsCategories } from "#domain/catalog/course-categories/expansions.ts";
import { ownCourses } from "#domain/catalog/courses/own-courses.ts";
import { listCoursesById } from "#domain/catalog/courses/queries.ts";
import { itsCurriculum } from "#domain/catalog/curriculum/expansions.ts";
import { itsLecturers } from "#domain/catalog/lecturers/expansions.ts";
import { coverFile } from "#domain/files/files/expansions.ts";
import { named, owned } from "#domain/platform/expansion/expansion.ts";
import { CoursePlan, serializePlan } from "./course-plan.ts";
import { listPlansOfCourses } from "./queries.ts";

export const itsPlans = owned(
  {
    scope: "courses:read",
    item: CoursePlan,
    find: async (context: Context, courseIds) => (await listPlansOfCourses(context, courseIds)).map(serializePlan),
  },
  ({ courseId }) => courseId,
);

/** Expansions of courses. They are declared above the catalog, because courses are returned with their plans. */
export const courseExpansions = {
  plans: itsPlans,
  lecturers: itsLecturers,
  categories: itsCategories,
  coverFile,
};

/** Only for single courses: a tree is too large for a list of 200 courses. */
export const oneCourseExpansions = { ...courseExpansions, curriculum: itsCurriculum };

export const itsCourse = named(
  {
    scope: "courses:read",
    item: CourseSummary,
    find: async (context: Context, ids) =>
      (await listCoursesById(context, ids, ownCourses(context))).map((course) => serializeCourse(context, course)),
    within: courseExpansions,
  },
  (item: { courseId: string }) => item.courseId,
);
