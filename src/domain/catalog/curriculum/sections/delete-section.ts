import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { conclude, curriculumEvents, isOpen } from "#domain/catalog/curriculum/change.ts";
import { requireLockedSection } from "#domain/catalog/curriculum/require-locked.ts";
import { arrangeSections, moveLectures } from "#domain/catalog/curriculum/ordering-queries.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import type { SectionRecord } from "./section.ts";

export const deleteSection = operation({
  name: "deleteSection",
  summary: "Delete a section",
  description:
    "Fails while the section contains lectures, unless `move_lectures_to` names another section or `cascade` is true.",
  writes: "curriculum:write",
  input: z.object({
    id: Id("section"),
    moveLecturesTo: Id("section").optional(),
    cascade: z.boolean().default(false),
  }),
  output: z.object({ id: Id("section") }),
  async run(context, { id, moveLecturesTo, cascade }) {
    const section = await requireLockedSection(context, id);
    requireVersion(context, section);
    if (cascade && moveLecturesTo !== undefined) {
      throw validationFailed("/cascade", "contradiction", "Send either move_lectures_to or cascade, not both.");
    }
    const lectures = (await queries.listSummaries(context, section.courseId)).filter(
      ({ sectionId }) => sectionId === id,
    );
    const target = moveLecturesTo === undefined ? undefined : await requireTarget(context, section, moveLecturesTo);
    if (lectures.length > 0 && !target && !cascade) {
      throw new Problem(
        "has_dependents",
        `The section contains ${lectures.length} lectures. Send move_lectures_to to move them, or cascade=true to delete them.`,
      );
    }
    context.confirmRemovals?.([
      { id: formatId("section", id), title: section.title },
      ...(target ? [] : lectures).map((lecture) => ({ id: formatId("lecture", lecture.id), title: lecture.title })),
    ]);
    const lectureIds = lectures.map((lecture) => lecture.id);
    if (target) await moveAll(context, lectureIds, target.id);
    else await queries.deleteLectures(context, lectureIds, context.now);
    await queries.updateSection(context, id, { deletedAt: context.now }, context.now);
    const siblings = (await queries.listSections(context, section.courseId)).map((sibling) => sibling.id);
    await arrangeSections(context, siblings, context.now);

    const onTheWire = lectureIds.map((lectureId) => formatId("lecture", lectureId));
    const opened = lectures.filter((lecture) => target && !isOpen(lecture, section) && isOpen(lecture, target));
    return conclude(
      context,
      section.courseId,
      {
        removed: [formatId("section", id), ...(target ? [] : onTheWire)],
        moved: target ? onTheWire : [],
        opened: opened.map((lecture) => lecture.id),
      },
      () => ({ id }),
    );
  },
  event: curriculumEvents,
});

async function requireTarget(context: Context, from: SectionRecord, id: string): Promise<SectionRecord> {
  const target = await queries.findSection(context, id);
  if (target && target.id !== from.id && target.courseId === from.courseId) return target;
  throw validationFailed("/moveLecturesTo", "not_found", "Expected another section of the same course.");
}

/** Appends the lectures in their current order. */
async function moveAll(context: Context, lectureIds: readonly string[], sectionId: string): Promise<void> {
  const all = [...(await queries.lectureIdsOf(context, sectionId)), ...lectureIds];
  await moveLectures(
    context,
    all.map((id, position) => ({ id, sectionId, position })),
    context.now,
  );
}
