import type { RequestContext } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { exportEach } from "#domain/transfer/whole-course/export-each.ts";
import { exportCourse } from "./export-course.ts";

/** Writes one course or all courses to folders named after their slugs. Returns the slugs. */
export const exportCourses = (
  context: RequestContext,
  which: Reference | "all",
  into: string,
  onCourse: (slug: string) => void = () => {},
): Promise<string[]> =>
  exportEach(context, which, async (inside, course) => {
    await exportCourse(inside, course, into);
    onCourse(course.slug);
  });
