import type { Context } from "#domain/platform/context.ts";
import { owned } from "#domain/platform/expansion/expansion.ts";
import { Comment, serializeComment } from "./comment.ts";
import { listBelow } from "./queries.ts";

/** Includes the replies at any depth, for a single comment only. */
export const oneCommentExpansions = {
  thread: owned(
    {
      scope: "comments:read",
      item: Comment,
      find: async (context: Context, ids) =>
        (await listBelow(context, ids)).map(({ below, ...comment }) => ({ ...serializeComment(comment), below })),
    },
    ({ below }) => below,
  ),
};
