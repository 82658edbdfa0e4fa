import { oneCommentExpansions } from "#domain/feedback/comments/expansions.ts";
import * as comments from "#domain/feedback/comments/list-comments.ts";
import { read, type Route } from "../route.ts";

/** Comments. */
export const commentRoutes: readonly Route[] = [
  read("/comments", comments.listComments),
  read("/comments/:id", comments.getComment, oneCommentExpansions),
  read("/comments/:id/replies", comments.listCommentReplies),
];
