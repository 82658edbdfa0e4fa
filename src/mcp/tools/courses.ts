import { createCoursePlan, updateCoursePlan } from "#domain/catalog/course-plans/operations.ts";
import * as states from "#domain/catalog/courses/course-states.ts";
import * as courses from "#domain/catalog/courses/list-courses.ts";
import * as changes from "#domain/catalog/courses/save-course.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import * as lecturers from "#domain/catalog/lecturers/list-lecturers.ts";
import * as lecturerChanges from "#domain/catalog/lecturers/save-lecturer.ts";
import * as reviews from "#domain/engagement/reviews/operations.ts";
import {
  adds,
  changeTool,
  overwrites,
  ownArguments,
  readTool,
  readToolOf,
  saveTool,
  stateTool,
  writeTool,
} from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

/** Courses as those see them who run the site, and who teaches them. */
export const courseTools: readonly Tool[] = [
  readTool(
    words(
      "admin_list_courses",
      "List all courses (staff)",
      "All courses of the site including drafts and archived ones, newest first, 20 at a time; page.next_cursor is the cursor of the next page. For what visitors see use list_courses.",
    ),
    courses.listCourses,
  ),
  readTool(
    words(
      "admin_get_course",
      "Read any course (staff)",
      "One course of any state by id or slug, with all fields that staff see and the etag for update_course. For the public view use get_course, for its sections and lectures get_curriculum.",
    ),
    courses.getCourse,
    { versioned: true },
  ),
  writeTool(
    words(
      "create_course",
      "Create a course",
      "Creates a course as a draft; nothing becomes public until set_course_state. Try it with dry_run first. Give an idempotency_key so that a repetition makes no second course.",
    ),
    changes.createCourse,
    adds,
    {
      next: ({ id }) => [
        { tool: "get_curriculum", arguments: { course: id }, why: "Its sections and lectures come next." },
        { tool: "save_course_plan", arguments: { course: id, plan: {} }, why: "Say what it costs." },
      ],
    },
  ),
  changeTool(
    words(
      "update_course",
      "Change a course",
      "Changes only the given fields of a course, by id or slug; the old values are lost. Use dry_run to see the result before. For its state use set_course_state, for its prices save_course_plan.",
    ),
    changes.updateCourse,
    {
      beside: ["course"],
      next: ({ id }) => [{ tool: "admin_get_course", arguments: { course: id }, why: "See it as it is now." }],
    },
  ),
  stateTool(
    words(
      "set_course_state",
      "Publish or withdraw a course",
      "Publishes a draft, unpublishes it, archives it or restores it from the archive. Publishing fails with what is missing. Enrolled students keep their access. Try it with dry_run; for other changes use update_course.",
    ),
    {
      publish: states.publishCourse,
      unpublish: states.unpublishCourse,
      archive: states.archiveCourse,
      restore: states.restoreCourse,
    },
  ),
  saveTool(
    words(
      "save_course_plan",
      "Create or change a price plan",
      "Changes the plan named by id, or creates one for the course from plan (name and plan_type at least). The old values are lost; people who bought keep their terms. See a course's plans with get_course; try it with dry_run.",
    ),
    { create: createCoursePlan, update: updateCoursePlan },
    { which: "id", parent: "course", argument: "plan" },
  ),
  readToolOf(
    words(
      "list_reviews",
      "List reviews (staff)",
      "Reviews of all courses or of one (course: id or slug), hidden ones included, newest first, 20 at a time; page.next_cursor is the cursor of the next page. Publish, hide or answer one with moderate_review.",
    ),
    {
      arguments: ownArguments(reviews.listCourseReviews).extend({ course: ReferenceTo("course").optional() }),
      operations: [reviews.listReviews, reviews.listCourseReviews],
      step: (input) => ({
        operation: input["course"] === undefined ? reviews.listReviews : reviews.listCourseReviews,
        input,
      }),
      versioned: true,
    },
  ),
  writeTool(
    words(
      "moderate_review",
      "Publish, hide or answer a review",
      "Publishes or hides one review, by id, or writes the school's reply to it; an earlier reply is replaced. What the student wrote stays as it is. Find reviews with list_reviews.",
    ),
    reviews.moderateReview,
    overwrites,
    { versioned: true },
  ),
  readTool(
    words(
      "admin_list_lecturers",
      "List all lecturers (staff)",
      "All lecturers including those whom visitors do not see, 20 at a time; page.next_cursor is the cursor of the next page. For the public view use list_lecturers.",
    ),
    lecturers.listLecturers,
  ),
  saveTool(
    words(
      "save_lecturer",
      "Create or change a lecturer",
      "Changes the given fields of the lecturer named by id or slug; without lecturer it creates one from changes, name at least. What was there is replaced. Try it with dry_run; find them with admin_list_lecturers.",
    ),
    { create: lecturerChanges.createLecturer, update: lecturerChanges.updateLecturer },
    { which: "lecturer" },
  ),
];
