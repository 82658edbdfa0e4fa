import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { conclude, curriculumEvents, isOpen } from "#domain/catalog/curriculum/change.ts";
import { requireFreeExternalId } from "#domain/catalog/curriculum/external-ids.ts";
import {
  requireLecture,
  requireLockedLecture,
  requireLockedSection,
  requireSection,
} from "#domain/catalog/curriculum/require-locked.ts";
import { copyLectures } from "#domain/catalog/curriculum/copy/copy-lectures.ts";
import { lockCurricula } from "#domain/catalog/curriculum/tree/tree-version.ts";
import { copiedName } from "#domain/platform/names/copied-name.ts";
import {
  Lecture,
  LectureChanges,
  type LectureRecord,
  NewLectureFields,
  serializeLecture,
  withCompletion,
  writableLecture,
} from "./lecture.ts";
import { requireDeletedLecture } from "#domain/catalog/curriculum/deleted-parts.ts";
import { restoreLectures } from "./restore-lectures.ts";
import { maxLectures } from "#domain/catalog/curriculum/limits.ts";
import { placed } from "#domain/catalog/curriculum/ordering.ts";
import { arrangeLectures } from "#domain/catalog/curriculum/ordering-queries.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import { moveToCourse } from "./move-to-course.ts";
import { requireContentOf } from "./require-content.ts";
import { filesOfVideo } from "./video-files.ts";
import { requireFiles } from "#domain/files/files/references/require-files.ts";
import { Position, type SectionRecord } from "#domain/catalog/curriculum/sections/section.ts";

export const createLecture = operation({
  name: "createLecture",
  summary: "Create a lecture",
  description: "Appends the lecture to the section unless `position` is given.",
  writes: "curriculum:write",
  input: NewLectureFields,
  output: Lecture,
  async run(context, { sectionId, position, ...fields }) {
    const section = await requireLockedSection(context, sectionId);
    const { courseId } = section;
    if ((await queries.countLectures(context, courseId)) >= maxLectures) {
      throw validationFailed("", "too_many", `A course can have at most ${maxLectures} lectures.`);
    }
    await requireFiles(context, filesOfVideo(fields.video, undefined, "/video"));
    await requireFreeExternalId(context, "lecture", fields.externalId);
    const siblings = await queries.lectureIdsOf(context, sectionId);
    const id = newId();
    const lecture = { ...fields, id, courseId, sectionId, position: siblings.length };
    await queries.insertLecture(context, lecture, context.now);
    await arrangeLectures(context, placed(siblings, id, position), context.now);
    const made = await mustExist(queries.findLecture(context, id));
    const changes = { added: [formatId("lecture", id)], opened: isOpen(made, section) ? [id] : [] };
    await requireContentOf(context, courseId, changes.opened);
    return conclude(context, courseId, changes, () => serializeLecture(made));
  },
  event: curriculumEvents,
});

export const updateLecture = operation({
  name: "updateLecture",
  summary: "Update a lecture",
  description:
    "Can also change the section and the position of the lecture. Another `kind` or `video` changes a default " +
    "`completion_rule`, and one that does not fit: a quiz is completed by passing it.",
  writes: "curriculum:write",
  input: LectureChanges.extend({ id: Id("lecture") }),
  output: Lecture,
  run: (context, { id, ...changes }) => changeLecture(context, id, changes),
  event: curriculumEvents,
});

export const moveLecture = operation({
  name: "moveLecture",
  summary: "Move a lecture",
  description:
    "Moves the lecture to the end of a section, or to `position`. To another course only while no student has worked " +
    "on the lecture or commented on it: duplicate it instead.",
  writes: "curriculum:write",
  input: z.object({ id: Id("lecture"), sectionId: Id("section"), position: Position.optional() }),
  output: Lecture,
  async run(context, { id, sectionId, position }) {
    const { courseId } = await requireLecture(context, id);
    const section = await requireSection(context, sectionId);
    return section.courseId === courseId
      ? changeLecture(context, id, { sectionId, position: position ?? atEnd })
      : moveToCourse(context, id, { sectionId, position });
  },
  event: curriculumEvents,
});

export const deleteLecture = operation({
  name: "deleteLecture",
  summary: "Delete a lecture",
  description: "Recorded progress is kept, but no longer counts towards completion.",
  writes: "curriculum:write",
  input: z.object({ id: Id("lecture") }),
  output: z.object({ id: Id("lecture") }),
  async run(context, { id }) {
    const lecture = await requireLockedLecture(context, id);
    requireVersion(context, lecture);
    await queries.deleteLectures(context, [id], context.now);
    await arrangeLectures(context, await queries.lectureIdsOf(context, lecture.sectionId), context.now);
    return conclude(context, lecture.courseId, { removed: [formatId("lecture", id)] }, () => ({ id }));
  },
  event: curriculumEvents,
});

export const duplicateLecture = operation({
  name: "duplicateLecture",
  summary: "Duplicate a lecture",
  description:
    "The copy is a draft with its own quiz, assignment and attachments, after the original, or at the end of another " +
    "section, also of another course. Files are shared. Progress, answers and comments are not copied.",
  writes: "curriculum:write",
  input: z.object({ id: Id("lecture"), sectionId: Id("section").optional() }),
  output: Lecture,
  async run(context, { id: from, sectionId }) {
    const original = await requireLecture(context, from);
    const section = await requireSection(context, sectionId ?? original.sectionId);
    await lockCurricula(context, { lectureIds: [from], sectionIds: [section.id] });
    await requireLecture(context, from);
    const { courseId } = await requireSection(context, section.id);
    if ((await queries.countLectures(context, courseId)) >= maxLectures) {
      throw validationFailed("", "too_many", `A course can have at most ${maxLectures} lectures.`);
    }
    const isBeside = section.id === original.sectionId;
    const siblings = await queries.lectureIdsOf(context, section.id);
    const id = newId();
    const title = isBeside ? copiedName(context.site, original.title) : undefined;
    const target = { courseId, sectionId: section.id, position: siblings.length };
    await copyLectures(context, [{ from, id, ...target, title, status: "draft" }], context.now);
    const position = isBeside ? siblings.indexOf(from) + 1 : undefined;
    await arrangeLectures(context, placed(siblings, id, position), context.now);
    return conclude(context, courseId, { added: [formatId("lecture", id)] }, async () =>
      serializeLecture(await mustExist(queries.findLecture(context, id))),
    );
  },
  event: curriculumEvents,
});

export const restoreLecture = operation({
  name: "restoreLecture",
  summary: "Restore a deleted lecture",
  description:
    "Restores the lecture at its former position, with its attachments, quiz and assignment, within 30 days. Recorded " +
    "progress counts again. Fails if its section was deleted too: restore the section.",
  writes: "curriculum:write",
  input: z.object({ id: Id("lecture") }),
  output: Lecture,
  async run(context, { id }) {
    const deleted = await requireDeletedLecture(context, id);
    const section = await queries.findSection(context, deleted.sectionId);
    if (!section) {
      throw new Problem("invalid_state", "The section of the lecture was deleted. Restore the section.", {
        allowed: [],
      });
    }
    await restoreLectures(context, [deleted]);
    const siblings = (await queries.lectureIdsOf(context, section.id)).filter((sibling) => sibling !== id);
    await arrangeLectures(context, placed(siblings, id, deleted.position), context.now);
    const lecture = await mustExist(queries.findLecture(context, id));
    const opened = isOpen(lecture, section) ? [id] : [];
    await requireContentOf(context, lecture.courseId, opened);
    return conclude(context, lecture.courseId, { added: [formatId("lecture", id)], opened }, () =>
      serializeLecture(lecture),
    );
  },
  event: curriculumEvents,
});

/** Larger than any position in a section. */
const atEnd = 1_000_000;

/** Fields by which a visible lecture could become empty. */
const contentFields = ["kind", "bodyMarkdown", "video", "live"] as const;

/** Changes a lecture, with the checks and the events of a change by the API. */
export async function changeLecture(
  context: Context,
  id: string,
  { sectionId, position, ...input }: z.output<typeof LectureChanges>,
) {
  const existing = await requireLockedLecture(context, id);
  requireVersion(context, existing);
  const changes = withCompletion(existing, computePatch(writableLecture, existing, input));
  const isElsewhere = sectionId !== undefined && sectionId !== existing.sectionId;
  const transitions = isElsewhere || (position !== undefined && (await isOther(context, existing, position)));
  if (isEmptyPatch(changes) && !transitions) return unchanged(serializeLecture(existing));
  const from = await mustExist(queries.findSection(context, existing.sectionId));
  const to = sectionId === undefined ? from : await requireSectionOf(context, existing, sectionId);
  await requireFiles(context, filesOfVideo(changes.video, existing.video, "/video"));
  await requireFreeExternalId(context, "lecture", changes.externalId, id);

  await queries.updateLecture(context, id, { ...changes, sectionId: to.id }, context.now);
  if (transitions) await moveTo(context, id, { from, to, position });

  const lecture = await mustExist(queries.findLecture(context, id));
  const wire = formatId("lecture", id);
  const opened = isOpen(lecture, to) && !isOpen(existing, from) ? [id] : [];
  const hasOtherContent = isOpen(lecture, to) && contentFields.some((field) => field in changes);
  await requireContentOf(context, existing.courseId, hasOtherContent ? [id] : opened);
  return conclude(
    context,
    existing.courseId,
    { moved: transitions ? [wire] : [], changed: isEmptyPatch(changes) ? [] : [wire], opened },
    () => serializeLecture(lecture),
  );
}

/**
 * Returns true if a position in the same section differs from the current one. Positions past the end count as the
 * end.
 */
async function isOther(context: Context, { sectionId, position }: LectureRecord, requested: number): Promise<boolean> {
  if (requested === position) return false;
  const last = (await queries.lectureIdsOf(context, sectionId)).length - 1;
  return Math.min(requested, last) !== position;
}

async function requireSectionOf(context: Context, lecture: LectureRecord, id: string): Promise<SectionRecord> {
  const section = await queries.findSection(context, id);
  if (section?.courseId === lecture.courseId) return section;
  throw validationFailed("/sectionId", "not_found", "The course of the lecture has no section with this ID.");
}

async function moveTo(
  context: Context,
  id: string,
  { from, to, position }: { from: SectionRecord; to: SectionRecord; position: number | undefined },
): Promise<void> {
  const siblings = (await queries.lectureIdsOf(context, to.id)).filter((sibling) => sibling !== id);
  await arrangeLectures(context, placed(siblings, id, position), context.now);
  if (from.id === to.id) return;
  await arrangeLectures(context, await queries.lectureIdsOf(context, from.id), context.now);
}
