import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import { hasCourses, lockWithDependents, missingRelations, reassignAll } from "#domain/catalog/courses/relations.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { leaveAll, updateLecturer } from "./queries.ts";
import { requireLecturer } from "./save-lecturer.ts";

export const deleteLecturer = operation({
  name: "deleteLecturer",
  summary: "Delete a lecturer",
  description: "Fails while the lecturer teaches courses, unless `reassign_to` names another lecturer.",
  writes: "lecturers:write",
  input: z.object({ lecturer: ReferenceTo("lecturer"), reassignTo: Id("lecturer").optional() }),
  output: z.object({ id: Id("lecturer"), reassignedCourseIds: z.array(Id("course")) }),
  async run(context, { lecturer: reference, reassignTo }) {
    const lecturer = await requireLecturer(context, reference);
    const { id } = lecturer;
    await lockWithDependents(context, "lecturer", [id]);
    const others = reassignTo === undefined ? [] : [reassignTo];
    if (reassignTo === id || (await missingRelations(context, { lecturerIds: others })).lecturer !== undefined) {
      throw validationFailed("/reassignTo", "not_found", "Expected another lecturer of this site.");
    }
    if (reassignTo === undefined && (await hasCourses(context, "lecturer", id))) {
      throw new Problem(
        "has_dependents",
        "The lecturer teaches courses. Send reassign_to to move them to another lecturer.",
      );
    }
    const reassignedCourseIds = await reassignAll(context, "lecturer", [id], reassignTo ?? null, context.now);
    await leaveAll(context, [id], context.now);
    await updateLecturer(context, lecturer, { deletedAt: context.now }, context.now);
    await endRedirectsTo(context, id);
    return { id, reassignedCourseIds };
  },
  event: (_input, { reassignedCourseIds }) =>
    reassignedCourseIds.map((id) => eventAbout("course.updated", "course", id)),
});
