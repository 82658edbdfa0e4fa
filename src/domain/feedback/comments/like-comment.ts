import * as z from "zod";
import { rows } from "#database/statements/sql.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { type Outcome, unchanged } from "#domain/platform/outcome.ts";
import { notFound } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { lockComment, type Discussable, isOn } from "./discussion.ts";

export const LikedComment = z.object({ commentId: Id("comment"), isLiked: z.boolean() });

/** Runs before the transaction. */
export async function limitLikes(context: RequestContext): Promise<object> {
  await requireWithin(context, limits.likePerMember, requireSession(context).memberId);
  return {};
}

/** Likes a visible comment of another person, or takes the like back. Repeating it has no effect. */
export async function likeComment(
  context: Context,
  target: Pick<Discussable, "type" | "id">,
  { commentId, isLiked }: z.output<typeof LikedComment>,
): Promise<{ id: string } | Outcome<{ id: string }>> {
  const { db, site, now } = context;
  const { memberId } = requireSession(context);
  // The lock orders the likes of a comment, so that its count is exact.
  const comment = await lockComment(context, commentId);
  const isLikable = comment?.status === "visible" && comment.authorId !== memberId && isOn(comment, target);
  if (!isLikable) throw notFound("comment of another person", formatId("comment", commentId));
  const changed = isLiked
    ? await db.run`
        insert into comment_likes ${rows({ siteId: site.id, commentId, memberId, createdAt: now })}
        on conflict do nothing`
    : await db.run`
        delete from comment_likes
         where site_id = ${site.id} and comment_id = ${commentId} and member_id = ${memberId}`;
  if (changed === 0) return unchanged({ id: commentId });
  await db.run`
    update comments set like_count = greatest(0, like_count + ${isLiked ? 1 : -1}::integer), updated_at = ${now}
     where site_id = ${site.id} and id = ${commentId}`;
  return { id: commentId };
}
