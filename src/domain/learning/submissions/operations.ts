import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { isOwnCourse, ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import type { AssignmentRecord } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { lockAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { markdownUpTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { anyIdOf, anyOf, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { notify } from "#domain/messages/notifications/notify.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { invalidState, notFound, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { columns, findNotificationContext, findSubmission, lockSubmission, updateSubmission } from "./queries.ts";
import {
  daysLate,
  serializeSubmission,
  Submission,
  submissionEvent,
  type SubmissionRow,
  submissionStatuses,
} from "./submission.ts";

const submissions = listing<SubmissionRow>({
  kind: "submission",
  table: sql`submissions`,
  columns,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: { column: sql`submissions.created_at`, type: "timestamptz", of: (row: SubmissionRow) => row.createdAt },
    updatedAt: { column: sql`submissions.updated_at`, type: "timestamptz", of: (row: SubmissionRow) => row.updatedAt },
    submittedAt: {
      column: sql`submissions.submitted_at`,
      type: "timestamptz",
      of: (row: SubmissionRow) => row.submittedAt,
    },
  },
  filters: {
    assignmentId: anyIdOf(Id("lecture"), sql`submissions.lecture_id`),
    courseId: anyIdOf(Id("course"), sql`submissions.course_id`),
    studentId: anyIdOf(Id("member"), sql`submissions.student_id`),
    enrollmentId: anyIdOf(Id("enrollment"), sql`submissions.enrollment_id`),
    status: withoutIndex(anyOf(z.enum(submissionStatuses), sql`submissions.status`)),
    submittedAt: range(Instant, sql`submissions.submitted_at`),
    createdAt: range(Instant, sql`submissions.created_at`),
    updatedAt: range(Instant, sql`submissions.updated_at`),
  },
});

export const listSubmissions = operation({
  name: "listSubmissions",
  summary: "List assignment submissions",
  access: { scope: "students:read" },
  writes: false,
  input: submissions.input,
  output: pageSchemaOf(Submission),
  async run(context, input) {
    const page = await submissions.page(context, input, { confine: [ofOwnCourses(context, sql`submissions`)] });
    return { ...page, data: page.data.map((row) => serializeSubmission(context, row)) };
  },
});

export const getSubmission = operation({
  name: "getSubmission",
  summary: "Retrieve an assignment submission",
  access: { scope: "students:read" },
  writes: false,
  input: z.object({ id: Id("submission") }),
  output: Submission,
  run: async (context, { id }) =>
    serializeSubmission(context, await requireOwn(context, id, await findSubmission(context, id))),
  version: ({ version }) => version,
});

async function requireOwn(context: Context, id: string, row: SubmissionRow | undefined): Promise<SubmissionRow> {
  if (row && (await isOwnCourse(context, row.courseId))) return row;
  throw notFound("submission", formatId("submission", id));
}

/** Transitions: submitted → graded or returned; graded → graded or returned; returned → submitted, by the student. */
const transitions = {
  submitted: ["graded", "returned"],
  graded: ["graded", "returned"],
  returned: ["submitted"],
} as const;

export const gradeSubmission = operation({
  name: "gradeSubmission",
  summary: "Grade an assignment submission",
  description: "Grades the submission or returns it for another try, and notifies the student.",
  access: { scope: "students:write" },
  writes: true,
  input: z.object({
    id: Id("submission"),
    score: z.number().min(0).max(100_000).multipleOf(0.01).optional(),
    feedback: markdownUpTo(20_000).optional(),
    status: z.enum(["graded", "returned"]).default("graded"),
  }),
  output: Submission,
  async run(context, { id, score, feedback, status }) {
    const existing = await requireOwn(context, id, await lockSubmission(context, id));
    requireVersion(context, existing);
    const allowed: readonly string[] = transitions[existing.status];
    if (!allowed.includes(status)) throw invalidState("submission", existing.status, status, allowed);
    const assignment = await mustExist(lockAssignment(context, existing.lectureId));
    const scores = scoresOf(existing, assignment, score, status);
    const feedbackHtml = await htmlOfMarkdown(context, feedback, "/feedback");
    const text = feedback === undefined ? {} : { feedbackMarkdown: feedback, feedbackHtml, feedbackAt: context.now };
    const graded = { status, ...scores, ...text, gradedBy: memberOf(context.caller), gradedAt: context.now };
    await updateSubmission(context, id, graded, context.now);
    const row = await mustExist(findSubmission(context, id));
    await notifyStudent(context, row);
    await recordEvent(context, submissionEvent("submission.graded", row));
    return serializeSubmission(context, row);
  },
  version: ({ version }) => version,
  audit: ({ status, score }, { id }) => about("submission", id, { status, score: score ?? null }),
});

function scoresOf(
  existing: SubmissionRow,
  { maxScore, latePolicy }: AssignmentRecord,
  score: number | undefined,
  status: "graded" | "returned",
): Pick<SubmissionRow, "givenScore" | "score"> {
  if (score === undefined) {
    if (status === "returned") return { givenScore: null, score: null };
    throw validationFailed("/score", "required", "A grade requires a score.");
  }
  if (score > maxScore)
    throw validationFailed("/score", "too_big", `The maximum score of this assignment is ${maxScore}.`);
  const lost = latePolicy.kind === "penalty" ? Math.min(100, latePolicy.percentPerDay * daysLate(existing)) : 0;
  return { givenScore: score, score: Math.round(score * (100 - lost)) / 100 };
}

async function notifyStudent(context: Context, row: SubmissionRow): Promise<void> {
  const { assignment, course: name, slug } = await mustExist(findNotificationContext(context, row));
  const news = occasions.assignmentGraded(row, assignment, { name, slug, lectureId: row.lectureId });
  await notify(context, { ...news, memberId: row.studentId });
}
