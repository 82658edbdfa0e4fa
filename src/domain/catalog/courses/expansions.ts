import type { Context } from "#domain/platform/context.ts";
import { itsCategories } from "#domain/catalog/course-categories/expansions.ts";
import { itsPlans } from "#domain/offers/course-plans/expansions.ts";
import { itsCurriculum } from "#domain/catalog/curriculum/expansions.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { coverFile } from "#domain/files/files/expansions.ts";
import { itsLecturers } from "#domain/catalog/lecturers/expansions.ts";
import { CourseSummary } from "./course.ts";
import { ownCourses } from "./own-courses.ts";
import { serializeCourse } from "./serialize-course.ts";
import { listCoursesById } from "./queries.ts";

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
