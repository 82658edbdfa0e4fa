import type { CommentSnippet } from "#domain/learning/comment-snippets/operations.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import type { GradeProblem } from "../../views/admin/submissions/grade-form.ts";

export async function listSnippets(context: RequestContext): Promise<readonly CommentSnippet[]> {
  const { listMySnippets } = await adminOperations.grading();
  return (await perform(listMySnippets, context, {})).snippets;
}

/** The form of a grade after its button was pressed for saved comments: it is shown again. */
interface Edit {
  feedback: string;
  problem?: GradeProblem;
}

/** Inserts, saves or deletes a comment of the person. Returns undefined for the other buttons of the form. */
export async function editSnippets(
  context: RequestContext,
  act: string | undefined,
  feedback: string,
): Promise<Edit | undefined> {
  if (act === "keep") return keep(context, feedback);
  const [, verb, id] = /^(insert|forget):([\w-]{36})$/.exec(act ?? "") ?? [];
  if (verb === undefined) return undefined;
  if (verb === "forget") {
    const { deleteMySnippet } = await adminOperations.grading();
    await perform(deleteMySnippet, context, { id });
    return { feedback };
  }
  const text = (await listSnippets(context)).find((snippet) => snippet.id === id)?.text ?? "";
  return { feedback: [feedback, text].filter((part) => part !== "").join("\n") };
}

async function keep(context: RequestContext, feedback: string): Promise<Edit> {
  const { addMySnippet } = await adminOperations.grading();
  try {
    await perform(addMySnippet, context, { text: feedback });
    return { feedback };
  } catch (error) {
    if (error instanceof Problem && error.code === "validation_failed") return { feedback, problem: "snippet" };
    throw error;
  }
}
