import { isDeepStrictEqual } from "node:util";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { LectureMatch } from "./apply-lectures.ts";
import {
  attachedFile,
  type AttachmentRecord,
  sourceProblem,
  writableAttachment,
} from "#domain/catalog/curriculum/attachments/attachment.ts";
import * as queries from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import type { Changes } from "#domain/catalog/curriculum/change.ts";
import { differing, serializeFields, type Match, matchNodes, unmatched } from "./match-nodes.ts";
import { movedAmong } from "#domain/catalog/curriculum/ordering.ts";
import { requireFiles } from "#domain/files/files/references/require-files.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { AttachmentNode } from "./tree-nodes.ts";

const fields = typedKeys(writableAttachment);
const wire = ({ id }: { id: string }) => formatId("attachment", id);

/** Applies the attachments of lecture nodes. Lectures whose node has no `attachments` keep theirs. */
export async function applyAttachments(
  context: Context,
  lectures: readonly LectureMatch[],
  changes: Changes,
): Promise<void> {
  const telling = lectures.flatMap(({ id, pointer, node: { attachments } }) =>
    attachments === undefined ? [] : [{ id, pointer, attachments }],
  );
  if (telling.length === 0) return;
  const existing = await queries.listAttachmentsIn(
    context,
    telling.map(({ id }) => id),
  );
  const placed = telling.flatMap(({ attachments: nodes, pointer, id }) =>
    nodes.map((attachment, index) => ({
      node: attachment,
      pointer: `${pointer}/attachments/${index}`,
      parentId: id,
    })),
  );
  const attachments = await matchNodes(context, "attachment", placed, existing, ({ lectureId }) => lectureId);
  await requireFiles(context, attachments.flatMap(newFileOf));
  for (const { id } of unmatched(existing, attachments)) {
    await queries.updateAttachment(context, id, { deletedAt: context.now }, context.now);
    changes.removed.push(wire({ id }));
  }
  const existingOf = Map.groupBy(existing, ({ lectureId }) => lectureId);
  const queue = [...attachments];
  for (const lecture of telling) {
    const inside = queue.splice(0, lecture.attachments.length);
    for (const [position, attachment] of inside.entries()) {
      await applyAttachment(context, lecture.id, attachment, position, changes);
    }
    const before = (existingOf.get(lecture.id) ?? []).map(({ id }) => id);
    const after = inside.map(({ id }) => id);
    if (isDeepStrictEqual(before, after)) continue;
    await queries.arrangeAttachments(context, after, context.now);
    changes.moved.push(...movedAmong(before, after).map((id) => wire({ id })));
  }
}

const newFileOf = ({ node, existing, pointer }: Match<AttachmentNode, AttachmentRecord>) =>
  node.fileId && (node.fileId !== existing?.fileId || node.kind !== existing.kind)
    ? [attachedFile({ kind: node.kind, fileId: node.fileId }, `${pointer}/fileId`)]
    : [];

async function applyAttachment(
  context: Context,
  lectureId: string,
  { id, node, existing, isRestored, pointer }: Match<AttachmentNode, AttachmentRecord>,
  position: number,
  changes: Changes,
): Promise<void> {
  const input = serializeFields(node, fields);
  if (existing) {
    const changed = differing(existing, input);
    if (Object.keys(changed).length === 0) return;
    requireSource({ ...existing, ...changed }, pointer);
    await queries.updateAttachment(context, id, changed, context.now);
    changes.changed.push(wire({ id }));
    return;
  }
  const { title, kind } = node;
  if (title === undefined) throw validationFailed(`${pointer}/title`, "required", "A new attachment requires a title.");
  if (kind === undefined) throw validationFailed(`${pointer}/kind`, "required", "A new attachment requires a kind.");
  requireSource({ ...input, kind }, pointer);
  if (isRestored) {
    const { fileId = null, externalUrl = null, text = null } = node;
    const whole = { ...input, fileId, externalUrl, text, position, deletedAt: null };
    await queries.updateAttachment(context, id, whole, context.now);
  } else await queries.insertAttachment(context, { ...input, id, lectureId, title, kind, position }, context.now);
  changes.added.push(wire({ id }));
}

function requireSource(attachment: Parameters<typeof sourceProblem>[0], pointer: string): void {
  const problem = sourceProblem(attachment);
  if (problem) throw validationFailed(`${pointer}${problem.field && `/${problem.field}`}`, "source", problem.detail);
}
