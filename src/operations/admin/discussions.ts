import { showCommentSubjects } from "#domain/feedback/comments/comment-subjects.ts";
import { moderateComment, removeComment } from "#domain/feedback/comments/moderate-comment.ts";
import { answerQuestion } from "#domain/feedback/questions/answer-question.ts";
import { findAdjacentQuestions, settleQuestion, showQuestionSubjects } from "#domain/feedback/questions/operations.ts";

/** Comments, and questions of students. */
export const discussionOperations = {
  showCommentSubjects,
  moderateComment,
  removeComment,
  answerQuestion,
  findAdjacentQuestions,
  settleQuestion,
  showQuestionSubjects,
};
