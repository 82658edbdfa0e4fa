import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";

/** True if a submission was graded a moment ago, and its student does not know yet. */
export async function isHeld(context: RequestContext, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const { showSubmissionSubjects } = await adminOperations.grading();
  const [subject] = await perform(showSubmissionSubjects, context, { submissionIds: [id] });
  return subject?.isHeld ?? false;
}
