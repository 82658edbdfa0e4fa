import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/context.ts";
import { isConfined } from "#domain/courses/own-courses.ts";
import { formatId } from "#domain/ids.ts";
import { notFound } from "#domain/problem.ts";

/** The condition that a row of `files` is the caller's own upload; undefined for whoever may see them all. */
export const ownFiles = (context: Context): Sql | undefined =>
  isConfined(context) ? sql`files.member_id = ${memberOf(context.caller)}` : undefined;

/** Fails where it is not theirs, as if it were not there. */
export function requireOwn(
  context: Context,
  what: "file" | "upload",
  found: { id: string; memberId: string | null },
): void {
  if (!isConfined(context) || found.memberId === memberOf(context.caller)) return;
  throw notFound(what, formatId(what, found.id));
}
