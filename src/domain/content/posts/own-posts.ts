import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/catalog/courses/own-courses.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { PostRow } from "./post.ts";

/** Whoever is below a manager sees and changes only posts that they are the author of. Undefined for everybody else. */
export const ownPosts = (context: Context): Sql | undefined =>
  isConfined(context) ? sql`posts.author_member_id = ${memberOf(context.caller)}` : undefined;

export const isTheirs = (context: Context, { authorMemberId }: Pick<PostRow, "authorMemberId">): boolean =>
  !isConfined(context) || authorMemberId === memberOf(context.caller);

/** Nor can they write in somebody else's name, or give a post of theirs away. */
export function requireOwnName(context: Context, authorMemberId: string | undefined): void {
  if (authorMemberId === undefined || isTheirs(context, { authorMemberId })) return;
  throw validationFailed("/authorMemberId", "not_own", "Your role writes posts in your own name only. Leave this out.");
}
