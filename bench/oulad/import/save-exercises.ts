import type { SiteScope } from "#domain/platform/context.ts";
import { AssignmentContent, assignmentFieldsOf } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { insertMissingAssignments, insertMissingQuizzes } from "../../generate/insert-missing.ts";
import { QuizContent, quizFieldsOf } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { withRenderings } from "#domain/platform/texts/render.ts";
import type { AssessmentOfRun } from "./curriculum.ts";
import { passPercent, scoreQuestion } from "./scores.ts";

/** Creates the content of assessments. The data set has only scores, so the texts say that. */
export async function saveExercises(
  scope: SiteScope,
  assessments: readonly AssessmentOfRun[],
  now: Date,
): Promise<{ quizzes: number; assignments: number }> {
  const byKind = Map.groupBy(assessments, ({ kind }) => kind);
  const requested = QuizContent.parse({ passPercent, questions: [scoreQuestion], showAnswers: "never" });
  const quiz = await quizFieldsOf(scope, requested);
  const rendered = await withRenderings(scope, [instructions]);
  const quizzes = (byKind.get("quiz") ?? []).map(({ id }) => ({ ...quiz, lectureId: id }));
  const assignments = await Promise.all(
    (byKind.get("assignment") ?? []).map(async ({ id, dueDay }) => {
      const content = { instructionsMarkdown: instructions, dueDays: dueDay !== null && dueDay > 0 ? dueDay : null };
      return { ...(await assignmentFieldsOf(rendered, AssignmentContent.parse(content))), lectureId: id };
    }),
  );
  return {
    quizzes: await insertMissingQuizzes(scope, quizzes, now),
    assignments: await insertMissingAssignments(scope, assignments, now),
  };
}

const instructions =
  "A tutor-marked assignment, out of 100. The data set contains only scores, neither the task nor the submitted work.";
