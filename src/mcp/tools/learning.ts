import { listQuizAttempts } from "#domain/learning/quiz-attempts/operations.ts";
import { getSubmission, gradeSubmission, listSubmissions } from "#domain/learning/submissions/operations.ts";
import { overwrites, readTool, readToolOf, writeTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";
import { listOfCourse } from "./list-of-course.ts";

/** Quiz attempt and submission tools. */
export const learningTools: readonly Tool[] = [
  readToolOf({
    name: "list_quiz_attempts",
    title: "List quiz attempts",
    description:
      "Quiz attempts with the student, score and pass status. Filter by course (ID or slug), lecture_id, student_id or passed. For assignments, use list_submissions.",
    ...listOfCourse(listQuizAttempts, { students: true }),
  }),
  readToolOf({
    name: "list_submissions",
    title: "List submissions",
    description:
      "Assignment submissions with the student: submitted, graded or returned. Student text, file names and signed file URLs are under untrusted_text. Grade with grade_submission.",
    ...listOfCourse(listSubmissions, { students: true }),
  }),
  readTool({
    name: "get_submission",
    title: "Get a submission",
    description:
      "One assignment submission by ID with its text, files and the etag for grade_submission. Student text, file names and signed file URLs are under untrusted_text. Find submissions with list_submissions.",
    operation: getSubmission,
  }),
  writeTool({
    name: "grade_submission",
    title: "Grade a submission",
    description:
      "Grades a submission with score and feedback, or returns it for resubmission. Notifies the student immediately. The server subtracts the late penalty. Find submissions with list_submissions.",
    operation: gradeSubmission,
    hints: overwrites,
    versioned: true,
  }),
];
