import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  Attachment,
  AttachmentChanges,
  attachedFile,
  maxAttachments,
  NewAttachmentFields,
  serializeAttachment,
  sourceProblem,
  writableAttachment,
} from "./attachment.ts";
import * as queries from "./attachment-queries.ts";
import { conclude, curriculumEvents } from "#domain/catalog/curriculum/change.ts";
import { requireFreeExternalId } from "#domain/catalog/curriculum/external-ids.ts";
import { keepingContent } from "#domain/catalog/curriculum/lectures/require-content.ts";
import { requireLockedAttachment, requireLockedLecture } from "#domain/catalog/curriculum/require-locked.ts";
import { placed } from "#domain/catalog/curriculum/ordering.ts";
import { Position } from "#domain/catalog/curriculum/sections/section.ts";
import { requireFiles } from "#domain/files/files/references/require-files.ts";
import { mustExist } from "#domain/platform/must-exist.ts";

export const createAttachment = operation({
  name: "createAttachment",
  summary: "Create an attachment",
  description: "A file, a link or a text.",
  writes: "curriculum:write",
  input: NewAttachmentFields.extend({ lectureId: Id("lecture") }),
  output: Attachment,
  async run(context, { lectureId, position, ...fields }) {
    const lecture = await requireLockedLecture(context, lectureId);
    requireSource(fields);
    const { kind, fileId } = fields;
    if (fileId) await requireFiles(context, [attachedFile({ kind, fileId }, "/fileId")]);
    const siblings = (await queries.listAttachmentsOf(context, lectureId)).map(({ id }) => id);
    if (siblings.length >= maxAttachments) {
      throw validationFailed("", "too_many", `A lecture can have at most ${maxAttachments} attachments.`);
    }
    await requireFreeExternalId(context, "attachment", fields.externalId);
    const id = newId();
    const attachment = { ...fields, id, lectureId, position: siblings.length };
    await queries.insertAttachment(context, attachment, context.now);
    await queries.arrangeAttachments(context, placed(siblings, id, position), context.now);
    const changes = { added: [formatId("attachment", id)] };
    return conclude(context, lecture.courseId, changes, () => answer(context, id));
  },
  event: curriculumEvents,
});

export const updateAttachment = operation({
  name: "updateAttachment",
  summary: "Update an attachment",
  description: "Also changes its position.",
  writes: "curriculum:write",
  input: AttachmentChanges.extend({ id: Id("attachment") }),
  output: Attachment,
  async run(context, { id, ...input }) {
    const { attachment: existing, lecture } = await requireLockedAttachment(context, id);
    requireVersion(context, existing);
    const { position, ...changes } = computePatch({ ...writableAttachment, position: Position }, existing, input);
    if (isEmptyPatch(changes) && position === undefined) return unchanged(serializeAttachment(existing));
    requireSource({ ...existing, ...changes });
    const { kind, fileId } = { ...existing, ...changes };
    if (fileId && (fileId !== existing.fileId || kind !== existing.kind)) {
      await requireFiles(context, [attachedFile({ kind, fileId }, "/fileId")]);
    }
    await requireFreeExternalId(context, "attachment", changes.externalId, id);
    await queries.updateAttachment(context, id, changes, context.now);
    if (position !== undefined) {
      const siblings = (await queries.listAttachmentsOf(context, lecture.id)).map((sibling) => sibling.id);
      await queries.arrangeAttachments(context, placed(siblings, id, position), context.now);
    }
    const wire = formatId("attachment", id);
    const changed = isEmptyPatch(changes) ? [] : [wire];
    const moved = position === undefined ? [] : [wire];
    return conclude(context, lecture.courseId, { changed, moved }, () => answer(context, id));
  },
  event: curriculumEvents,
});

export const deleteAttachment = operation({
  name: "deleteAttachment",
  summary: "Delete an attachment",
  writes: "curriculum:write",
  input: z.object({ id: Id("attachment") }),
  output: z.object({ id: Id("attachment") }),
  async run(context, { id }) {
    const { attachment, lecture } = await requireLockedAttachment(context, id);
    requireVersion(context, attachment);
    const { now } = context;
    await keepingContent(context, lecture, () => queries.updateAttachment(context, id, { deletedAt: now }, now));
    const siblings = (await queries.listAttachmentsOf(context, lecture.id)).map((sibling) => sibling.id);
    await queries.arrangeAttachments(context, siblings, context.now);
    return conclude(context, lecture.courseId, { removed: [formatId("attachment", id)] }, () => ({ id }));
  },
  event: curriculumEvents,
});

function requireSource(attachment: Parameters<typeof sourceProblem>[0]): void {
  const problem = sourceProblem(attachment);
  if (problem) throw validationFailed(problem.field && `/${problem.field}`, "source", problem.detail);
}

const answer = async (context: Context, id: string) =>
  serializeAttachment(await mustExist(queries.findAttachment(context, id)));
