import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Removal } from "#domain/platform/removal.ts";
import { applyAttachments } from "./apply-attachments.ts";
import { applyExercises } from "./apply-exercises.ts";
import { applyLectures, type LectureMatch } from "./apply-lectures.ts";
import { applySections } from "./apply-sections.ts";
import { type Changes, isOpen, noChanges } from "#domain/catalog/curriculum/change.ts";
import type { LectureSummaryRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import type { SectionRecord } from "#domain/catalog/curriculum/sections/section.ts";
import type { SectionNode } from "./tree-nodes.ts";

/**
 * Replaces the curriculum of a locked course. `opened` lists lectures that became visible, `removed` the deleted
 * sections and lectures in the order of the course.
 */
export async function replaceTree(
  context: Context,
  courseId: string,
  nodes: readonly SectionNode[],
): Promise<{ changes: Changes; opened: string[]; removed: Removal[] }> {
  const before = await currentParts(context, courseId);
  const changes = await apply(context, courseId, nodes, before.lectures);
  if (isEmptyPatch(changes)) return { changes, opened: [], removed: [] };
  const opened = openIn(await currentParts(context, courseId)).difference(openIn(before));
  return { changes, opened: [...opened], removed: removedOf(before, changes) };
}

export const isEmptyPatch = (changes: Changes): boolean => Object.values(changes).every(({ length }) => length === 0);

async function apply(
  context: Context,
  courseId: string,
  nodes: readonly SectionNode[],
  before: readonly LectureSummaryRecord[],
): Promise<Changes> {
  const changes = noChanges();
  const { sections, left } = await applySections(context, courseId, nodes, changes);
  const lectures: LectureMatch[] = await applyLectures(context, courseId, sections, before, changes);
  for (const { id } of left) await queries.updateSection(context, id, { deletedAt: context.now }, context.now);
  await applyAttachments(context, lectures, changes);
  await applyExercises(context, lectures, changes);
  return changes;
}

interface Parts {
  sections: SectionRecord[];
  lectures: LectureSummaryRecord[];
}

const currentParts = async (context: Context, courseId: string): Promise<Parts> => ({
  sections: await queries.listSections(context, courseId),
  lectures: await queries.listSummaries(context, courseId),
});

function removedOf({ sections, lectures }: Parts, changes: Changes): Removal[] {
  const removed = new Set(changes.removed);
  const inSection = Map.groupBy(lectures, ({ sectionId }) => sectionId);
  return sections
    .flatMap((section) => [
      { id: formatId("section", section.id), title: section.title },
      ...(inSection.get(section.id) ?? []).map(({ id, title }) => ({ id: formatId("lecture", id), title })),
    ])
    .filter(({ id }) => removed.has(id));
}

function openIn({ sections, lectures }: Parts): Set<string> {
  const sectionOf = new Map(sections.map((section) => [section.id, section]));
  const open = lectures.filter((lecture) => {
    const section = sectionOf.get(lecture.sectionId);
    return section && isOpen(lecture, section);
  });
  return new Set(open.map(({ id }) => id));
}
