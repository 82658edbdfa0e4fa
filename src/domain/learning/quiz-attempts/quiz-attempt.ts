import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { GradedAnswer } from "./grade.ts";

const shape = {
  object: z.literal("quiz_attempt"),
  id: Id("quizAttempt"),
  enrollmentId: Id("enrollment"),
  studentId: Id("member"),
  courseId: Id("course"),
  lectureId: Id("lecture"),
  quizVersion: z.number().int().min(1),
  attemptNo: z.number().int().min(1),
  startedAt: Instant,
  submittedAt: Instant.nullable().meta({ description: "Null while the attempt is in progress" }),
  scorePercent: z.number().min(0).max(100).nullable(),
  passed: z.boolean().nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
};

/** A student's answers to a quiz, graded on submission. */
export const QuizAttempt = versioned(
  z.object({ ...shape, answers: z.array(GradedAnswer) }).meta({ id: "QuizAttempt" }),
);
/** An attempt in a list, without its answers. */
export const QuizAttemptSummary = z.object(shape).meta({ id: "QuizAttemptSummary" });

export interface AttemptRow extends Omit<z.output<typeof QuizAttempt>, "object" | "answers"> {
  endsAt: Date | null;
  version: number;
}
export type WholeAttempt = AttemptRow & Pick<z.output<typeof QuizAttempt>, "answers">;

export const serializeAttempt = <Row extends AttemptRow>({ endsAt: _endsAt, ...row }: Row) => ({
  ...row,
  object: "quiz_attempt" as const,
});

export const attemptEvent = (type: "quiz_attempt.submitted" | "quiz_attempt.passed", row: AttemptRow): OutboxEvent =>
  eventAbout(type, "quizAttempt", row.id, {
    enrollment_id: formatId("enrollment", row.enrollmentId),
    student_id: formatId("member", row.studentId),
    course_id: formatId("course", row.courseId),
    lecture_id: formatId("lecture", row.lectureId),
    attempt_no: row.attemptNo,
    score_percent: row.scorePercent,
    passed: row.passed,
  });
