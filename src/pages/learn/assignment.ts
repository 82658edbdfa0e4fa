import { formatId } from "#domain/platform/ids.ts";
import { showMyAssignment } from "#domain/learning/learning-pages/my-assignment.ts";
import { perform } from "#domain/platform/operation.ts";
import type { AssignmentView } from "../views/learn/assignment.ts";
import type { LearnerContext } from "./learner.ts";

/** Problem and submitted values of a rejected submission. */
export type Refused = Pick<AssignmentView, "problem" | "typed">;

/** Returns undefined if the member sees no assignment. */
export async function assignmentOf(
  { context }: LearnerContext,
  lecture: object,
  { here, refused }: { here: string; refused: Refused | undefined },
): Promise<AssignmentView | undefined> {
  const found = await perform(showMyAssignment, context, lecture);
  if (!found) return undefined;
  const { submission, submissionKinds: kinds, latePolicy: late, dueAt } = found;
  const isClosed = late.kind === "refuse" && dueAt !== null && dueAt < context.now;
  return {
    ...found,
    submission: submission && {
      ...submission,
      files: submission.files.map((file) => ({ ...file, id: formatId("file", file.id) })),
    },
    late,
    asks: {
      text: kinds.includes("text"),
      url: kinds.includes("url") || kinds.includes("file"),
      files: kinds.includes("file"),
    },
    isOpen: found.canSubmit && !isClosed && (submission === null || submission.status === "returned"),
    problem: null,
    typed: { text: submission?.text ?? "", url: submission?.url ?? "" },
    ...refused,
    action: `${here}/work`,
  };
}
