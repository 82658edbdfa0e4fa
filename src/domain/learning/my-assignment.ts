import * as z from "zod";
import { findAssignment } from "#domain/curriculum/assignment-queries.ts";
import type { AssignmentRecord } from "#domain/curriculum/assignment.ts";
import { ReferenceTo, WebAddress } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { Problem } from "#domain/problem.ts";
import { dueAtFor, handIn } from "#domain/submissions/hand-in.ts";
import { findOwnSubmission } from "#domain/submissions/queries.ts";
import type { SubmissionRow } from "#domain/submissions/submission.ts";
import { requirePlace } from "./my-lecture.ts";

const aLecture = z.object({ course: ReferenceTo("course"), lectureId: Id("lecture") });

/** An assignment as its student finds it. */
export interface MyAssignment extends Pick<
  AssignmentRecord,
  "instructionsHtml" | "maxScore" | "submissionKinds" | "rubric" | "latePolicy"
> {
  dueAt: Date | null;
  submission: SubmissionRow | null;
}

export const showMyAssignment = operation({
  name: "showMyAssignment",
  summary: "Read the assignment of a lecture, and what the member handed in for it",
  access: { only: ["session"] },
  writes: false,
  input: aLecture,
  output: z.custom<MyAssignment | null>(),
  async run(context, { course, lectureId }) {
    const { learner, lecture } = await requirePlace(context, course, lectureId);
    const { enrollment, isEnrolled } = learner;
    const assignment = lecture.lock || !isEnrolled ? undefined : await findAssignment(context, lectureId);
    if (!assignment || !enrollment) return null;
    const submission = (await findOwnSubmission(context, enrollment.id, lectureId)) ?? null;
    return { ...assignment, dueAt: dueAtFor(assignment, enrollment.startsAt), submission };
  },
});

export const handInMyWork = operation({
  name: "handInMyWork",
  summary: "Hand in what an assignment asks for",
  access: { only: ["session"] },
  writes: true,
  input: aLecture.extend({
    text: z.string().trim().min(1).max(6000).nullable(),
    url: WebAddress.nullable(),
  }),
  output: z.object({ id: Id("submission") }),
  async run(context, { course, lectureId, ...work }) {
    const { learner, lecture } = await requirePlace(context, course, lectureId);
    const { enrollment, isEnrolled } = learner;
    if (!enrollment || !isEnrolled) {
      throw new Problem("role_required", "This is for members who are enrolled in the course.");
    }
    if (lecture.lock) throw new Problem("invalid_state", "This lecture is not open yet.", { allowed: [] });
    const { id } = await handIn(context, enrollment.id, lectureId, { ...work, fileIds: [] });
    return { id };
  },
});
