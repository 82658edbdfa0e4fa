import * as z from "zod";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { listQuizAttempts } from "#domain/learning/quiz-attempts/operations.ts";
import { gradeSubmission, listSubmissions } from "#domain/learning/submissions/operations.ts";
import { courseIdOf } from "../course-argument.ts";
import { overwrites, ownArguments, readToolOf, writeTool } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

/** A list that can be narrowed to a course, by its id or slug. */
function listOfCourse(operation: typeof listQuizAttempts | typeof listSubmissions) {
  const { courseId: _courseId, ...shape } = ownArguments(operation).shape as Record<string, z.ZodType>;
  return {
    arguments: z.object({ ...shape, course: ReferenceTo("course").optional() }),
    operations: [operation] as const,
    async step({ course, ...input }: Record<string, unknown>, context: Parameters<Tool["step"]>[1]) {
      const narrowed = course === undefined ? {} : { courseId: [await courseIdOf(context, course)] };
      return { operation, input: { ...input, ...narrowed } };
    },
  };
}

/** What students answer and hand in. */
export const learningTools: readonly Tool[] = [
  readToolOf(
    words(
      "list_quiz_attempts",
      "List quiz attempts",
      "What students scored in quizzes and whether they passed, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with course (id or slug), lecture_id, student_id or passed. For assignments use list_submissions.",
    ),
    listOfCourse(listQuizAttempts),
  ),
  readToolOf(
    words(
      "list_submissions",
      "List submissions",
      "What students handed in for assignments, waiting, graded or returned, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with course (id or slug), assignment_id, student_id or status. Their words, and the names and signed addresses of their files, are under untrusted_text. Grade one with grade_submission.",
    ),
    listOfCourse(listSubmissions),
  ),
  writeTool(
    words(
      "grade_submission",
      "Grade a submission",
      "Grades what a student handed in with a score and feedback, or returns it so that they hand it in again; they are told at once. What lateness costs is taken off by the server. Try it with dry_run. Find it with list_submissions.",
    ),
    gradeSubmission,
    overwrites,
    { versioned: true },
  ),
];
