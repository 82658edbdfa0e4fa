import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { lockAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import type { AssignmentRecord } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import type { Context } from "#domain/platform/context.ts";
import { markdownUpTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { lockSubmission } from "./queries.ts";
import { daysLate, isWithdrawn, type SubmissionRow } from "./submission.ts";

export const GradeInput = z.object({
  id: Id("submission"),
  score: z.number().min(0).max(100_000).multipleOf(0.01).optional(),
  feedback: markdownUpTo(20_000).optional(),
  status: z.enum(["graded", "returned"]).default("graded"),
});

/** Transitions: submitted → graded or returned; graded → graded or returned; returned → submitted, by the student, who can also take a submission back: submitted → returned. */
const transitions = {
  submitted: ["graded", "returned"],
  graded: ["graded", "returned"],
  returned: ["submitted"],
} as const;

/** Locks a submission and returns what a grade changes. Throws unless it can be graded in this way. */
export async function prepareGrade(context: Context, { id, score, feedback, status }: z.output<typeof GradeInput>) {
  const existing = await requireOwn(context, id, await lockSubmission(context, id));
  if (isWithdrawn(existing)) {
    const detail = "The student has taken this submission back. Grade it when it is submitted again.";
    throw new Problem("invalid_state", detail, { allowed: transitions.returned });
  }
  requireVersion(context, existing);
  const allowed: readonly string[] = transitions[existing.status];
  if (!allowed.includes(status)) throw invalidState("submission", existing.status, status, allowed);
  const assignment = await mustExist(lockAssignment(context, existing.lectureId));
  const scores = scoresOf(existing, assignment, score, status);
  const feedbackHtml = await htmlOfMarkdown(context, feedback, "/feedback");
  const text = feedback === undefined ? {} : { feedbackMarkdown: feedback, feedbackHtml, feedbackAt: context.now };
  const changes = { status, ...scores, ...text, gradedBy: memberOf(context.caller), gradedAt: context.now };
  return { existing, changes };
}

export async function requireOwn(context: Context, id: string, row: SubmissionRow | undefined): Promise<SubmissionRow> {
  if (row && (await isOwnCourse(context, row.courseId))) return row;
  throw notFound("submission", formatId("submission", id));
}

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
