import { findAdjacentSubmissions } from "#domain/learning/submissions/submissions-for-teachers.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { SubmissionNarrowing } from "../../views/admin/submissions/submission-addresses.ts";

/** Returns the submissions around one, in the list with these filters. */
export async function adjacentIn(
  context: RequestContext,
  id: string,
  { filter, course, assignment }: SubmissionNarrowing,
): Promise<{ previous?: string; next?: string }> {
  const { previous, next } = await perform(findAdjacentSubmissions, context, {
    id,
    ...(filter !== "all" && { status: filter }),
    ...(course && { courseId: course }),
    ...(assignment && { lectureId: assignment }),
  });
  return {
    ...(previous !== null && { previous: formatId("submission", previous) }),
    ...(next !== null && { next: formatId("submission", next) }),
  };
}
