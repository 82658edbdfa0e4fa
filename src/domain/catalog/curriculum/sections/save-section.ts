import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { conclude, curriculumEvents, isOpen } from "#domain/catalog/curriculum/change.ts";
import { requireFreeExternalId } from "#domain/catalog/curriculum/external-ids.ts";
import {
  requireCourseId,
  requireLockedCurriculum,
  requireLockedSection,
  requireSection,
} from "#domain/catalog/curriculum/require-locked.ts";
import { copySections } from "#domain/catalog/curriculum/copy/copy-sections.ts";
import { lockCurriculum } from "#domain/catalog/curriculum/tree/tree-version.ts";
import { copiedName } from "#domain/platform/names/copied-name.ts";
import { requireContentOf } from "#domain/catalog/curriculum/lectures/require-content.ts";
import { lecturesDeletedWith, requireDeletedSection } from "#domain/catalog/curriculum/deleted-parts.ts";
import { restoreLectures } from "#domain/catalog/curriculum/lectures/restore-lectures.ts";
import { maxLectures, maxSections } from "#domain/catalog/curriculum/limits.ts";
import { placed } from "#domain/catalog/curriculum/ordering.ts";
import { arrangeLectures, arrangeSections } from "#domain/catalog/curriculum/ordering-queries.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import {
  NewSectionFields,
  Position,
  serializeSection,
  Section,
  SectionChanges,
  type SectionRecord,
  writableSection,
} from "./section.ts";

export const createSection = operation({
  name: "createSection",
  summary: "Create a section",
  description: "Appends the section unless `position` is given.",
  writes: "curriculum:write",
  input: NewSectionFields.extend({ course: ReferenceTo("course") }),
  output: Section,
  async run(context, { course, position, ...fields }) {
    const { id: courseId } = await requireLockedCurriculum(context, course);
    const siblings = (await queries.listSections(context, courseId)).map((section) => section.id);
    if (siblings.length >= maxSections) {
      throw validationFailed("", "too_many", `A course can have at most ${maxSections} sections.`);
    }
    await requireFreeExternalId(context, "section", fields.externalId);
    const id = newId();
    const section = { ...fields, id, courseId, position: siblings.length };
    await queries.insertSection(context, section, context.now);
    await arrangeSections(context, placed(siblings, id, position), context.now);
    return conclude(context, courseId, { added: [formatId("section", id)] }, () => answer(context, id));
  },
  event: curriculumEvents,
});

export const updateSection = operation({
  name: "updateSection",
  summary: "Update a section",
  description: "Also changes its position.",
  writes: "curriculum:write",
  input: SectionChanges.extend({ id: Id("section") }),
  output: Section,
  async run(context, { id, ...input }) {
    const existing = await requireLockedSection(context, id);
    requireVersion(context, existing);
    const { position: requested, ...changes } = computePatch(
      { ...writableSection, position: Position },
      existing,
      input,
    );
    const last = (await queries.listSections(context, existing.courseId)).length - 1;
    const position = requested !== undefined && Math.min(requested, last) === existing.position ? undefined : requested;
    if (isEmptyPatch(changes) && position === undefined) return unchanged(serializeSection(existing));
    await requireFreeExternalId(context, "section", changes.externalId, id);
    await queries.updateSection(context, id, changes, context.now);
    if (position !== undefined) {
      const siblings = (await queries.listSections(context, existing.courseId)).map((section) => section.id);
      await arrangeSections(context, placed(siblings, id, position), context.now);
    }
    const opens = existing.status === "draft" && changes.status === "published";
    const wire = formatId("section", id);
    const opened = opens ? await publishedIn(context, existing) : [];
    await requireContentOf(context, existing.courseId, opened);
    return conclude(
      context,
      existing.courseId,
      {
        moved: position === undefined ? [] : [wire],
        changed: isEmptyPatch(changes) ? [] : [wire],
        opened,
      },
      () => answer(context, id),
    );
  },
  event: curriculumEvents,
});

export const duplicateSection = operation({
  name: "duplicateSection",
  summary: "Duplicate a section",
  description:
    "The copy is a draft with copies of the lectures, after the original, or at the end of another course. Files are " +
    "shared. Progress, answers and comments are not copied.",
  writes: "curriculum:write",
  input: z.object({ id: Id("section"), courseId: Id("course").optional() }),
  output: Section,
  async run(context, { id: from, courseId: target }) {
    const original = await requireSection(context, from);
    const courseId = await requireCourseId(context, { id: target ?? original.courseId });
    for (const one of [...new Set([original.courseId, courseId])].toSorted()) await lockCurriculum(context, one);
    await requireSection(context, from);
    const siblings = (await queries.listSections(context, courseId)).map((section) => section.id);
    const isBeside = courseId === original.courseId;
    if (siblings.length >= maxSections) {
      throw validationFailed("", "too_many", `A course can have at most ${maxSections} sections.`);
    }
    const lectures = await queries.lectureIdsOf(context, from);
    if ((await queries.countLectures(context, courseId)) + lectures.length > maxLectures) {
      throw validationFailed("", "too_many", `A course can have at most ${maxLectures} lectures.`);
    }
    const id = newId();
    const title = isBeside ? copiedName(context.site, original.title) : undefined;
    const copy = { from, id, courseId, position: siblings.length, title, status: "draft" as const };
    const { lectureIds } = await copySections(context, [copy], context.now);
    const position = isBeside ? siblings.indexOf(from) + 1 : undefined;
    await arrangeSections(context, placed(siblings, id, position), context.now);
    const added = [formatId("section", id), ...lectureIds.map((lectureId) => formatId("lecture", lectureId))];
    return conclude(context, courseId, { added }, () => answer(context, id));
  },
  event: curriculumEvents,
});

export const restoreSection = operation({
  name: "restoreSection",
  summary: "Restore a deleted section",
  description:
    "Restores the section at its former position, with the lectures that were deleted with it, within 30 days.",
  writes: "curriculum:write",
  input: z.object({ id: Id("section") }),
  output: Section,
  async run(context, { id }) {
    const deleted = await requireDeletedSection(context, id);
    const { courseId } = deleted;
    const siblings = (await queries.listSections(context, courseId)).map((sibling) => sibling.id);
    if (siblings.length >= maxSections) {
      throw validationFailed("", "too_many", `A course can have at most ${maxSections} sections.`);
    }
    const lectures = await lecturesDeletedWith(context, deleted);
    await queries.updateSection(context, id, { deletedAt: null }, context.now);
    await arrangeSections(context, placed(siblings, id, deleted.position), context.now);
    await restoreLectures(context, lectures);
    const lectureIds = lectures.map((lecture) => lecture.id);
    await arrangeLectures(context, await queries.lectureIdsOf(context, id), context.now);
    const section = await mustExist(queries.findSection(context, id));
    const opened = lectures.filter((lecture) => isOpen(lecture, section)).map((lecture) => lecture.id);
    await requireContentOf(context, courseId, opened);
    const added = [formatId("section", id), ...lectureIds.map((lectureId) => formatId("lecture", lectureId))];
    return conclude(context, courseId, { added, opened }, () => serializeSection(section));
  },
  event: curriculumEvents,
});

const answer = async (context: Context, id: string) =>
  serializeSection(await mustExist(queries.findSection(context, id)));

async function publishedIn(context: Context, { id, courseId }: SectionRecord): Promise<string[]> {
  const lectures = await queries.listSummaries(context, courseId);
  return lectures.filter(({ sectionId, status }) => sectionId === id && status === "published").map(({ id }) => id);
}
