import type { FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { submissionAddress, type SubmissionNarrowing } from "../../views/admin/submissions/submission-addresses.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";

/** Takes a grade back that the student does not know yet, and shows it in the form again. */
export async function undo(
  pageRequest: AdminPageRequest,
  id: string,
  narrowing: SubmissionNarrowing,
): Promise<FastifyReply> {
  const address = submissionAddress(id, narrowing);
  const { undoGrade } = await adminOperations.grading();
  const { isUndone } = await perform(undoGrade, pageRequest.context, { id });
  return pageRequest.reply.redirect(`${address}&done=${isUndone ? "undone" : "notified"}`, 303);
}
