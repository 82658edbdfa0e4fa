import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Removal } from "#domain/platform/removal.ts";
import { applyAttachments } from "./apply-attachments.ts";
import { applyLectures, type LectureMatch } from "./apply-lectures.ts";
import { applySections } from "./apply-sections.ts";
import { type Changes, isOpen, noChanges } from "#domain/catalog/curriculum/change.ts";
import type { LectureSummaryRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import type { SectionRecord } from "#domain/catalog/curriculum/sections/section.ts";
import type { SectionNode, LectureNode } from "./tree-nodes.ts";
import { assignmentFieldsOf } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { lockAssignment, updateAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { quizFieldsOf } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { lockQuiz, updateQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { saveAssignment } from "#domain/catalog/curriculum/assignments/save-assignment.ts";
import { saveQuiz } from "#domain/catalog/curriculum/quizzes/save-quiz.ts";

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

/** Applies the quizzes and assignments of lecture nodes. Lectures whose node has neither field keep theirs. */
async function applyExercises(context: Context, lectures: readonly LectureMatch[], changes: Changes): Promise<void> {
  const changedIds = new Set([...changes.added, ...changes.changed]);
  for (const { id, node } of lectures) {
    if (node.quiz === undefined && node.assignment === undefined) continue;
    const isOther = [await applyQuiz(context, id, node.quiz), await applyAssignment(context, id, node.assignment)];
    const wire = formatId("lecture", id);
    if (isOther.includes(true) && !changedIds.has(wire)) changes.changed.push(wire);
  }
}

async function applyQuiz(context: Context, lectureId: string, content: LectureNode["quiz"]): Promise<boolean> {
  if (content === undefined) return false;
  const existing = await lockQuiz(context, lectureId);
  if (content !== null)
    return saveQuiz(context, lectureId, existing, await quizFieldsOf(context, content), context.now);
  if (!existing || existing.deletedAt) return false;
  await updateQuiz(context, lectureId, { deletedAt: context.now }, context.now);
  return true;
}

async function applyAssignment(
  context: Context,
  lectureId: string,
  content: LectureNode["assignment"],
): Promise<boolean> {
  if (content === undefined) return false;
  const existing = await lockAssignment(context, lectureId);
  if (content !== null) {
    return saveAssignment(context, lectureId, existing, await assignmentFieldsOf(context, content), context.now);
  }
  if (!existing || existing.deletedAt) return false;
  await updateAssignment(context, lectureId, { deletedAt: context.now }, context.now);
  return true;
}
