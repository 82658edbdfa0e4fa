import * as z from "zod";
import { isViewed } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { findAssignment, findStoredAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import type { AssignmentRecord } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { type Reference, ReferenceTo, WebAddress } from "#domain/platform/fields.ts";
import { contentOf, storeContent, type StoredContent } from "#domain/files/files/content.ts";
import { Filename } from "#domain/files/files/file.ts";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { lockEnrollment } from "#domain/learning/enrollments/queries.ts";
import { isSeen, seenDraft, type WorkDraft } from "#domain/learning/work-drafts/draft.ts";
import { deleteDraft, findDraft } from "#domain/learning/work-drafts/queries.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { handIn, maxFiles, requireAccepted, dueAtFor } from "#domain/learning/submissions/hand-in.ts";
import { mayWithdraw, withdraw } from "#domain/learning/submissions/withdraw.ts";
import { historyOf, type SubmissionHistory } from "#domain/learning/submissions/history.ts";
import { findOwnSubmission } from "#domain/learning/submissions/queries.ts";
import { type SubmissionRow } from "#domain/learning/submissions/submission.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { requireLectureContext } from "./my-lecture.ts";
import { dropFiles } from "#domain/files/files/keep-file.ts";
import { addressed } from "#domain/files/files/file-address.ts";

const aLecture = z.object({ course: ReferenceTo("course"), lectureId: Id("lecture") });

/** An assignment as its student or staff sees it. */
export interface MyAssignment extends Pick<
  AssignmentRecord,
  "instructionsHtml" | "maxScore" | "submissionKinds" | "rubric" | "latePolicy" | "dueDays"
> {
  /** True for an assignment that was deleted while the member had work in it, which they can read only. */
  isRemoved: boolean;
  /** False for staff who is not enrolled. */
  canSubmit: boolean;
  /** Null without a due date, and for staff if it counts from the start of access. */
  dueAt: Date | null;
  submission: MySubmission | null;
  /** True if the member can take the submission back. */
  canWithdraw: boolean;
  /** Null if nothing is saved, and for staff who see the page as the student. */
  draft: MyDraft | null;
}

/** Work that is saved and not submitted yet. */
export interface MyDraft extends Pick<WorkDraft, "text" | "url" | "keptFileIds" | "revision" | "savedAt"> {
  files: ReturnType<typeof addressed>;
}

interface MySubmission extends Omit<SubmissionRow, "files">, SubmissionHistory {
  files: ReturnType<typeof addressed>;
}

/** Limits the new files of a submission together. */
export const maxNewFileBytes = 20 * 1024 * 1024;

export const showMyAssignment = operation({
  name: "showMyAssignment",
  summary: "Retrieve an assignment and the member's submission",
  reads: { only: ["session"] },
  input: aLecture,
  output: z.custom<MyAssignment | null>(),
  async run(context, { course, lectureId }) {
    const { learner, lecture } = await requireLectureContext(context, course, lectureId);
    const { enrollment, isEnrolled, isStaff } = learner;
    const isOpen = !lecture.lock && (isEnrolled || isStaff);
    const assignment = isOpen ? await findAssignment(context, lectureId) : undefined;
    const ownEnrollment = isOpen && isEnrolled ? enrollment : null;
    if (!ownEnrollment) return assignment && isStaff ? { ...assignment, ...nothingOwn } : null;
    const work = await findMyWork(context, { enrollmentId: ownEnrollment.id, lectureId });
    if (!assignment) return removedAssignment(context, lectureId, work);
    const { existing, submission, draft } = work;
    const dueAt = await dueAtFor(context, assignment, ownEnrollment.startsAt);
    const canWithdraw = existing !== undefined && (await mayWithdraw(context, existing, { assignment, dueAt }));
    return { ...assignment, isRemoved: false, canSubmit: true, canWithdraw, submission, dueAt, draft };
  },
});

const nothingOwn = { isRemoved: false, canSubmit: false, canWithdraw: false, submission: null, draft: null };

interface MyWork {
  existing: SubmissionRow | undefined;
  submission: MySubmission | null;
  draft: MyDraft | null;
}

async function findMyWork(context: Context, workKey: { enrollmentId: string; lectureId: string }): Promise<MyWork> {
  const existing = await findOwnSubmission(context, workKey.enrollmentId, workKey.lectureId);
  const submission = existing && {
    ...existing,
    files: addressed(context, existing.files),
    ...(await historyOf(context, existing)),
  };
  return { existing, submission: submission ?? null, draft: await findMyDraft(context, workKey) };
}

/** A deleted assignment, if the member had work in it: theirs to read and to keep, but nobody would grade it. */
async function removedAssignment(context: Context, lectureId: string, { submission, draft }: MyWork) {
  const stored = submission || draft ? await findStoredAssignment(context, lectureId) : undefined;
  return stored
    ? { ...stored, dueAt: null, isRemoved: true, canSubmit: false, canWithdraw: false, submission, draft }
    : null;
}

/** A draft is private: staff who see the page as the student do not see it. */
async function findMyDraft(context: Context, place: { enrollmentId: string; lectureId: string }) {
  const draft = isViewed(context.caller) ? undefined : await findDraft(context, place);
  return draft?.attemptId === null ? { ...draft, files: addressed(context, draft.files) } : null;
}

export const handInMyWork = operation({
  name: "handInMyWork",
  summary: "Submit an assignment",
  writes: { only: ["session"] },
  input: aLecture.extend({
    text: trimmed().min(1).max(6000).nullable(),
    url: WebAddress.nullable(),
    files: z.array(z.instanceof(ReceivedFile)).max(maxFiles).default([]),
    /** Files of the returned submission and of the draft to submit. All others are deleted. */
    keptFileIds: z
      .array(Id("file"))
      .max(2 * maxFiles)
      .default([]),
    ...seenDraft,
  }),
  output: z.custom<HandedIn>(),
  async prepare(context, { course, lectureId, text, url, files }): Promise<{ stored: StoredFile[] }> {
    if (files.length === 0) return { stored: [] };
    const enrollment = await requireEnrollment(context, course, lectureId);
    await requireWithin(context, limits.handInPerMember, requireSession(context).memberId);
    await requireAccepted(context, enrollment, lectureId, {
      text: text !== null,
      url: url !== null,
      files: files.length,
    });
    return { stored: await storeFiles(context, files) };
  },
  async run(context, { course, lectureId, stored, writer, revision, ...work }): Promise<HandedIn> {
    const { id: enrollmentId } = await requireEnrollment(context, course, lectureId);
    await lockEnrollment(context, enrollmentId);
    const draftKey = { enrollmentId, lectureId };
    const found = await findDraft(context, draftKey);
    const draft = found?.attemptId === null ? found : undefined;
    if (draft && !isSeen(draft, { writer, revision }) && !isSameWork(draft, work)) return { is: "elsewhere" };
    const draftFileIds = draft?.fileIds.filter((id) => work.keptFileIds.includes(id)) ?? [];
    await handIn(context, enrollmentId, lectureId, { ...work, files: stored, draftFileIds });
    await deleteDraft(context, draftKey);
    await dropFiles(context, draft?.fileIds.filter((id) => !draftFileIds.includes(id)) ?? []);
    return { is: "submitted" };
  },
  unaudited: "not security-relevant: its events record it",
});

/** `elsewhere`: another page has saved other work since, and nothing was submitted. */
type HandedIn = { is: "submitted" } | { is: "elsewhere" };

export const withdrawMyWork = operation({
  name: "withdrawMyWork",
  summary: "Take back a submission that is not graded yet",
  description: "The submitted work becomes the draft. The due date still applies when it is submitted again.",
  writes: { only: ["session"] },
  input: aLecture,
  output: z.object({}),
  async run(context, { course, lectureId }) {
    const { id } = await requireEnrollment(context, course, lectureId);
    await withdraw(context, await mustExist(lockEnrollment(context, id)), lectureId);
    return {};
  },
  unaudited: "not security-relevant: its event records it",
});

const isSameWork = (
  draft: WorkDraft,
  { text, url, keptFileIds }: Pick<WorkDraft, "text" | "url"> & { keptFileIds: string[] },
) =>
  (draft.text ?? "").trim() === (text ?? "") &&
  (draft.url ?? "").trim() === (url ?? "") &&
  draft.fileIds.every((id) => keptFileIds.includes(id));

export async function requireEnrollment(context: Context, course: Reference, lectureId: string) {
  const { learner, lecture } = await requireLectureContext(context, course, lectureId);
  const { enrollment, isEnrolled } = learner;
  if (!enrollment || !isEnrolled) {
    throw new Problem("role_required", "Enroll in the course first.");
  }
  if (lecture.lock) throw new Problem("invalid_state", "This lecture is locked.", { allowed: [] });
  return enrollment;
}

export interface StoredFile {
  filename: string;
  content: StoredContent;
}

/** Sequentially, because re-encoding an image takes a lot of memory. */
export async function storeFiles(context: Context, files: readonly ReceivedFile[]): Promise<StoredFile[]> {
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxNewFileBytes) {
    throw validationFailed(
      "/files",
      "too_big",
      `All files together can have at most ${maxNewFileBytes / 1024 / 1024} MiB.`,
    );
  }
  const stored: StoredFile[] = [];
  for (const { bytes, sha256, filename } of files) {
    const content = await storeContent(context, contentOf(bytes, sha256), "submission");
    stored.push({ filename: Filename.safeParse(filename ?? "").data ?? "file", content });
  }
  return stored;
}
