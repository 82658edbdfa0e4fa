import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/catalog/courses/own-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound } from "#domain/platform/problem.ts";
import type { Purpose } from "./file.ts";

/**
 * SQL condition: the caller manages the file. Confined callers manage their own uploads only. Submissions are
 * accessible only through the submission.
 */
export const ownFiles = (context: Context): Sql => {
  const managed = sql`files.purpose <> 'submission'`;
  return isConfined(context) ? sql`${managed} and files.member_id = ${memberOf(context.caller)}` : managed;
};

/** Throws not found if the file is not the caller's. */
export function requireOwn(
  context: Context,
  what: "file" | "upload",
  found: { id: string; memberId: string | null; purpose: Purpose },
): void {
  const isOwn = !isConfined(context) || found.memberId === memberOf(context.caller);
  if (isOwn && found.purpose !== "submission") return;
  throw notFound(what, formatId(what, found.id));
}
