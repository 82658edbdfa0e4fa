import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOf, anyOf, changeTimes, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { settleHeldGrade } from "./held-grade.ts";
import { GradeInput, prepareGrade, requireOwn } from "./prepare-grade.ts";
import { columns, findNotificationContext, findSubmission, updateSubmission } from "./queries.ts";
import {
  serializeSubmission,
  Submission,
  submissionEvent,
  type SubmissionRow,
  submissionStatuses,
} from "./submission.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

const submissions = listing<SubmissionRow>({
  kind: "submission",
  table: sql`submissions`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", submittedAt: "timestamptz" },
  filters: {
    assignmentId: anyIdOf(Id("lecture"), sql`submissions.lecture_id`),
    courseId: anyIdOf(Id("course"), sql`submissions.course_id`),
    studentId: anyIdOf(Id("member"), sql`submissions.student_id`),
    enrollmentId: anyIdOf(Id("enrollment"), sql`submissions.enrollment_id`),
    status: withoutIndex(anyOf(z.enum(submissionStatuses), sql`submissions.status`)),
    submittedAt: range(Instant, sql`submissions.submitted_at`),
    ...changeTimes(sql`submissions`),
  },
});

export const listSubmissions = operation({
  name: "listSubmissions",
  summary: "List assignment submissions",
  reads: "students:read",
  input: submissions.input,
  output: pageSchemaOf(Submission),
  run: async (context, input) =>
    mapPage(await submissions.page(context, input, { confine: [ofOwnCourses(context, sql`submissions`)] }), (row) =>
      serializeSubmission(context, row),
    ),
});

export const getSubmission = operation({
  name: "getSubmission",
  summary: "Retrieve an assignment submission",
  reads: "students:read",
  input: z.object({ id: Id("submission") }),
  output: Submission,
  run: async (context, { id }) =>
    serializeSubmission(context, await requireOwn(context, id, await findSubmission(context, id))),
});

export const gradeSubmission = operation({
  name: "gradeSubmission",
  summary: "Grade an assignment submission",
  description: "Grades the submission or returns it for another try, and notifies the student.",
  writes: "students:write",
  input: GradeInput,
  output: Submission,
  async run(context, input) {
    const { id } = input;
    const { changes } = await prepareGrade(context, input);
    await updateSubmission(context, id, changes, context.now);
    await settleHeldGrade(context, id);
    const row = await mustExist(findSubmission(context, id));
    await notifyStudent(context, row);
    await recordEvent(context, submissionEvent("submission.graded", row));
    return serializeSubmission(context, row);
  },
  audit: ({ status, score }, { id }) => about("submission", id, { status, score: score ?? null }),
});

async function notifyStudent(context: Context, row: SubmissionRow): Promise<void> {
  const { assignment, course: name, slug } = await mustExist(findNotificationContext(context, row));
  const news = occasions.assignmentGraded(row, assignment, { name, slug, lectureId: row.lectureId });
  await notify(context, { ...news, memberId: row.studentId });
}
