import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId, Html, Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { addDays } from "#lib/time/zoned-time.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import { addressed, SubmissionFile } from "#domain/files/files/file-address.ts";

export const submissionStatuses = ["submitted", "graded", "returned"] as const;

/** A student's submission for an assignment. A returned submission can be submitted again. */
export const Submission = versionedResource("submission", {
  lectureId: Id("lecture"),
  enrollmentId: Id("enrollment"),
  studentId: Id("member"),
  courseId: Id("course"),
  status: z.enum(submissionStatuses).meta({
    description: "`returned` without `graded_at`: the student has taken the submission back",
  }),
  text: untrusted(z.string().nullable()),
  url: untrusted(z.string().nullable()),
  fileIds: z.array(Id("file")),
  files: z.array(SubmissionFile),
  submittedAt: Instant,
  dueAt: Instant.nullable(),
  daysLate: z.number().int().min(0),
  givenScore: z.number().min(0).nullable().meta({ description: "The score before a late penalty" }),
  score: z.number().min(0).nullable().meta({ description: "The score after a late penalty" }),
  feedbackMarkdown: z.string().nullable(),
  feedbackHtml: Html.nullable(),
  gradedBy: Id("member").nullable(),
  gradedAt: Instant.nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export interface SubmissionRow extends Omit<z.output<typeof Submission>, "object" | "daysLate" | "files"> {
  version: number;
  files: Omit<z.output<typeof SubmissionFile>, "url">[];
  /** The school's time zone, whose days count. */
  timeZone: string;
}

/** Returns true if the student has taken the submission back, and has not submitted it again. */
export const isWithdrawn = ({ status, gradedAt }: Pick<SubmissionRow, "status" | "gradedAt">): boolean =>
  status === "returned" && gradedAt === null;

/** A version of a submission that the student has replaced, as stored. Times are ISO 8601. */
export interface EarlierVersion {
  text: string | null;
  url: string | null;
  /** Files are deleted unless the student keeps them in the next version. */
  fileNames: string[];
  submittedAt: string;
  score: number | null;
  givenScore: number | null;
  gradedAt: string | null;
  /** Sanitized when stored. Null without feedback on this version. */
  feedbackHtml: string | null;
}

const day = 86_400_000;

/** Number of started calendar days after the due date. */
export function daysLate({
  submittedAt,
  dueAt,
  timeZone,
}: Pick<SubmissionRow, "submittedAt" | "dueAt" | "timeZone">): number {
  if (dueAt === null || submittedAt <= dueAt) return 0;
  const estimate = Math.ceil((submittedAt.getTime() - dueAt.getTime()) / day);
  const isEnough = (days: number) => addDays(timeZone, dueAt, days) >= submittedAt;
  return [estimate - 1, estimate].find(isEnough) ?? estimate + 1;
}

export const serializeSubmission = (
  context: Pick<Context, "site" | "now" | "storage">,
  { timeZone, ...row }: SubmissionRow,
): z.output<typeof Submission> & { version: number } => ({
  ...row,
  object: "submission",
  daysLate: daysLate({ ...row, timeZone }),
  files: addressed(context, row.files),
});

export const submissionEvent = (
  type: "submission.created" | "submission.graded" | "submission.withdrawn",
  { id, enrollmentId, studentId, courseId, lectureId, status, score }: SubmissionRow,
): OutboxEvent =>
  eventAbout(type, "submission", id, {
    enrollment_id: formatId("enrollment", enrollmentId),
    student_id: formatId("member", studentId),
    course_id: formatId("course", courseId),
    lecture_id: formatId("lecture", lectureId),
    status,
    score,
  });
