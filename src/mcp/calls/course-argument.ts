import type { Context } from "#domain/platform/context.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";

/** Resolves a course id or slug to the id, for operations that accept only ids. */
export async function courseIdOf(context: Context, args: unknown): Promise<string> {
  if (typeof args !== "string" || args.length > 200) {
    throw validationFailed("/course", "invalid_type", "Expected the ID or slug of a course.");
  }
  if (parseId("course", args)) return args;
  const course = await findCourse(context, { slug: args });
  if (!course) throw notFound("course", args);
  return formatId("course", course.id);
}
