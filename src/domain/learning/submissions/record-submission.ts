import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { findEnrollment } from "#domain/learning/enrollments/queries.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { ExternalId, Metadata, WebAddress } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { handIn } from "./hand-in.ts";
import { findSubmission, updateSubmission } from "./queries.ts";
import { serializeSubmission, Submission } from "./submission.ts";

export const recordSubmission = operation({
  name: "recordSubmission",
  summary: "Submit an assignment for a student",
  description:
    "Submits work that a student handed in elsewhere, such as on paper. The rules of the assignment apply: kinds, due " +
    "date, and that a submission is submitted again only after it was returned. Students attach files on their page.",
  writes: "students:write",
  input: z.object({
    enrollmentId: Id("enrollment"),
    lectureId: Id("lecture"),
    text: trimmed().min(1).max(6000).nullable().default(null),
    url: WebAddress.nullable().default(null),
    submittedAt: Instant.optional().meta({ description: "Defaults to now. Must not be in the future." }),
    externalId: ExternalId.optional(),
    metadata: Metadata.optional(),
  }),
  output: Submission,
  async run(context, { enrollmentId, lectureId, text, url, submittedAt = context.now, externalId, metadata }) {
    if (submittedAt > context.now) {
      throw validationFailed("/submittedAt", "too_big", "The time cannot be in the future.");
    }
    const enrollment = await findEnrollment(context, enrollmentId);
    if (!enrollment || !(await isOwnCourse(context, enrollment.courseId))) {
      throw validationFailed("/enrollmentId", "not_found", "No enrollment has this ID.");
    }
    const lecture = await findLecture(context, lectureId);
    if (lecture?.courseId !== enrollment.courseId) {
      throw validationFailed("/lectureId", "not_found", "The course has no lecture with this ID.");
    }
    const { id } = await handIn(context, enrollmentId, lectureId, {
      text,
      url,
      files: [],
      keptFileIds: [],
      submittedAt,
    });
    await requireUnusedExternalId(context, { table: sql`submissions`, what: "submission", own: id }, externalId);
    const givenFields = { ...(externalId !== undefined && { externalId }), ...(metadata && { metadata }) };
    if (Object.keys(givenFields).length > 0) await updateSubmission(context, id, givenFields, context.now);
    return serializeSubmission(context, await mustExist(findSubmission(context, id)));
  },
});
