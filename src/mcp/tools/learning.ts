import { listQuizAttempts } from "#domain/learning/quiz-attempts/operations.ts";
import { getSubmission, gradeSubmission, listSubmissions } from "#domain/learning/submissions/operations.ts";
import { metadata, overwrites, readTool, readToolOf, writeTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";
import { listOfCourse } from "./list-of-course.ts";

/** Quiz attempt and submission tools. */
export const learningTools: readonly Tool[] = [
  readToolOf(
    metadata(
      "list_quiz_attempts",
      "List quiz attempts",
      "Quiz attempts with the student, score and pass status. Filter by course (ID or slug), lecture_id, student_id or passed. For assignments, use list_submissions.",
    ),
    listOfCourse(listQuizAttempts, { students: true }),
  ),
  readToolOf(
    metadata(
      "list_submissions",
      "List submissions",
      "Assignment submissions with the student: submitted, graded or returned. Student text, file names and signed file URLs are under untrusted_text. Grade with grade_submission.",
    ),
    listOfCourse(listSubmissions, { students: true }),
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
