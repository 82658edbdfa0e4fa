import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { conclude, curriculumEvents } from "#domain/catalog/curriculum/change.ts";
import { requireLockedCurriculum } from "#domain/catalog/curriculum/require-locked.ts";
import { maxSections } from "#domain/catalog/curriculum/limits.ts";
import { movedAmong } from "#domain/catalog/curriculum/ordering.ts";
import { arrangeSections } from "#domain/catalog/curriculum/ordering-queries.ts";
import { listSections } from "#domain/catalog/curriculum/queries.ts";
import { serializeSection, Section } from "./section.ts";

export const reorderSections = operation({
  name: "reorderSections",
  summary: "Reorder the sections of a course",
  writes: "curriculum:write",
  input: z.object({ course: ReferenceTo("course"), ids: z.array(Id("section")).max(maxSections) }),
  output: z.object({ data: z.array(Section) }),
  async run(context, { course, ids }) {
    const { id: courseId } = await requireLockedCurriculum(context, course);
    const before = (await listSections(context, courseId)).map(({ id }) => id);
    if (new Set(ids).size !== ids.length || new Set(ids).symmetricDifference(new Set(before)).size > 0) {
      throw validationFailed("/ids", "incomplete", "Send every section of the course exactly once.");
    }
    if (isDeepStrictEqual(ids, before)) {
      return unchanged({ data: (await listSections(context, courseId)).map(serializeSection) });
    }
    await arrangeSections(context, ids, context.now);
    const moved = movedAmong(before, ids).map((id) => formatId("section", id));
    return conclude(context, courseId, { moved }, async () => ({
      data: (await listSections(context, courseId)).map(serializeSection),
    }));
  },
  audit: (_input, _output, change) => ({ resourceType: "course", resourceId: change?.courseId }),
  event: curriculumEvents,
});
