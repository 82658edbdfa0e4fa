import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound } from "#domain/platform/problem.ts";
import { isMemberPurpose, type Purpose } from "./file.ts";

/** The condition that a row of `files` is in the school's library. A constant, as in the predicates of the indexes. */
export const isManaged = sql`files.purpose <> all ('{submission,profile_picture}'::text[])`;

/**
 * SQL condition: the caller manages the file. Confined callers manage their own uploads only. Files with a purpose of
 * members are accessible only through the resource that they belong to.
 */
export const ownFiles = (context: Context): Sql =>
  isConfined(context) ? sql`${isManaged} and files.member_id = ${memberOf(context.caller)}` : isManaged;

/** Throws not found if the file is not the caller's. */
export function requireOwn(
  context: Context,
  what: "file" | "upload",
  found: { id: string; memberId: string | null; purpose: Purpose },
): void {
  const isOwn = !isConfined(context) || found.memberId === memberOf(context.caller);
  if (isOwn && !isMemberPurpose(found.purpose)) return;
  throw notFound(what, formatId(what, found.id));
}
