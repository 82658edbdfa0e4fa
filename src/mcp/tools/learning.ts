import * as z from "zod";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { listQuizAttempts } from "#domain/learning/quiz-attempts/operations.ts";
import { getSubmission, gradeSubmission, listSubmissions } from "#domain/learning/submissions/operations.ts";
import { courseIdOf } from "../course-argument.ts";
import { overwrites, ownArguments, readTool, readToolOf, writeTool } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { metadata } from "../metadata.ts";

/** Builds a list tool with an optional course filter, by ID or slug. */
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

/** Quiz attempt and submission tools. */
export const learningTools: readonly Tool[] = [
  readToolOf(
    metadata(
      "list_quiz_attempts",
      "List quiz attempts",
      "Quiz attempts of students with score and pass status. Filter by course (ID or slug), lecture_id, student_id or passed. For assignments, use list_submissions.",
    ),
    listOfCourse(listQuizAttempts),
  ),
  readToolOf(
    metadata(
      "list_submissions",
      "List submissions",
      "Assignment submissions: submitted, graded or returned. Student text, file names and signed file URLs are under untrusted_text. Grade with grade_submission.",
    ),
    listOfCourse(listSubmissions),
  ),
  readTool(
    metadata(
      "get_submission",
      "Get a submission",
      "One assignment submission by ID with its text, files and the etag for grade_submission. Student text, file names and signed file URLs are under untrusted_text. Find submissions with list_submissions.",
    ),
    getSubmission,
    { versioned: true },
  ),
  writeTool(
    metadata(
      "grade_submission",
      "Grade a submission",
      "Grades a submission with score and feedback, or returns it for resubmission. Notifies the student immediately. The server subtracts the late penalty. Find submissions with list_submissions.",
    ),
    gradeSubmission,
    overwrites,
    { versioned: true },
  ),
];
