import * as assignments from "#domain/catalog/curriculum/assignments/assignment-operations.ts";
import { lectureExpansions } from "#domain/catalog/curriculum/expansions.ts";
import { bulkLectures } from "#domain/catalog/curriculum/lectures/bulk-lectures.ts";
import * as curriculum from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { deleteSection } from "#domain/catalog/curriculum/sections/delete-section.ts";
import { getAttachment, listAttachments } from "#domain/catalog/curriculum/attachments/list-attachments.ts";
import * as lectureRevisions from "#domain/catalog/curriculum/revisions/lecture-revisions.ts";
import * as lectures from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import * as sections from "#domain/catalog/curriculum/sections/list-sections.ts";
import * as quizzes from "#domain/catalog/curriculum/quizzes/quiz-operations.ts";
import { reorderSections } from "#domain/catalog/curriculum/sections/reorder-sections.ts";
import * as attachmentChanges from "#domain/catalog/curriculum/attachments/save-attachment.ts";
import * as lectureChanges from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import * as sectionChanges from "#domain/catalog/curriculum/sections/save-section.ts";
import { act, bulk, change, create, duplicate, read, remove, replace, replaceMany, type Route } from "../route.ts";

/** Curriculum: sections, lectures and lecture content. */
export const curriculumRoutes: readonly Route[] = [
  read("/courses/:course/curriculum", curriculum.getCurriculum),
  replaceMany("/courses/:course/curriculum", curriculum.replaceCurriculum),
  read("/courses/:course/checklist", curriculum.getCourseChecklist),
  read("/courses/:course/sections", sections.listSections),
  create("/courses/:course/sections", sectionChanges.createSection),
  act("/courses/:course/sections/reorder", reorderSections),
  read("/sections/:id", sections.getSection),
  change("/sections/:id", sectionChanges.updateSection),
  remove("/sections/:id", deleteSection),
  duplicate("/sections/:id/duplicate", sectionChanges.duplicateSection),
  act("/sections/:id/restore", sectionChanges.restoreSection),
  read("/courses/:course/lectures", lectures.listLectures),
  create("/sections/:sectionId/lectures", lectureChanges.createLecture),
  read("/lectures/:id", lectures.getLecture, lectureExpansions),
  change("/lectures/:id", lectureChanges.updateLecture),
  remove("/lectures/:id", lectureChanges.deleteLecture),
  act("/lectures/:id/move", lectureChanges.moveLecture),
  duplicate("/lectures/:id/duplicate", lectureChanges.duplicateLecture),
  read("/lectures/:id/revisions", lectureRevisions.listLectureRevisions),
  read("/lectures/:id/revisions/:rev", lectureRevisions.getLectureRevision),
  act("/lectures/:id/revisions/:rev/restore", lectureRevisions.restoreLectureRevision),
  act("/lectures/:id/restore", lectureChanges.restoreLecture),
  bulk("/lectures/bulk", bulkLectures),
  read("/lectures/:lectureId/attachments", listAttachments),
  create("/lectures/:lectureId/attachments", attachmentChanges.createAttachment),
  read("/attachments/:id", getAttachment),
  change("/attachments/:id", attachmentChanges.updateAttachment),
  remove("/attachments/:id", attachmentChanges.deleteAttachment),
  read("/lectures/:id/quiz", quizzes.getQuiz),
  replace("/lectures/:id/quiz", quizzes.replaceQuiz),
  remove("/lectures/:id/quiz", quizzes.deleteQuiz),
  read("/lectures/:id/assignment", assignments.getAssignment),
  replace("/lectures/:id/assignment", assignments.replaceAssignment),
  remove("/lectures/:id/assignment", assignments.deleteAssignment),
];
