import { table } from "#database/table/table.ts";
import { isVisible } from "#domain/catalog/courses/course-conditions.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { isOnSale } from "#domain/offers/course-plans/queries.ts";

/** A course that members can enroll in without payment. */
export interface FreeOffer {
  courseId: string;
  /** The plan that gives access. Null: the course is free without plans. */
  planId: string | null;
  /** Null if there is no limit. */
  seatsLeft: number | null;
}

/** Drafts and private courses are not found, so that their existence is not disclosed. */
export const findVisibleCourse = ({ db, site }: SiteScope, reference: Reference) =>
  db.first<{ id: string; slug: string; name: string }>`
    select courses.id, courses.slug, courses.name from ${table("courses").withReference(site.id, reference)}
     where ${isVisible}`;

/**
 * Finds the free offer of a published course: its first plan on sale without a price. A course of type `free` needs no
 * plan.
 */
export async function findFreeOffer({ db, site, now }: Context, courseId: string): Promise<FreeOffer | undefined> {
  const course = await db.first<{ courseType: string }>`
    select courses.course_type from ${table("courses").withReference(site.id, { id: courseId })} where ${isVisible}`;
  if (!course) return undefined;
  const plans = await db.many<{ id: string; isFree: boolean; seats: number | null; seatsTaken: number }>`
    select course_plans.id, coalesce(course_plans.price_amount, 0) = 0 as is_free, course_plans.seats,
           course_plans.seats_taken
      from course_plans
     where course_plans.site_id = ${site.id} and course_plans.course_id = ${courseId} and ${isOnSale(now)}
     order by course_plans.position, course_plans.id limit 100`;
  const plan = plans.find(({ isFree }) => isFree);
  if (plan) {
    const seatsLeft = plan.seats === null ? null : Math.max(plan.seats - plan.seatsTaken, 0);
    return { courseId, planId: plan.id, seatsLeft };
  }
  return plans.length === 0 && course.courseType === "free" ? { courseId, planId: null, seatsLeft: null } : undefined;
}
