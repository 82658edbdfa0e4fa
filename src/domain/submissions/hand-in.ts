import type { Context } from "#domain/context.ts";
import type { AssignmentRecord } from "#domain/curriculum/assignment.ts";
import { lockAssignment } from "#domain/curriculum/assignment-queries.ts";
import { findLecture } from "#domain/curriculum/queries.ts";
import { lockEnrollment } from "#domain/enrollments/enrollment-queries.ts";
import { formatId, newId } from "#domain/ids.ts";
import { recordEvent } from "#domain/outbox/record-event.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/problem.ts";
import { recordReport } from "#domain/progress/record-report.ts";
import { findOwnSubmission, findSubmission, insertSubmission, updateSubmission } from "./queries.ts";
import { daysLate, submissionEvent, type SubmissionRow } from "./submission.ts";

type Work = Pick<SubmissionRow, "text" | "url" | "fileIds">;

const day = 86_400_000;

/** When work on an assignment is due for somebody whose access began at a moment; null: never. */
export const dueAtFor = ({ dueDays }: Pick<AssignmentRecord, "dueDays">, startsAt: Date): Date | null =>
  dueDays === null ? null : new Date(startsAt.getTime() + dueDays * day);

/** Hands work in, or what was returned again. For a transaction. */
export async function handIn(
  context: Context,
  enrollmentId: string,
  lectureId: string,
  work: Work,
): Promise<SubmissionRow> {
  const { now } = context;
  const enrollment = (await lockEnrollment(context, enrollmentId))!;
  const assignment = await lockAssignment(context, lectureId);
  if (!assignment || assignment.deletedAt) {
    throw notFound("assignment", `of the lecture ${formatId("lecture", lectureId)}`);
  }
  requireKinds(assignment, work);
  const held = await findOwnSubmission(context, enrollmentId, lectureId);
  if (held && held.status !== "returned") {
    const allowed = held.status === "submitted" ? ["graded", "returned"] : ["returned"];
    throw invalidState("submission", held.status, "submitted", allowed);
  }
  const dueAt = dueAtFor(assignment, enrollment.startsAt);
  if (assignment.latePolicy.kind === "refuse" && daysLate({ submittedAt: now, dueAt }) > 0) {
    throw new Problem("invalid_state", "This assignment takes nothing after it was due.", { allowed: [] });
  }
  const id = held?.id ?? newId();
  const state = { ...work, status: "submitted" as const, submittedAt: now, dueAt };
  if (held) await updateSubmission(context, id, { ...state, givenScore: null, score: null }, now);
  else {
    const { studentId, courseId } = enrollment;
    await insertSubmission(context, { id, lectureId, enrollmentId, studentId, courseId, ...state }, now);
  }
  const row = (await findSubmission(context, id))!;
  await recordEvent(context, submissionEvent("submission.created", row));
  await completeLecture(context, row);
  return row;
}

function requireKinds({ submissionKinds }: AssignmentRecord, { text, url, fileIds }: Work): void {
  const given = { text: text !== null, url: url !== null, file: fileIds.length > 0 };
  for (const kind of ["text", "url", "file"] as const) {
    // A file may lie elsewhere on the web.
    const isAsked = submissionKinds.includes(kind) || (kind === "url" && submissionKinds.includes("file"));
    if (!given[kind] || isAsked) continue;
    throw validationFailed(`/${kind === "file" ? "fileIds" : kind}`, "not_applicable", "It does not ask for that.");
  }
  if (!given.text && !given.url && !given.file) throw validationFailed("/text", "required", "There is nothing in it.");
}

async function completeLecture(context: Context, { enrollmentId, lectureId, submittedAt }: SubmissionRow) {
  const { kind } = (await findLecture(context, lectureId))?.completionRule ?? {};
  if (kind !== "submit") return;
  await recordReport(context, { id: newId(), enrollmentId, lectureId, kind: "completed", occurredAt: submittedAt });
}
