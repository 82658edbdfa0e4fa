import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { CommentRowIn } from "./comment-row.ts";
import { refer, type Referable, referables } from "../references.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { typedEntries } from "#lib/json/typed-object.ts";

/** The commented resource, and its course. */
export interface Commented {
  type: NonNullable<CommentRowIn["commentable"]>["type"];
  id: string;
  courseId: string | null;
}

const kinds = {
  course: referables.course,
  lecture: referables.lecture,
  post: referables.post,
  submission: referables.submission,
} as const satisfies Record<Commented["type"], Referable>;

/** Resolves the commented resource of each row; null if the row has none. */
export async function commentedBy(
  scope: SiteScope,
  rows: readonly CommentRowIn[],
): Promise<(Commented | null | Problem)[]> {
  const commented: (Commented | null | Problem)[] = rows.map(() => null);
  for (const [type, what] of typedEntries(kinds)) {
    const indexed = rows.flatMap(({ commentable }, rowIndex) =>
      commentable?.type === type ? [{ rowIndex, commentable }] : [],
    );
    if (indexed.length === 0) continue;
    const named = indexed.map(({ commentable }) => ({
      id: commentable.id ? parseId(what.kind, commentable.id) : undefined,
      externalId: commentable.externalId,
    }));
    const ids = await refer(scope, what, named, { id: "id", externalId: "externalId" });
    const courses = await coursesOf(
      scope,
      type,
      ids.filter((id) => typeof id === "string"),
    );
    for (const [index, { rowIndex, commentable }] of indexed.entries()) {
      const id = commentable.id && named[index]?.id === undefined ? wrongId(type) : itemAt(ids, index);
      if (id instanceof Problem) commented[rowIndex] = inCommentable(id);
      else if (id === null) commented[rowIndex] = unnamed(type);
      else commented[rowIndex] = { type, id, courseId: courses.get(id) ?? null };
    }
  }
  return commented;
}

const wrongId = (type: string) => validationFailed("/id", "invalid_id", `Expected the ID of a ${type}.`);
const unnamed = (type: string) =>
  validationFailed("/commentable/id", "required", `Expected a ${type}, by its id or external_id.`);

const inCommentable = ({ code, message, details: { errors = [] } }: Problem) =>
  new Problem(code, message, {
    errors: errors.map((error) => ({ ...error, pointer: `/commentable${error.pointer}` })),
  });

async function coursesOf(
  { db, site }: SiteScope,
  type: Commented["type"],
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (type === "course") return new Map(ids.map((id) => [id, id]));
  if (type === "post") return new Map();
  const found =
    type === "lecture"
      ? await db.many<{ id: string; courseId: string }>`
          select id, course_id from ${table("lectures").withIds(site.id, ids)}`
      : await db.many<{ id: string; courseId: string }>`
          select id, course_id from ${table("submissions").withIds(site.id, ids)}`;
  return new Map(found.map(({ id, courseId }) => [id, courseId]));
}
