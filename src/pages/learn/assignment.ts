import { formatId } from "#domain/platform/ids.ts";
import { showMyAssignment } from "#domain/learning/learning-pages/my-assignment.ts";
import { isWithdrawn } from "#domain/learning/submissions/submission.ts";
import { perform } from "#domain/platform/operation.ts";
import { askedKinds, type AssignmentView } from "../views/learn/assignment-view.ts";
import { keeperOf } from "../responses/keeper.ts";
import type { LearnerContext } from "./learner.ts";

/** Problem and submitted values of a rejected submission. */
export type Refused = Pick<AssignmentView, "problem" | "typed" | "elsewhere">;

/** Returns undefined if the member sees no assignment. */
export async function assignmentOf(
  learner: LearnerContext,
  lecture: object,
  { here, refused }: { here: string; refused: Refused | undefined },
): Promise<AssignmentView | undefined> {
  const { context } = learner;
  const assignment = await perform(showMyAssignment, context, lecture);
  if (!assignment) return undefined;
  const { submission, submissionKinds: kinds, latePolicy: late, dueAt, draft } = assignment;
  const isClosed = late.kind === "refuse" && dueAt !== null && dueAt < context.now;
  return {
    ...assignment,
    submission: submission && {
      ...submission,
      isWithdrawn: isWithdrawn(submission),
      files: submission.files.map((file) => ({ ...file, id: formatId("file", file.id) })),
    },
    late,
    asks: askedKinds(kinds),
    isOpen: assignment.canSubmit && !isClosed && (submission === null || submission.status === "returned"),
    problem: null,
    typed: draft
      ? { text: draft.text ?? "", url: draft.url ?? "" }
      : { text: submission?.text ?? "", url: submission?.url ?? "" },
    elsewhere: null,
    draft: {
      revision: draft?.revision ?? "",
      savedAt: draft?.savedAt ?? null,
      files: (draft?.files ?? []).map((file) => ({ ...file, id: formatId("file", file.id) })),
      keptFileIds: draft?.keptFileIds?.map((id) => formatId("file", id)) ?? null,
    },
    island: { address: `${here}/work/draft`, keeper: keeperOf(learner) },
    ...refused,
    action: `${here}/work`,
  };
}
