import { listAttachmentsOf } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";
import { showFiles, sourcesOf } from "#domain/files/files/references/show-files.ts";
import type { Context } from "#domain/platform/context.ts";

/** Signs the addresses of files in the prompts that are attached to the lecture. */
export async function shownQuestions(
  context: Context,
  lectureId: string,
  questions: readonly Question[],
): Promise<Question[]> {
  if (!questions.some(({ promptHtml }) => promptHtml.includes("/files/"))) return [...questions];
  const attachments = await listAttachmentsOf(context, lectureId);
  const sources = await sourcesOf(
    context,
    attachments.flatMap(({ fileId }) => fileId ?? []),
  );
  return questions.map((question) => ({ ...question, promptHtml: showFiles(question.promptHtml, sources).html }));
}
