import { listAttachmentsOf } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";
import { sourcesOf } from "#domain/files/files/references/file-sources.ts";
import { showFiles } from "#domain/files/files/references/show-files.ts";
import type { Context } from "#domain/platform/context.ts";
import type { QuizContentRow } from "#domain/learning/quiz-attempts/queries.ts";
import type { AttemptRow } from "#domain/learning/quiz-attempts/quiz-attempt.ts";

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

export type SolutionRules = Pick<QuizContentRow, "showAnswers" | "attemptsAllowed">;

type Attempt = Pick<AttemptRow, "submittedAt" | "passed" | "scorePercent">;

/** Returns whether a student with these attempts at a quiz sees its solutions. */
export function showsSolutions({ showAnswers, attemptsAllowed }: SolutionRules, attempts: readonly Attempt[]): boolean {
  const submitted = attempts.filter(({ submittedAt }) => submittedAt !== null);
  const areCorrect = submitted.some(({ scorePercent }) => scorePercent === 100);
  // An attempt in progress can still be answered.
  const isLast =
    attemptsAllowed !== null && submitted.length >= attemptsAllowed && submitted.length === attempts.length;
  switch (showAnswers) {
    case "never":
      return false;
    case "after_submit":
      return true;
    case "after_pass":
      return submitted.some(({ passed }) => passed === true);
    case "after_correct":
      return areCorrect;
    case "after_last_attempt":
      return isLast;
    case "after_correct_or_last_attempt":
      return areCorrect || isLast;
  }
}
