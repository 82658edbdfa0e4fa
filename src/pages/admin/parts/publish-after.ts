import { updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Notice } from "../derived/after-write.ts";

/**
 * Publishes the lecture of a saved quiz or assignment, and returns the address of its editor. If that is refused, the
 * page says that the lecture is a draft.
 */
export async function publishAfter(
  context: RequestContext,
  id: string,
  editor: string,
  notice: Notice,
): Promise<string> {
  try {
    await perform(updateLecture, context, { id, status: "published" });
    return `${editor}?done=published`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${editor}?done=${notice}`;
  }
}
