import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { ownCourses, requireOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type Metric, type MetricName, metrics } from "./metrics.ts";
import { type Cut, whole } from "./read-rollups.ts";

/** Scope required for all analytics. */
export const scope = "analytics:read" satisfies Scope;

/**
 * Returns whether the caller may read a metric: its scopes, and for callers confined to own courses, the course
 * dimension.
 */
export const mayRead = (context: Context, { scopes, dimensions }: Metric): boolean =>
  scopes.every((needed) => holdsScope(context.caller, needed)) &&
  (!isConfined(context) || dimensions.includes("course"));

/** Throws with the missing requirement if the caller may not read the metric. */
export function requireMetric(context: Context, name: MetricName): Metric {
  const metric = metrics[name];
  requireScopes(context.caller, [scope, ...metric.scopes]);
  if (isConfined(context) && !metric.dimensions.includes("course")) {
    throw new Problem(
      "role_required",
      `Lecturers only see figures of their own courses, and ${name} does not have the dimension course. It requires an owner or manager.`,
    );
  }
  return metric;
}

/** Restricts a query to what the caller may see: confined callers see their own courses. */
export async function withinReach(context: Context, cut: Cut): Promise<Cut> {
  if (!isConfined(context)) return cut;
  if (cut.dimension !== "" && cut.dimension !== "course") {
    throw new Problem(
      "role_required",
      "Lecturers only see figures of their own courses. Group by course, or filter by course_id.",
    );
  }
  if (cut.keys) {
    await Promise.all(cut.keys.map((id) => requireOwnCourse(context, id)));
    return cut;
  }
  return { ...cut, dimension: "course", keys: await ownCourseIds(context) };
}

const maxCoursesPerLecturer = 5000;

async function ownCourseIds(context: Context): Promise<string[]> {
  const { db, site } = context;
  const coursesOfCaller = await db.many<{ id: string }>`
    select courses.id from courses
     where courses.site_id = ${site.id} and courses.deleted_at is null and ${ownCourses(context)}
     order by courses.id limit ${maxCoursesPerLecturer}`;
  return coursesOfCaller.map(({ id }) => id);
}

/** Restricts to one course if requested, otherwise to everything the caller may see. */
export async function cutOf(context: Context, courseId: string | undefined): Promise<Cut> {
  const cut = courseId === undefined ? whole : { dimension: "course", keys: [courseId], divided: false };
  return withinReach(context, cut);
}
