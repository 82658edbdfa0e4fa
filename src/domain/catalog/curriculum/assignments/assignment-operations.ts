import * as z from "zod";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { Assignment, assignmentContent, assignmentFieldsOf, presentAssignment } from "./assignment.ts";
import { findAssignment, lockAssignment, updateAssignment } from "./assignment-queries.ts";
import { concludeLecture, curriculumEvents } from "#domain/catalog/curriculum/change.ts";
import { requireLockedLecture, requireLecture } from "#domain/catalog/curriculum/require-locked.ts";
import { saveAssignment } from "./save-assignment.ts";

const aboutAssignment = ({ id }: { id: string }) => ({
  resourceType: "assignment",
  resourceId: formatId("lecture", id),
});

export const getAssignment = operation({
  name: "getAssignment",
  summary: "Retrieve the assignment of a lecture",
  access: { scope: "curriculum:read" },
  writes: false,
  input: z.object({ id: Id("lecture") }),
  output: Assignment,
  async run(context, { id: lectureId }) {
    await requireLecture(context, lectureId);
    const assignment = await findAssignment(context, lectureId);
    if (!assignment) throw noAssignment(lectureId);
    return presentAssignment(assignment);
  },
  version: ({ version }) => version,
});

export const replaceAssignment = operation({
  name: "replaceAssignment",
  summary: "Replace the assignment of a lecture",
  access: { scope: "curriculum:write" },
  writes: true,
  input: z.object({ ...assignmentContent, id: Id("lecture") }),
  output: Assignment,
  async run(context, { id: lectureId, ...content }) {
    const lecture = await requireLockedLecture(context, lectureId);
    const existing = await lockAssignment(context, lectureId);
    requireVersion(context, { version: existing && !existing.deletedAt ? existing.version : 0 });
    await saveAssignment(context, lectureId, existing, await assignmentFieldsOf(context, content), context.now);
    return concludeLecture(context, lecture, async () =>
      presentAssignment((await findAssignment(context, lectureId))!),
    );
  },
  version: ({ version }) => version,
  audit: aboutAssignment,
  event: curriculumEvents,
});

export const deleteAssignment = operation({
  name: "deleteAssignment",
  summary: "Delete the assignment of a lecture",
  access: { scope: "curriculum:write" },
  writes: true,
  input: z.object({ id: Id("lecture") }),
  output: z.object({ id: Id("lecture") }),
  async run(context, { id: lectureId }) {
    const lecture = await requireLockedLecture(context, lectureId);
    const assignment = await lockAssignment(context, lectureId);
    if (!assignment || assignment.deletedAt) throw noAssignment(lectureId);
    requireVersion(context, assignment);
    await updateAssignment(context, lectureId, { deletedAt: context.now }, context.now);
    return concludeLecture(context, lecture, () => ({ id: lectureId }));
  },
  audit: aboutAssignment,
  event: curriculumEvents,
});

const noAssignment = (lectureId: string) => notFound("assignment", `of the lecture ${formatId("lecture", lectureId)}`);
