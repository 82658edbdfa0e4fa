import * as z from "zod";
import type { Context } from "#domain/context.ts";
import { ReferenceTo } from "#domain/fields.ts";
import { formatId } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { requireVersion } from "#domain/version.ts";
import { applyAttachments } from "./apply-attachments.ts";
import { applyExercises } from "./apply-exercises.ts";
import { applyLectures, type LectureMatch } from "./apply-lectures.ts";
import { applySections } from "./apply-sections.ts";
import { type Changes, conclude, curriculumEvents, isOpen, noChanges } from "./change.ts";
import { holdCurriculum, requireCourseId } from "./hold.ts";
import type { LectureSummaryRecord } from "./lecture.ts";
import { loadTree } from "./load-tree.ts";
import * as queries from "./queries.ts";
import { findCurriculumVersion } from "./tree-version.ts";
import type { SectionRecord } from "./section.ts";
import { sentBack } from "./sent-back.ts";
import { Curriculum, CurriculumChanges, includable, type Includable } from "./tree.ts";
import { type SectionNode, SectionNodes } from "./tree-nodes.ts";

export const getCurriculum = operation({
  name: "getCurriculum",
  summary: "Read the whole tree of a course: its sections and their lectures, in their order",
  access: { scope: "curriculum:read" },
  writes: false,
  input: z.object({
    course: ReferenceTo("course"),
    include: z.array(z.enum(includable)).max(3).default([]),
  }),
  output: Curriculum,
  async run(context, { course, include }) {
    const id = await requireCourseId(context, course);
    // The version first: what changes meanwhile makes it older than what is answered, never newer.
    const version = await findCurriculumVersion(context, id);
    return loadTree(context, { id, version }, include);
  },
});

export const replaceCurriculum = operation({
  name: "replaceCurriculum",
  summary: "Replace the whole tree of a course at once; parts keep their identity by id or external_id",
  access: { scope: "curriculum:write" },
  writes: true,
  requiresIfMatch: true,
  input: z.object({
    course: ReferenceTo("course"),
    sections: SectionNodes,
    ...sentBack("object", "courseId", "version", "etag", "totals", "changes"),
  }),
  output: Curriculum.extend({ changes: CurriculumChanges }),
  async run(context, { course, sections }) {
    const held = await holdCurriculum(context, course);
    requireVersion(context, held);
    const include = toldIn(sections);
    const before = await whatIsThere(context, held.id);
    const changes = await apply(context, held.id, sections, before.lectures);
    if (Object.values(changes).every(({ length }) => length === 0)) {
      return { ...(await loadTree(context, held, include)), changes };
    }
    const opened = openIn(await whatIsThere(context, held.id)).difference(openIn(before));
    return conclude(context, held.id, { ...changes, opened: [...opened] }, async () => {
      const version = await findCurriculumVersion(context, held.id);
      return { ...(await loadTree(context, { id: held.id, version }, include)), changes };
    });
  },
  audit: (_input, { courseId, version, changes }) => ({
    resourceType: "course",
    resourceId: formatId("course", courseId),
    details: { version, ...countsOf(changes) },
  }),
  event: curriculumEvents,
});

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

const whatIsThere = async (context: Context, courseId: string): Promise<Parts> => ({
  sections: await queries.listSections(context, courseId),
  lectures: await queries.listSummaries(context, courseId),
});

function openIn({ sections, lectures }: Parts): Set<string> {
  const sectionOf = new Map(sections.map((section) => [section.id, section]));
  const open = lectures.filter((lecture) => {
    const section = sectionOf.get(lecture.sectionId);
    return section && isOpen(lecture, section);
  });
  return new Set(open.map(({ id }) => id));
}

/** Whoever writes quizzes is answered quizzes, with the ids of their parts. */
function toldIn(sections: readonly SectionNode[]): Includable[] {
  const lectures = sections.flatMap((section) => section.lectures);
  return [
    ...(lectures.some(({ attachments }) => attachments !== undefined) ? ["attachments" as const] : []),
    ...(lectures.some(({ quiz }) => quiz !== undefined) ? ["quizzes" as const] : []),
    ...(lectures.some(({ assignment }) => assignment !== undefined) ? ["assignments" as const] : []),
  ];
}

const countsOf = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([what, ids]: [string, string[]]) => [what, ids.length]));
