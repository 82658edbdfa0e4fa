import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { PostRow } from "./post.ts";

/** SQL condition: roles below manager see and change only their own posts. Undefined for other callers. */
export const ownPosts = (context: Context): Sql | undefined =>
  isConfined(context) ? sql`posts.author_member_id = ${memberOf(context.caller)}` : undefined;

export const isTheirs = (context: Context, { authorMemberId }: Pick<PostRow, "authorMemberId">): boolean =>
  !isConfined(context) || authorMemberId === memberOf(context.caller);

/** They can neither write under another name nor transfer a post. */
export function requireOwnName(context: Context, authorMemberId: string | undefined): void {
  if (authorMemberId === undefined || isTheirs(context, { authorMemberId })) return;
  throw validationFailed(
    "/authorMemberId",
    "not_own",
    "With your role, you can only write posts under your own name. Omit this field.",
  );
}
