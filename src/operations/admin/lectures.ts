import {
  discardLectureDraft,
  findLectureDraft,
  saveLectureDraft,
} from "#domain/catalog/curriculum/drafts/edit-lecture.ts";
import { findPlaceOfLecture } from "#domain/catalog/curriculum/lectures/place-of-lecture.ts";
import { findWayToPublication } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { previewLecture } from "#domain/learning/learning-pages/preview-lecture.ts";
import { tryQuiz } from "#domain/learning/learning-pages/quiz-for-staff.ts";

/** Drafts, previews and places of lectures. */
export const lectureOperations = {
  discardLectureDraft,
  findLectureDraft,
  saveLectureDraft,
  findPlaceOfLecture,
  findWayToPublication,
  previewLecture,
  tryQuiz,
};
