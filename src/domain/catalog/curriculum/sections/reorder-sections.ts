import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { unchanged } from "#domain/platform/merge-patch/unchanged.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { patchSchemaOf, conclude, curriculumEvents } from "#domain/catalog/curriculum/change.ts";
import { holdCurriculum } from "#domain/catalog/curriculum/hold.ts";
import { mostSections } from "#domain/catalog/curriculum/limits.ts";
import { movedAmong } from "#domain/catalog/curriculum/place.ts";
import { arrangeSections } from "#domain/catalog/curriculum/place-queries.ts";
import { listSections } from "#domain/catalog/curriculum/queries.ts";
import { presentSection, Section } from "./section.ts";

export const reorderSections = operation({
  name: "reorderSections",
  summary: "Reorder the sections of a course",
  access: { scope: "curriculum:write" },
  writes: true,
  input: z.object({ course: ReferenceTo("course"), ids: z.array(Id("section")).max(mostSections) }),
  output: z.object({ data: z.array(Section) }),
  async run(context, { course, ids }) {
    const { id: courseId } = await holdCurriculum(context, course);
    const before = (await listSections(context, courseId)).map(({ id }) => id);
    if (new Set(ids).size !== ids.length || new Set(ids).symmetricDifference(new Set(before)).size > 0) {
      throw validationFailed("/ids", "incomplete", "Send every section of the course exactly once.");
    }
    if (isDeepStrictEqual(ids, before)) {
      return unchanged({ data: (await listSections(context, courseId)).map(presentSection) });
    }
    await arrangeSections(context, ids, context.now);
    const moved = movedAmong(before, ids).map((id) => formatId("section", id));
    return conclude(context, courseId, { moved }, async () => ({
      data: (await listSections(context, courseId)).map(presentSection),
    }));
  },
  audit: (_input, output) => ({ resourceType: "course", resourceId: patchSchemaOf([output])[0]!.courseId }),
  event: curriculumEvents,
});
