import type { Context } from "./context.ts";
import { isConfined } from "#domain/catalog/courses/own-courses.ts";
import { Problem } from "./problem.ts";

/** Categories are everybody's: a role that writes only what is its own files that, and changes none. */
export function requireStaff(context: Context): void {
  if (isConfined(context)) {
    throw new Problem("role_required", "Categories are made and changed by owners and managers of the site.");
  }
}
