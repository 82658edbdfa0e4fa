import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { CoursePlanRow } from "#domain/offers/course-plans/course-plan.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { countReservedOf } from "#domain/offers/reservations/reservations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { invalidState, Problem, validationFailed } from "#domain/platform/problem.ts";

export type Taught = Pick<CourseRecord, "id" | "name" | "slug" | "status" | "access">;

/** Returns those of the courses in which the caller may enroll students. */
export async function coursesToEnrollIn(context: Context, ids: readonly string[]): Promise<Map<string, Taught>> {
  const { db, site }: SiteScope = context;
  const found = await db.many<Taught>`
    select id, name, slug, status, access from ${table("courses").withIds(site.id, ids)}
     where ${table("courses").present}
       for key share`;
  const ownCourses = new Map<string, Taught>();
  for (const course of found) if (await isOwnCourse(context, course.id)) ownCourses.set(course.id, course);
  return ownCourses;
}

/** Throws unless the course accepts enrollments. */
export function requireOpen(courses: ReadonlyMap<string, Taught>, courseId: string): Taught {
  const course = courses.get(courseId);
  if (!course)
    throw validationFailed("/courseId", "not_found", `No course has the ID ${formatId("course", courseId)}.`);
  if (course.status === "archived") {
    const instead = "Restore and publish the course first.";
    throw invalidState("course", "archived", "enrolled in", ["draft"], instead);
  }
  return course;
}

export type Seats = Pick<CoursePlanRow, "id" | "courseId" | "access" | "seats" | "seatsTaken">;

/** Locks plans until the transaction ends, so that concurrent enrollments cannot oversell seats. */
export async function lockPlans({ db, site }: SiteScope, ids: readonly string[]): Promise<Map<string, Seats>> {
  if (ids.length === 0) return new Map();
  const found = await db.many<Seats>`
    select id, course_id, access, seats, seats_taken from ${table("course_plans").withIds(site.id, ids)}
     where ${table("course_plans").present}
     order by id for no key update`;
  return new Map(found.map((plan) => [plan.id, plan]));
}

/** `lockPlans` for taking seats: those that checkouts have reserved count as taken. */
export async function lockSeats(
  context: SiteScope & Pick<Context, "now">,
  ids: readonly string[],
): Promise<Map<string, Seats>> {
  const plans = await lockPlans(context, ids);
  const limited = [...plans.values()].filter(({ seats }) => seats !== null);
  const reserved = await countReservedOf(
    context,
    "product_id",
    limited.map(({ id }) => id),
  );
  for (const plan of limited) plan.seatsTaken += reserved.get(plan.id) ?? 0;
  return plans;
}

/** Returns the requested plan, if any. Throws if the course has no such plan. */
export function planOf(plans: ReadonlyMap<string, Seats>, planId: string | null | undefined, courseId: string) {
  if (planId === null || planId === undefined) return undefined;
  const plan = plans.get(planId);
  if (plan?.courseId === courseId) return plan;
  throw validationFailed(
    "/planId",
    "not_found",
    `The course has no plan with the ID ${formatId("coursePlan", planId)}.`,
  );
}

/** Takes a seat, in memory only. Throws if none is free. */
export function takeSeat(plan: Seats): void {
  if (plan.seats !== null && plan.seatsTaken >= plan.seats) {
    throw new Problem("sold_out", "All seats of this plan are taken.");
  }
  plan.seatsTaken++;
}
