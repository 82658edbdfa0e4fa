import type { CommentRecord } from "#domain/feedback/comments/comment.ts";
import type { StoredComment } from "#domain/feedback/comments/store-comments.ts";
import { newId } from "#domain/platform/ids.ts";
import { mergeMetadata } from "#domain/platform/metadata.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { otherRecord, requireFindable, valueOr } from "../record-import.ts";
import type { CommentRowIn } from "./comment-row.ts";
import type { Commented } from "./commented.ts";

/** A row with its references resolved to ids. */
export interface ResolvedRow {
  row: CommentRowIn;
  own: string | null;
  commented: Commented | null;
  authorId: string | null;
  /** Null: a top-level comment. */
  parentId: string | null;
  /** True in a dry run if the parent comment would have been created by an earlier row. */
  isAhead: boolean;
}

export function newComment(
  { row, commented, authorId, parentId }: ResolvedRow,
  authorRole: CommentRecord["authorRole"],
  existing: ReadonlyMap<string, CommentRecord>,
  now: Date,
): StoredComment {
  if (authorId === null) {
    throw validationFailed("/author", "required", "A new comment needs its author: member_id, external_id or email.");
  }
  if (commented === null)
    throw validationFailed("/commentable", "required", "A new comment needs the resource it comments on: commentable.");
  if (row.body === undefined) throw validationFailed("/body", "required", "A new comment needs its text.");
  requireFindable(row);
  const parent = parentId === null ? undefined : existing.get(parentId);
  if (parent && (parent.commentableType !== commented.type || parent.commentableId !== commented.id)) {
    throw validationFailed("/parentId", "conflict", "The parent comment is on another resource.");
  }
  const id = newId();
  return {
    id,
    commentableType: commented.type,
    commentableId: commented.id,
    courseId: commented.courseId,
    parentId: parent?.id ?? null,
    threadId: parent?.threadId ?? id,
    depth: parent ? parent.depth + 1 : 0,
    authorId,
    authorRole,
    body: row.body,
    status: row.status ?? "visible",
    likeCount: row.likeCount ?? 0,
    editedAt: row.editedAt ?? null,
    externalId: row.externalId ?? null,
    metadata: mergeMetadata({}, row.metadata ?? {}),
    createdAt: row.createdAt ?? now,
  };
}

/** Author, parent and timestamp of an existing comment never change. */
export function withRow(before: CommentRecord, { row, commented, authorId }: ResolvedRow): StoredComment {
  const isOther =
    (authorId ?? before.authorId) !== before.authorId ||
    (commented?.id ?? before.commentableId) !== before.commentableId;
  if (isOther) {
    throw otherRecord(row, "The existing comment has another author or resource.");
  }
  return {
    ...before,
    body: row.body ?? before.body,
    status: row.status ?? before.status,
    likeCount: row.likeCount ?? before.likeCount,
    editedAt: valueOr(row.editedAt, before.editedAt),
    externalId: valueOr(row.externalId, before.externalId),
    metadata: row.metadata ? mergeMetadata(before.metadata, row.metadata) : before.metadata,
  };
}

/** Fields that an import changes. */
export const compared = ["body", "status", "likeCount", "editedAt", "externalId", "metadata"] as const;
