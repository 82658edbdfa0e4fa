import * as curriculum from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import * as lectures from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import * as quizzes from "#domain/catalog/curriculum/quizzes/quiz-operations.ts";
import * as changes from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { lectureExpansions } from "#domain/catalog/curriculum/expansions.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import { changeTool, metadata, overwrites, readTool, saveTool, sets, writeTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";
import { sectionTools } from "./sections.ts";

/** Curriculum tools. */
export const curriculumTools: readonly Tool[] = [
  readTool(
    metadata(
      "get_curriculum",
      "Get a curriculum (staff)",
      "The full curriculum tree of a course, by ID or slug, including drafts, with part IDs and the etag for save_curriculum. include adds content. Longer than about 50 lectures, it is truncated and has no etag: use list_sections and list_lectures. For the public outline, use get_course_outline.",
    ),
    curriculum.getCurriculum,
    { versioned: true },
  ),
  changeTool(
    metadata(
      "save_curriculum",
      "Replace a curriculum",
      "Replaces the curriculum tree of a course. Parts with an ID are kept; omitted parts are deleted if removes lists their IDs. Call get_curriculum first, pass its etag as if_match, and preview with dry_run: changes lists the differences. For one lecture, use save_lecture.",
    ),
    curriculum.replaceCurriculum,
    {
      topLevel: ["course"],
      argument: "tree",
      // A tree that omits lectures deletes them, as delete_lecture does.
      removes: true,
    },
  ),
  ...sectionTools,
  readTool(
    metadata(
      "list_lectures",
      "List the lectures of a course (staff)",
      "Lectures of a course, by ID or slug, including drafts; include adds their texts. To read a long course in order, pass each section_id of list_sections and sort by position. For other content, use get_lecture.",
    ),
    lectures.listLectures,
  ),
  readTool(
    metadata(
      "get_lecture",
      "Get a lecture (staff)",
      "One lecture by ID with its content and the etag for save_lecture. expand adds attachments, quiz and assignment. For the etag of its quiz, use get_quiz; for public preview lectures, use get_preview_lecture.",
    ),
    expanding(lectures.getLecture, lectureExpansions),
    { versioned: true },
  ),
  saveTool(
    metadata(
      "save_lecture",
      "Create or update a lecture",
      "Updates the given fields of the lecture given by ID, or creates one in section_id from changes (requires title and kind). Overwrites previous values permanently. To change its position, use move_lecture.",
    ),
    { create: changes.createLecture, update: changes.updateLecture },
    { which: "id", parent: "sectionId" },
  ),
  writeTool(
    metadata(
      "delete_lecture",
      "Delete a lecture",
      "Deletes one lecture by ID. This cannot be undone; student progress records are kept. Requires confirm. To hide a lecture instead, change its status with save_lecture.",
    ),
    changes.deleteLecture,
    overwrites,
    { confirms: true },
  ),
  writeTool(
    metadata(
      "move_lecture",
      "Move a lecture",
      "Moves a lecture to a section of the same course, at a zero-based position; the following lectures shift. Find IDs with list_sections and list_lectures. To move several lectures, use save_curriculum.",
    ),
    changes.moveLecture,
    sets,
  ),
  readTool(
    metadata(
      "get_quiz",
      "Get a quiz (staff)",
      "The quiz of a lecture, by the ID of the lecture, with questions, correct answers and the etag for save_quiz. Find lectures with list_lectures.",
    ),
    quizzes.getQuiz,
    { versioned: true },
  ),
  changeTool(
    metadata(
      "save_quiz",
      "Create or replace a quiz",
      "Replaces the quiz of a lecture. Questions with an ID keep it; omitted questions are deleted; existing attempts are kept. Read an existing quiz first with get_quiz, and pass its etag as if_match.",
    ),
    quizzes.replaceQuiz,
    { topLevel: ["id"], argument: "quiz" },
  ),
];
