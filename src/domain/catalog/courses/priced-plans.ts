import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { CourseRecord } from "./course.ts";
import { updateCourseToPaid } from "./queries.ts";

/*
 * A course with an active plan that costs something is not of type `free`: its page would offer for free what the
 * plan sells.
 */

/** Named in an error. */
const maxNamed = 3;

const listPricedPlans = ({ db, site }: SiteScope, courseId: string) =>
  db.many<{ id: string }>`
    select course_plans.id from course_plans
     where course_plans.site_id = ${site.id} and course_plans.course_id = ${courseId} and course_plans.active
       and course_plans.price_amount > 0 and course_plans.deleted_at is null
     order by course_plans.position, course_plans.id limit ${maxNamed}`;

/** Throws if the course, which is locked and becomes free, has such a plan. */
export async function requireNoPricedPlan(context: Context, courseId: string): Promise<void> {
  const plans = await listPricedPlans(context, courseId);
  if (plans.length === 0) return;
  const named = plans.map(({ id }) => formatId("coursePlan", id)).join(", ");
  throw validationFailed(
    "/courseType",
    "not_allowed",
    `A course with an active plan that has a price cannot be free. Set \`active\` to false for its plans with a price first (${named}), or keep the course type paid.`,
  );
}

/**
 * Makes a free course paid if it has such a plan, after a change of its plans. The lock comes first, so that of a plan
 * and a concurrent change to `free` one sees the other. Returns the type, and true if it changed.
 */
export async function settleCourseType(
  context: Context,
  courseId: string,
): Promise<{ courseType: CourseRecord["courseType"]; isNowPaid: boolean }> {
  const { db, site } = context;
  const { courseType } = await db.one<Pick<CourseRecord, "courseType">>`
    select courses.course_type from courses
     where courses.site_id = ${site.id} and courses.id = ${courseId} for no key update`;
  const isNowPaid = courseType === "free" && (await listPricedPlans(context, courseId)).length > 0;
  if (isNowPaid) await updateCourseToPaid(context, courseId, context.now);
  return { courseType: isNowPaid ? "paid" : courseType, isNowPaid };
}
