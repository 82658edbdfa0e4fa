import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { AssignmentRecord } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { findAssignment, lockAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import { findLecture, keepInCourse } from "#domain/catalog/curriculum/queries.ts";
import { lockEnrollment } from "#domain/learning/enrollments/queries.ts";
import type { StoredContent } from "#domain/files/files/content.ts";
import { keepFile, dropFiles } from "#domain/files/files/keep-file.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { recordReport } from "#domain/learning/progress/record-report.ts";
import { versionOf } from "./history.ts";
import { findOwnSubmission, findSubmission, insertSubmission, keepVersion, updateSubmission } from "./queries.ts";
import { isWithdrawn, submissionEvent, type SubmissionRow } from "./submission.ts";
import { keepActivity } from "#domain/learning/progress/queries.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { addDays } from "#lib/time/zoned-time.ts";

/** A submission: the new content, and the files to keep from the returned submission. */
interface Work extends Pick<SubmissionRow, "text" | "url"> {
  files: readonly { filename: string; content: StoredContent }[];
  keptFileIds: readonly string[];
  /** Files of the draft that are submitted. */
  draftFileIds?: readonly string[];
  /** Default: now. */
  submittedAt?: Date;
}

/** Maximum number of files per submission. */
export const maxFiles = 5;

/** Throws unless the assignment accepts the submission. Called before files are stored, and again on submission. */
export async function requireAccepted(
  context: Context,
  enrollment: { id: string; startsAt: Date },
  lectureId: string,
  input: { text: boolean; url: boolean; files: number },
): Promise<void> {
  const found = await findAssignment(context, lectureId);
  const existing = await findOwnSubmission(context, enrollment.id, lectureId);
  const { assignment } = await requireOpen(context, { found, lectureId, existing, startsAt: enrollment.startsAt });
  requireKinds(assignment, input);
}

/** Throws unless the assignment accepts a submission now, whatever it contains. `files`: with files. */
export async function requireAccepting(
  context: Context,
  { id, startsAt }: { id: string; startsAt: Date },
  lectureId: string,
  { files }: { files: boolean },
): Promise<void> {
  const found = await findAssignment(context, lectureId);
  const existing = await findOwnSubmission(context, id, lectureId);
  const { assignment } = await requireOpen(context, { found, lectureId, existing, startsAt });
  if (files) requireKinds(assignment, { text: false, url: false, files: 1 });
}

/** Creates or resubmits a submission. Must run in a transaction. */
export async function handIn(
  context: Context,
  enrollmentId: string,
  lectureId: string,
  { text, url, files, keptFileIds, draftFileIds = [], submittedAt = context.now }: Work,
): Promise<SubmissionRow> {
  const { now } = context;
  const enrollment = await mustExist(lockEnrollment(context, enrollmentId));
  await keepInCourse(context, lectureId, enrollment.courseId);
  const found = await lockAssignment(context, lectureId);
  const existing = await findOwnSubmission(context, enrollmentId, lectureId);
  const { startsAt } = enrollment;
  const { assignment, dueAt } = await requireOpen(
    { ...context, now: submittedAt },
    { found, lectureId, existing, startsAt },
  );
  const keptIds = existing?.fileIds.filter((fileId) => keptFileIds.includes(fileId)) ?? [];
  requireKinds(assignment, {
    text: text !== null,
    url: url !== null,
    files: keptIds.length + draftFileIds.length + files.length,
  });
  const added = [...draftFileIds];
  for (const { filename, content } of files) {
    added.push((await keepFile(context, { filename, purpose: "submission" }, content)).id);
  }
  const id = existing?.id ?? newId();
  const state = { text, url, fileIds: [...keptIds, ...added], status: "submitted" as const, submittedAt, dueAt };
  if (existing) {
    // The work that was taken back is not a version: it was the draft of this one.
    if (!isWithdrawn(existing)) await keepVersion(context, id, await versionOf(context, existing));
    await updateSubmission(context, id, { ...state, givenScore: null, score: null }, now);
    await dropFiles(
      context,
      existing.fileIds.filter((fileId) => !keptIds.includes(fileId)),
    );
  } else {
    const { studentId, courseId } = enrollment;
    await insertSubmission(context, { id, lectureId, enrollmentId, studentId, courseId, ...state }, now);
  }
  const row = await mustExist(findSubmission(context, id));
  await recordEvent(context, submissionEvent("submission.created", row));
  await completeLecture(context, row);
  await keepActivity(context, row, submittedAt);
  return row;
}

interface AssignmentRules {
  found: AssignmentRecord | undefined;
  lectureId: string;
  existing: SubmissionRow | undefined;
  startsAt: Date;
}

/** Returns the assignment and its due date. Throws unless it accepts submissions now. */
async function requireOpen(
  context: SiteScope & Pick<Context, "now">,
  { found: assignment, lectureId, existing, startsAt }: AssignmentRules,
) {
  if (!assignment || assignment.deletedAt) {
    throw notFound("assignment", `of the lecture ${formatId("lecture", lectureId)}`);
  }
  if (existing && existing.status !== "returned") {
    const allowed = existing.status === "submitted" ? ["graded", "returned"] : ["returned"];
    throw invalidState("submission", existing.status, "submitted again", allowed);
  }
  const dueAt = await dueAtFor(context, assignment, startsAt);
  if (assignment.latePolicy.kind === "refuse" && dueAt !== null && context.now > dueAt) {
    throw new Problem("invalid_state", "This assignment does not accept submissions after the due date.", {
      allowed: [],
    });
  }
  return { assignment, dueAt };
}

function requireKinds(
  { submissionKinds }: AssignmentRecord,
  { text, url, files }: { text: boolean; url: boolean; files: number },
): void {
  const input = { text, url, file: files > 0 };
  for (const kind of ["text", "url", "file"] as const) {
    if (!input[kind] || submissionKinds.includes(kind)) continue;
    throw validationFailed(
      `/${kind === "file" ? "files" : kind}`,
      "not_applicable",
      "This assignment does not accept this kind of submission.",
    );
  }
  if (files > maxFiles) throw validationFailed("/files", "too_many", `Send at most ${maxFiles} files.`);
  if (!input.text && !input.url && !input.file) throw validationFailed("/text", "required", "The submission is empty.");
}

async function completeLecture(context: Context, { enrollmentId, lectureId, submittedAt }: SubmissionRow) {
  const { kind } = (await findLecture(context, lectureId))?.completionRule ?? {};
  if (kind !== "submit") return;
  await recordReport(context, { id: newId(), enrollmentId, lectureId, kind: "completed", occurredAt: submittedAt });
}

/** Returns the due date of a student whose access starts at a given time. Null: no due date. */
export async function dueAtFor(
  scope: SiteScope,
  { dueDays, dueAt }: Pick<AssignmentRecord, "dueDays" | "dueAt">,
  startsAt: Date,
): Promise<Date | null> {
  return dueDays === null ? dueAt : addDays(await findTimeZone(scope), startsAt, dueDays);
}
