import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { courseStatuses } from "#domain/catalog/courses/course.ts";
import { Id } from "#domain/platform/ids.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { operation } from "#domain/platform/operation.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { checkCourse, findUnfinished, listMissing } from "#domain/catalog/curriculum/checklist/check-course.ts";
import { CourseChecklist } from "#domain/catalog/curriculum/checklist/checklist.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { type Changes, conclude, curriculumEvents } from "#domain/catalog/curriculum/change.ts";
import { requireLockedCurriculum, requireCourseId } from "#domain/catalog/curriculum/require-locked.ts";
import { requireContentOf } from "#domain/catalog/curriculum/lectures/require-content.ts";
import { loadTree } from "./load-tree.ts";
import { isEmptyPatch, replaceTree } from "./replace-tree.ts";
import { findCurriculumVersion } from "./tree-version.ts";
import { ignoredFields } from "#domain/platform/input/ignored-fields.ts";
import { Curriculum, CurriculumChanges, includable, type Includable } from "./tree.ts";
import { type SectionNode, SectionNodes } from "./tree-nodes.ts";

export const getCurriculum = operation({
  name: "getCurriculum",
  summary: "Retrieve the curriculum of a course",
  description:
    "All sections with their lectures, in order. `include=bodies,attachments,quizzes,assignments` returns the whole " +
    "course in one response, and `findings` says what its lectures lack. A course of more than 16 MiB is refused: read its lectures with `include=bodies`.",
  reads: "curriculum:read",
  input: z.object({
    course: ReferenceTo("course"),
    include: z.array(z.enum(includable)).max(includable.length).default([]),
  }),
  output: Curriculum,
  async run(context, { course, include }) {
    const id = await requireCourseId(context, course);
    // Reads the version first: after a concurrent change, the returned version is too old, never too new.
    const version = await findCurriculumVersion(context, id);
    return loadTree(context, { id, version }, include);
  },
  version: ({ etag }) => etag,
});

export const getCourseChecklist = operation({
  name: "getCourseChecklist",
  summary: "Check if a course can be published",
  description:
    "Lists the parts that publishing requires, and recommendations: for visitors, and for students who use captions, " +
    "screen readers or high contrast. Checks published lectures, and at most 4 MiB of their texts.",
  reads: "curriculum:read",
  input: z.object({ course: ReferenceTo("course") }),
  output: CourseChecklist,
  async run(context, { course: reference }) {
    const id = await requireCourseId(context, reference);
    return checkCourse(context, await mustExist(findCourse(context, { id })));
  },
});

/**
 * Returns the next steps to the publication for pages: what it requires, then what is unfinished. The checklist of the
 * API reads the texts too.
 */
export const findWayToPublication = operation({
  name: "findWayToPublication",
  summary: "Find what a draft course still needs",
  reads: "curriculum:read",
  input: z.object({ course: ReferenceTo("course") }),
  output: z.object({
    courseId: Id("course"),
    status: z.enum(courseStatuses),
    missing: CourseChecklist.shape.checks,
    unfinished: z
      .discriminatedUnion("kind", [
        z.object({ kind: z.literal("section"), id: Id("section"), title: z.string() }),
        z.object({ kind: z.literal("draft"), id: Id("lecture"), title: z.string() }),
      ])
      .nullable(),
  }),
  async run(context, { course: reference }) {
    const id = await requireCourseId(context, reference);
    const course = await mustExist(findCourse(context, { id }));
    const { status } = course;
    if (status !== "draft") return { courseId: id, status, missing: [], unfinished: null };
    const missing = await listMissing(context, course);
    return { courseId: id, status, missing, unfinished: await findUnfinished(context, id) };
  },
});

export const replaceCurriculum = operation({
  name: "replaceCurriculum",
  summary: "Replace the curriculum of a course",
  description: "Replaces all sections and lectures. Existing ones are matched by `id` or `external_id`.",
  writes: "curriculum:write",
  requiresIfMatch: true,
  input: z.object({
    course: ReferenceTo("course"),
    sections: SectionNodes,
    ...ignoredFields("object", "courseId", "version", "etag", "totals", "changes"),
  }),
  output: Curriculum.extend({ changes: CurriculumChanges }),
  async run(context, { course, sections }) {
    const existing = await requireLockedCurriculum(context, course);
    requireVersion(context, existing);
    const include = describedIn(sections);
    const { changes, opened, removed } = await replaceTree(context, existing.id, sections);
    await requireContentOf(context, existing.id, opened);
    context.confirmRemovals?.(removed);
    if (isEmptyPatch(changes)) return { ...(await loadTree(context, existing, include)), changes };
    return conclude(context, existing.id, { ...changes, opened }, async () => {
      const version = await findCurriculumVersion(context, existing.id);
      return { ...(await loadTree(context, { id: existing.id, version }, include)), changes };
    });
  },
  version: ({ etag }) => etag,
  audit: (_input, { courseId, version, changes }) => about("course", courseId, { version, ...countsOf(changes) }),
  event: curriculumEvents,
});

/** Includes in the response what the request contains, so that clients get the IDs of new quiz questions. */
function describedIn(sections: readonly SectionNode[]): Includable[] {
  const lectures = sections.flatMap((section) => section.lectures);
  return [
    ...(lectures.some(({ attachments }) => attachments !== undefined) ? ["attachments" as const] : []),
    ...(lectures.some(({ quiz }) => quiz !== undefined) ? ["quizzes" as const] : []),
    ...(lectures.some(({ assignment }) => assignment !== undefined) ? ["assignments" as const] : []),
  ];
}

const countsOf = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([what, ids]: [string, string[]]) => [what, ids.length]));
