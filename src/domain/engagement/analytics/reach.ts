import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined, ownCourses, requireOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { holdsScope } from "#domain/platform/holds-scope.ts";
import { requireScopes } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type Metric, type MetricName, metrics } from "./metrics.ts";
import { type Cut, whole } from "./read-rollups.ts";

/** What anybody needs to read analytics at all. */
export const scope = "analytics:read" satisfies Scope;

/** Whether the caller may read a metric now: with its scopes, and, where they see their own courses alone, by these. */
export const mayRead = (context: Context, { scopes, dimensions }: Metric): boolean =>
  scopes.every((needed) => holdsScope(context.caller, needed)) &&
  (!isConfined(context) || dimensions.includes("course"));

/** Fails where the caller may not, naming all that it needs. */
export function requireMetric(context: Context, name: MetricName): Metric {
  const metric = metrics[name];
  requireScopes(context.caller, [scope, ...metric.scopes]);
  if (isConfined(context) && !metric.dimensions.includes("course")) {
    throw new Problem(
      "role_required",
      `${name} is not told by the course, and lecturers see numbers of their own courses: it needs an owner or manager.`,
    );
  }
  return metric;
}

/** What is asked for, narrowed to what the caller may see: a confined one sees their own courses. */
export async function withinReach(context: Context, cut: Cut): Promise<Cut> {
  if (!isConfined(context)) return cut;
  if (cut.dimension !== "" && cut.dimension !== "course") {
    throw new Problem(
      "role_required",
      "Lecturers see numbers of their own courses: group by course, or narrow by course_id.",
    );
  }
  if (cut.keys) {
    await Promise.all(cut.keys.map((id) => requireOwnCourse(context, id)));
    return cut;
  }
  return { ...cut, dimension: "course", keys: await ownCourseIds(context) };
}

/** More courses than anybody teaches. */
const most = 5000;

async function ownCourseIds(context: Context): Promise<string[]> {
  const { db, site } = context;
  const own = await db.many<{ id: string }>`
    select courses.id from courses
     where courses.site_id = ${site.id} and courses.deleted_at is null and ${ownCourses(context)}
     order by courses.id limit ${most}`;
  return own.map(({ id }) => id);
}

/** Of one course, where it is named, and otherwise all that the caller may see. */
export async function cutOf(context: Context, courseId: string | undefined): Promise<Cut> {
  const cut = courseId === undefined ? whole : { dimension: "course", keys: [courseId], divided: false };
  return withinReach(context, cut);
}
