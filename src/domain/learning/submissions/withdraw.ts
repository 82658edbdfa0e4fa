import { findAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import type { AssignmentRecord } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { recordReport } from "#domain/learning/progress/record-report.ts";
import { findDraft, storeDraft } from "#domain/learning/work-drafts/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { invalidState, notFound, Problem } from "#domain/platform/problem.ts";
import { findHeldGrade } from "./held-grade.ts";
import { findHistory, findOwnSubmission, findSubmission, lockSubmission, updateSubmission } from "./queries.ts";
import { submissionEvent, type SubmissionRow } from "./submission.ts";
import { dueAtFor } from "./hand-in.ts";

interface Terms {
  assignment: Pick<AssignmentRecord, "latePolicy">;
  dueAt: Date | null;
}

/** Returns true if the student could not submit the work again, because the due date is over. */
const isTooLate = ({ now }: Pick<Context, "now">, { assignment, dueAt }: Terms): boolean =>
  assignment.latePolicy.kind === "refuse" && dueAt !== null && now > dueAt;

const isBeingGraded = async (scope: SiteScope, id: string): Promise<boolean> =>
  (await findHeldGrade(scope, id))?.state === "waiting";

/** Returns true if nobody has graded the submission yet, and the student can submit it again. */
export const mayWithdraw = async (
  context: Context,
  { id, status }: Pick<SubmissionRow, "id" | "status">,
  terms: Terms,
): Promise<boolean> => status === "submitted" && !isTooLate(context, terms) && !(await isBeingGraded(context, id));

/**
 * Takes a submission back that nobody has graded. Its content becomes the draft of the student, so that graders do not
 * see it any longer. Must run in a transaction, and the enrollment must be locked.
 */
export async function withdraw(
  context: Context,
  { id: enrollmentId, startsAt }: { id: string; startsAt: Date },
  lectureId: string,
): Promise<void> {
  const { now } = context;
  const found = await findOwnSubmission(context, enrollmentId, lectureId);
  const submission = found && (await lockSubmission(context, found.id));
  const assignment = await findAssignment(context, lectureId);
  if (!submission || !assignment) {
    throw notFound("submission", `of the lecture ${formatId("lecture", lectureId)}`);
  }
  const { id, status } = submission;
  if (status !== "submitted") throw invalidState("submission", status, "taken back", ["submitted"]);
  const dueAt = await dueAtFor(context, assignment, startsAt);
  if (await isBeingGraded(context, id)) {
    throw new Problem("invalid_state", "This submission is being graded.", { allowed: [] });
  }
  if (isTooLate(context, { assignment, dueAt })) {
    const detail = "The due date is over, and the submission could not be submitted again.";
    throw new Problem("invalid_state", detail, { allowed: [] });
  }
  await keepAsDraft(context, submission);
  const withdrawn = { status: "returned" as const, gradedAt: null, gradedBy: null };
  await updateSubmission(context, id, { ...withdrawn, text: null, url: null, fileIds: [] }, now);
  await recordEvent(context, submissionEvent("submission.withdrawn", await mustExist(findSubmission(context, id))));
  await reopenLecture(context, submission);
}

/** Keeps work that was saved meanwhile: staff can submit work for a student who has a draft. */
async function keepAsDraft(context: Context, { enrollmentId, lectureId, text, url, fileIds }: SubmissionRow) {
  const found = await findDraft(context, { enrollmentId, lectureId });
  const draft = found?.attemptId === null ? found : undefined;
  await storeDraft(context, {
    enrollmentId,
    lectureId,
    attemptId: null,
    answers: [],
    text: text ?? draft?.text ?? null,
    url: url ?? draft?.url ?? null,
    fileIds: [...fileIds, ...(draft?.fileIds ?? [])],
    keptFileIds: [],
    writer: null,
    savedAt: context.now,
  });
}

/** A lecture that the first submission had completed is open again. An earlier version keeps it completed. */
async function reopenLecture(context: Context, { id, enrollmentId, lectureId }: SubmissionRow): Promise<void> {
  const { kind } = (await findLecture(context, lectureId))?.completionRule ?? {};
  if (kind !== "submit" || (await findHistory(context, id)).earlierVersions.length > 0) return;
  const report = { id: newId(), enrollmentId, lectureId, kind: "uncompleted" as const, occurredAt: context.now };
  await recordReport(context, report);
}
