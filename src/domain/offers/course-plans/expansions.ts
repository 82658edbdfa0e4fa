import type { Context } from "#domain/platform/context.ts";
import { owned } from "#domain/platform/expansion/expansion.ts";
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
