import type { Context } from "#domain/context.ts";
import { itsCategories } from "#domain/course-categories/expansions.ts";
import { itsPlans } from "#domain/course-plans/expansions.ts";
import { itsCurriculum } from "#domain/curriculum/expansions.ts";
import { named } from "#domain/expansion/expansion.ts";
import { coverFile } from "#domain/files/expansions.ts";
import { itsLecturers } from "#domain/lecturers/expansions.ts";
import { CourseSummary } from "./course.ts";
import { ownCourses } from "./own-courses.ts";
import { presentCourse } from "./present-course.ts";
import { listCoursesById } from "./queries.ts";

export const courseExpansions = {
  plans: itsPlans,
  lecturers: itsLecturers,
  categories: itsCategories,
  coverFile,
};

/** A tree is large: it comes with one course, not with two hundred. */
export const oneCourseExpansions = { ...courseExpansions, curriculum: itsCurriculum };

export const itsCourse = named(
  {
    scope: "courses:read",
    item: CourseSummary,
    find: async (context: Context, ids) =>
      (await listCoursesById(context, ids, ownCourses(context))).map((course) => presentCourse(context, course)),
    within: courseExpansions,
  },
  (item: { courseId: string }) => item.courseId,
);
