import {
  findAdjacentSubmissions,
  holdGrade,
  showSubmissionSubjects,
  showSubmissionToGrade,
  undoGrade,
} from "#domain/learning/submissions/submissions-for-teachers.ts";
import { addMySnippet, deleteMySnippet, listMySnippets } from "#domain/learning/comment-snippets/operations.ts";
import { listStuckStudents, nameStudents } from "#domain/learning/stuck-students/operations.ts";

/** Grades of submissions, and students who are stuck. */
export const gradingOperations = {
  findAdjacentSubmissions,
  holdGrade,
  showSubmissionSubjects,
  showSubmissionToGrade,
  undoGrade,
  addMySnippet,
  deleteMySnippet,
  listMySnippets,
  listStuckStudents,
  nameStudents,
};
