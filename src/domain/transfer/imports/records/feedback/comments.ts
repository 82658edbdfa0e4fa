import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { countComments } from "#domain/feedback/comments/discussion.ts";
import { Comment } from "#domain/feedback/comments/comment.ts";
import {
  insertComments,
  listByAuthorAndTime,
  lockComments,
  type StoredComment,
  updateComments,
} from "#domain/feedback/comments/store-comments.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { listMembersInBrief } from "#domain/people/members/members-by-id.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { compared, newComment, type ResolvedRow, withRow } from "./comment-of-row.ts";
import { CommentRowIn } from "./comment-row.ts";
import { commentedBy } from "./commented.ts";
import { isSound, ownKeys, planRecords, recordImport, type SaveOptions } from "../record-import.ts";
import { findOwn, foundAt, refer, referables, resolveEach } from "../references.ts";
import { itemAt } from "#lib/collections/item-at.ts";

/**
 * Comments. There is no scope for writing comments; `school:write` includes importing them. Identified by id or
 * external id, otherwise by author, resource and timestamp.
 */
export const comments = recordImport({
  summary: "Comments on courses, lectures, posts and submissions",
  scopes: [],
  resource: Comment,
  row: CommentRowIn,
  keysOf({ parentId, parentExternalId, author, commentable, createdAt, ...row }) {
    const named = ownKeys(row);
    const said = [author?.memberId ?? author?.externalId ?? author?.email, commentable?.id ?? commentable?.externalId];
    const refersTo = ownKeys({ id: parentId ?? undefined, externalId: parentExternalId });
    return { own: named.length > 0 ? named : [`${said.join(" ")} ${createdAt?.toISOString() ?? ""}`], refersTo };
  },
  save: saveComments,
});

async function saveComments(
  context: Context,
  rows: readonly CommentRowIn[],
  options: SaveOptions,
): Promise<readonly Outcome[]> {
  const resolved = await resolveComments(context, rows, options);
  const sound = resolved.filter(isSound);
  const existingIds = await findExistingComments(context, sound);
  const parents = sound.flatMap(({ parentId }) => parentId ?? []);
  const existing = new Map(
    (await lockComments(context, [...new Set([...existingIds.values(), ...parents])])).map((comment) => [
      comment.id,
      comment,
    ]),
  );
  const authorIds = [...new Set(sound.flatMap(({ authorId }) => authorId ?? []))];
  const authors = new Map((await listMembersInBrief(context, authorIds)).map((member) => [member.id, member]));
  const { outcomes, made, changed } = await planRecords(resolved, options, {
    find: (one) => existing.get(existingIds.get(one) ?? ""),
    change: withRow,
    create(one) {
      const role = one.row.author?.role ?? authors.get(one.authorId ?? "")?.roles[0] ?? "student";
      const comment = newComment(one, role, existing, context.now);
      return one.isAhead ? undefined : comment;
    },
    compared,
  });
  const updated = changed.map(({ after }) => after);
  await insertComments(context, made, context.now);
  await updateComments(context, updated, context.now);
  await countCommentsOfPosts(context, [...made, ...updated]);
  await recordEvents(context, [
    ...made.map((comment) => commentEvent("created", comment)),
    ...updated.map((comment) => commentEvent("updated", comment)),
  ]);
  return outcomes;
}

/** In the order of the ids, so that concurrent imports lock the posts in the same order. */
async function countCommentsOfPosts(context: Context, comments: readonly StoredComment[]): Promise<void> {
  const posts = comments.filter(({ commentableType }) => commentableType === "post");
  for (const commentableId of [...new Set(posts.map((comment) => comment.commentableId))].toSorted()) {
    await countComments(context, { commentableType: "post", commentableId }, context.now);
  }
}

const commentEvent = (what: "created" | "updated", { id }: StoredComment): OutboxEvent =>
  eventAbout(`comment.${what}`, "comment", id);

async function resolveComments(
  context: Context,
  rows: readonly CommentRowIn[],
  { wouldExist }: SaveOptions,
): Promise<(ResolvedRow | Problem)[]> {
  const commentIds = await findOwn(context, referables.comment, rows);
  const commented = await commentedBy(context, rows);
  const named = rows.map(({ author }) => author ?? {});
  const byAuthor = { id: "memberId", externalId: "externalId", email: "email" } as const;
  const authors = await refer(context, referables.member, named, byAuthor);
  const byParent = { id: "parentId", externalId: "parentExternalId" } as const;
  const parents = await refer(context, referables.comment, rows, byParent);
  return resolveEach(rows, (row, index) => {
    const authorId = itemAt(authors, index);
    if (authorId instanceof Problem) throw inAuthor(authorId);
    const isAhead = parents[index] instanceof Problem && !row.parentId && wouldExist(`x:${row.parentExternalId}`);
    return {
      row,
      own: foundAt(commentIds, index),
      commented: foundAt(commented, index),
      authorId,
      parentId: isAhead ? null : foundAt(parents, index),
      isAhead,
    };
  });
}

const inAuthor = ({ code, message, details: { errors = [] } }: Problem) =>
  new Problem(code, message, { errors: errors.map((error) => ({ ...error, pointer: `/author${error.pointer}` })) });

async function findExistingComments(
  context: Context,
  resolved: readonly ResolvedRow[],
): Promise<Map<ResolvedRow, string>> {
  const existingIds = new Map<ResolvedRow, string>();
  const bySaying = resolved.flatMap((one) => {
    const { own, row, authorId, commented } = one;
    return own === null && !row.externalId && authorId !== null && commented !== null && row.createdAt
      ? [{ one, said: { authorId, commentableId: commented.id, createdAt: row.createdAt } }]
      : [];
  });
  const said = bySaying.map((each) => each.said);
  const keyOf = (one: (typeof said)[number]) => `${one.authorId} ${one.commentableId} ${one.createdAt.getTime()}`;
  const ids = new Map((await listByAuthorAndTime(context, said)).map((one) => [keyOf(one), one.id]));
  for (const each of bySaying) {
    const id = ids.get(keyOf(each.said));
    if (id !== undefined) existingIds.set(each.one, id);
  }
  for (const one of resolved) if (one.own !== null) existingIds.set(one, one.own);
  return existingIds;
}
