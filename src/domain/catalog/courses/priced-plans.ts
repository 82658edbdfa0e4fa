import { contentOf } from "#database/content/content-of.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { table } from "#database/table/table.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { CourseRecord } from "./course.ts";
import { updateCourseToPaid } from "./queries.ts";

/*
 * A course with an active plan that costs something is not of type `free`: its page would offer for free what the
 * plan sells.
 */

const maxNamedPlans = 3;

const listPricedPlans = ({ db, site }: SiteScope, courseId: string) =>
  db.many<{ id: string }>`
    select course_plans.id from course_plans
     where course_plans.site_id = ${site.id} and course_plans.course_id = ${courseId} and course_plans.active
       and course_plans.price_amount > 0 and course_plans.deleted_at is null
     order by course_plans.position, course_plans.id limit ${maxNamedPlans}`;

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

/** Copies the plans of a course as inactive: nothing is sold at an old price by accident. */
export async function copyPlans(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const plans = await db.many<{ id: string }>`
    select course_plans.id from course_plans
     where course_plans.site_id = ${site.id} and course_plans.course_id = ${from} and course_plans.deleted_at is null`;
  const copies = plans.map(({ id }) => ({ from: id, id: newId() }));
  await db.run`
    insert into course_plans (site_id, id, course_id, name, plan_type, price_amount, price_currency, compare_at_amount,
                              installments, access, seats, sale_starts_at, sale_ends_at, active, position, metadata,
                              created_at, updated_at)
    select ${contentOf(site.id)}, copied.id, ${to}, course_plans.name, course_plans.plan_type, course_plans.price_amount,
           course_plans.price_currency, course_plans.compare_at_amount, course_plans.installments, course_plans.access,
           course_plans.seats, course_plans.sale_starts_at, course_plans.sale_ends_at, false, course_plans.position,
           course_plans.metadata, ${now}, ${now}
      from ${table("course_plans").withIds(
        site.id,
        plans.map(({ id }) => id),
      )}
      join jsonb_to_recordset(${JSON.stringify(copies)}) as copied (id uuid, "from" uuid)
        on copied."from" = course_plans.id`;
}
