import * as curriculum from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import * as lectures from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import * as quizzes from "#domain/catalog/curriculum/quizzes/quiz-operations.ts";
import * as changes from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { lectureExpansions } from "#domain/catalog/curriculum/expansions.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import { changeTool, overwrites, readTool, saveTool, sets, writeTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";
import { sectionTools } from "./sections.ts";

export const curriculumTools: readonly Tool[] = [
  readTool({
    name: "get_curriculum",
    title: "Get a curriculum (staff)",
    description:
      "The full curriculum tree of a course, by ID or slug, including drafts, with part IDs and the etag for save_curriculum. include adds content. Longer than about 50 lectures, it is truncated and has no etag: use list_sections and list_lectures. For the public outline, use get_course_outline.",
    operation: curriculum.getCurriculum,
  }),
  changeTool({
    name: "save_curriculum",
    title: "Replace a curriculum",
    description:
      "Replaces the curriculum tree of a course. Parts with an ID are kept; omitted parts are deleted if removes lists their IDs. Call get_curriculum first, pass its etag as if_match, and preview with dry_run: changes lists the differences. For one lecture, use save_lecture.",
    operation: curriculum.replaceCurriculum,
    topLevel: ["course"],
    argument: "tree",
    // A tree that omits lectures deletes them, as delete_lecture does.
    removes: true,
  }),
  ...sectionTools,
  readTool({
    name: "list_lectures",
    title: "List the lectures of a course (staff)",
    description:
      "Lectures of a course, by ID or slug, including drafts; include adds their texts. To read a long course in order, pass each section_id of list_sections and sort by position. For other content, use get_lecture.",
    operation: lectures.listLectures,
  }),
  readTool({
    name: "get_lecture",
    title: "Get a lecture (staff)",
    description:
      "One lecture by ID with its content and the etag for save_lecture. expand adds attachments, quiz and assignment. For the etag of its quiz, use get_quiz; for public preview lectures, use get_preview_lecture.",
    operation: expanding(lectures.getLecture, lectureExpansions),
  }),
  saveTool({
    name: "save_lecture",
    title: "Create or update a lecture",
    description:
      "Updates the given fields of the lecture given by ID, or creates one in section_id from changes (requires title and kind). Overwrites previous values permanently. To change its position, use move_lecture.",
    create: changes.createLecture,
    update: changes.updateLecture,
    which: "id",
    parent: "sectionId",
  }),
  writeTool({
    name: "delete_lecture",
    title: "Delete a lecture",
    description:
      "Deletes one lecture by ID. This cannot be undone; student progress records are kept. Requires confirm. To hide a lecture instead, change its status with save_lecture.",
    operation: changes.deleteLecture,
    hints: overwrites,
    confirms: true,
  }),
  writeTool({
    name: "move_lecture",
    title: "Move a lecture",
    description:
      "Moves a lecture to a section of the same course, at a zero-based position; the following lectures shift. Find IDs with list_sections and list_lectures. To move several lectures, use save_curriculum.",
    operation: changes.moveLecture,
    hints: sets,
  }),
  readTool({
    name: "get_quiz",
    title: "Get a quiz (staff)",
    description:
      "The quiz of a lecture, by the ID of the lecture, with questions, correct answers and the etag for save_quiz. Find lectures with list_lectures.",
    operation: quizzes.getQuiz,
  }),
  changeTool({
    name: "save_quiz",
    title: "Create or replace a quiz",
    description:
      "Replaces the quiz of a lecture. Questions with an ID keep it; omitted questions are deleted; existing attempts are kept. Read an existing quiz first with get_quiz, and pass its etag as if_match.",
    operation: quizzes.replaceQuiz,
    topLevel: ["id"],
    argument: "quiz",
  }),
];
