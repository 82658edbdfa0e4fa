import * as curriculum from "#domain/catalog/curriculum/curriculum-operations.ts";
import * as lectures from "#domain/catalog/curriculum/list-lectures.ts";
import * as quizzes from "#domain/catalog/curriculum/quiz-operations.ts";
import * as changes from "#domain/catalog/curriculum/save-lecture.ts";
import { changeTool, overwrites, readTool, saveTool, sets, writeTool } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

/** What a course consists of. */
export const curriculumTools: readonly Tool[] = [
  readTool(
    words(
      "get_curriculum",
      "Read a course's curriculum (staff)",
      "The whole tree of a course, by id or slug, drafts included, with the ids of its parts and the etag for save_curriculum; include adds content. For what visitors see use get_course_outline, for one lecture get_lecture.",
    ),
    curriculum.getCurriculum,
    { versioned: true },
  ),
  changeTool(
    words(
      "save_curriculum",
      "Replace a course's curriculum",
      "Replaces the tree of a course by the one given; parts keep their identity by id, and parts left out are removed. Call get_curriculum first, pass its etag as if_match, and try dry_run: changes says what would differ. Needs confirm. For one lecture use save_lecture.",
    ),
    curriculum.replaceCurriculum,
    // It deletes every lecture that the tree leaves out, as delete_lecture does.
    { beside: ["course"], argument: "tree", confirms: true },
  ),
  readTool(
    words(
      "get_lecture",
      "Read a lecture (staff)",
      "One lecture by id with its content; expand adds attachments, quiz and assignment. It answers the etag for save_lecture. For free previews that everybody may read use get_preview_lecture.",
    ),
    lectures.getLecture,
    { versioned: true },
  ),
  saveTool(
    words(
      "save_lecture",
      "Create or change a lecture",
      "Changes the given fields of the lecture named by id, or creates one in section_id from changes (title and kind at least). The old values are lost. Try it with dry_run. To place it elsewhere use move_lecture.",
    ),
    { create: changes.createLecture, update: changes.updateLecture },
    { which: "id", parent: "sectionId" },
  ),
  writeTool(
    words(
      "delete_lecture",
      "Delete a lecture",
      "Deletes one lecture by id, for good; the history of what students did in it is kept. Needs confirm. To hide it instead change its status with save_lecture.",
    ),
    changes.deleteLecture,
    overwrites,
    { confirms: true },
  ),
  writeTool(
    words(
      "move_lecture",
      "Move a lecture",
      "Moves a lecture to a section of the same course and a position there, counted from 0; the others make room. Find the ids with get_curriculum; to move many at once use save_curriculum.",
    ),
    changes.moveLecture,
    sets,
  ),
  changeTool(
    words(
      "save_quiz",
      "Create or replace a quiz",
      "Makes the quiz of a lecture the one given: questions that are left out are removed, those with an id keep it. Read it first with get_lecture and expand quiz; try it with dry_run. Attempts that were made stay.",
    ),
    quizzes.replaceQuiz,
    { beside: ["id"], argument: "quiz" },
  ),
];
