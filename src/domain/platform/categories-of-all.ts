import type { Context } from "./context.ts";
import { isConfined } from "#domain/platform/is-confined.ts";
import { Problem } from "./problem.ts";

/**
 * Throws for roles confined to their own content. Categories are shared, so these roles may assign but not edit them.
 */
export function requireStaff(context: Context): void {
  if (isConfined(context)) {
    throw new Problem("role_required", "Only owners and managers of the site can create and change categories.");
  }
}
