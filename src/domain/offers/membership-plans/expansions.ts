import type { Context } from "#domain/platform/context.ts";
import { CourseSummary, serializeCourse } from "#domain/catalog/courses/course.ts";
import { courseExpansions } from "#domain/offers/course-plans/expansions.ts";
import { owned } from "#domain/platform/expansion/expansion.ts";
import { itsPricings } from "#domain/offers/membership-pricings/expansions.ts";
import { listCoursesOfPlans } from "./queries.ts";

export const membershipPlanExpansions = {
  pricings: itsPricings,
  courses: owned(
    {
      scope: "courses:read",
      item: CourseSummary,
      // Not limited to the caller's courses: roles that may read membership plans may read all courses.
      find: async (context: Context, planIds) =>
        (await listCoursesOfPlans(context, planIds)).map((course) => serializeCourse(context, course)),
      within: courseExpansions,
    },
    ({ includedIn }) => includedIn,
  ),
};
