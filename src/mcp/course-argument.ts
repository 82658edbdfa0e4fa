import type { Context } from "#domain/platform/context.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";

/** The id of the course that an argument names by id or slug, as operations that know ids alone take it. */
export async function courseIdOf(context: Context, given: unknown): Promise<string> {
  if (typeof given !== "string" || given.length > 200) {
    throw validationFailed("/course", "invalid_type", "Expected the id or slug of a course.");
  }
  if (parseId("course", given)) return given;
  const course = await findCourse(context, { slug: given });
  if (!course) throw notFound("course", given);
  return formatId("course", course.id);
}
