import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import type { PostRow } from "./post.ts";
import { findPost } from "./queries.ts";

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

/** Returns a post that the caller may see. */
export async function requirePostToRead(context: Context, reference: Reference): Promise<PostRow> {
  const post = await findPost(context, reference);
  if (!post || !isTheirs(context, post)) throw resourceNotFound("post", reference);
  return post;
}
