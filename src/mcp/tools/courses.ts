import { createCoursePlan, getCoursePlan, updateCoursePlan } from "#domain/offers/course-plans/operations.ts";
import * as states from "#domain/catalog/courses/course-states.ts";
import * as courses from "#domain/catalog/courses/list-courses.ts";
import * as changes from "#domain/catalog/courses/save-course.ts";
import { itsPlans } from "#domain/offers/course-plans/expansions.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import * as lecturers from "#domain/catalog/lecturers/list-lecturers.ts";
import * as lecturerChanges from "#domain/catalog/lecturers/save-lecturer.ts";
import * as reviews from "#domain/feedback/reviews/operations.ts";
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
} from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

/** Course tools for staff and lecturers. */
export const courseTools: readonly Tool[] = [
  readTool({
    name: "admin_list_courses",
    title: "List all courses (staff)",
    description:
      "All courses of the site, including drafts and archived courses, newest first. For the courses that visitors see, use list_courses.",
    operation: courses.listCourses,
  }),
  readTool({
    name: "admin_get_course",
    title: "Get any course (staff)",
    description:
      "One course in any state by ID or slug, with all staff fields and the etag for update_course and set_course_state. expand adds plans. For the public view, use get_course; for sections and lectures, use get_curriculum.",
    operation: expanding(courses.getCourse, { plans: itsPlans }),
  }),
  writeTool({
    name: "create_course",
    title: "Create a course",
    description:
      "Creates a course as a draft. It stays private until you publish it with set_course_state. Pass an idempotency_key so that a retry creates no second course.",
    operation: changes.createCourse,
    hints: adds,
    next: ({ id }) => [
      { tool: "get_curriculum", arguments: { course: id }, why: "Add sections and lectures." },
      {
        tool: "save_course_plan",
        arguments: { course: id, plan: { name: "Free", plan_type: "free" } },
        why: "Offer the course. To charge for it, use plan_type one_time with a price.",
      },
    ],
  }),
  changeTool({
    name: "update_course",
    title: "Update a course",
    description:
      "Updates only the given fields of a course, by ID or slug. Overwrites previous values permanently. To publish or archive it, use set_course_state; for prices, use save_course_plan.",
    operation: changes.updateCourse,
    topLevel: ["course"],
    next: ({ id }) => [{ tool: "admin_get_course", arguments: { course: id }, why: "Read the updated course." }],
  }),
  stateTool({
    name: "set_course_state",
    title: "Publish, unpublish or archive a course",
    description:
      "Publishes a draft, unpublishes, archives or restores a course. If publishing fails, the error lists what is missing. Enrolled students keep their access. For other changes, use update_course.",
    steps: {
      publish: states.publishCourse,
      unpublish: states.unpublishCourse,
      archive: states.archiveCourse,
      restore: states.restoreCourse,
    },
  }),
  readTool({
    name: "get_course_plan",
    title: "Get a course plan (staff)",
    description:
      "One plan of a course in any state, by ID, with its price and the etag for save_course_plan. To find the plans of a course, use admin_get_course with expand plans.",
    operation: getCoursePlan,
  }),
  saveTool({
    name: "save_course_plan",
    title: "Create or update a course plan",
    description:
      "Updates the plan given by ID, or creates one for course from plan (requires name and plan_type). Overwrites previous values permanently; existing buyers keep their terms. A price makes a free course paid. List a course's plans with admin_get_course and expand.",
    create: createCoursePlan,
    update: updateCoursePlan,
    which: "id",
    parent: "course",
    argument: "plan",
  }),
  readToolOf({
    name: "list_reviews",
    title: "List reviews (staff)",
    description:
      "Reviews of all courses or of one course (ID or slug), including hidden reviews, newest first. Publish, hide or reply with moderate_review.",
    arguments: ownArguments(reviews.listCourseReviews).extend({ course: ReferenceTo("course").optional() }),
    operations: [reviews.listReviews, reviews.listCourseReviews],
    step: (input) => ({
      operation: input["course"] === undefined ? reviews.listReviews : reviews.listCourseReviews,
      input,
    }),
    versioned: true,
  }),
  readTool({
    name: "get_review",
    title: "Get a review (staff)",
    description:
      "One review by ID, also if it is hidden, with the reply of the school and the etag for moderate_review. Its text is under untrusted_text. Find reviews with list_reviews.",
    operation: reviews.getReview,
  }),
  writeTool({
    name: "moderate_review",
    title: "Moderate a review",
    description:
      "Publishes or hides one review by ID, or sets the school's reply, replacing an earlier reply. Does not change the student's text. Find reviews with list_reviews.",
    operation: reviews.moderateReview,
    hints: overwrites,
    versioned: true,
  }),
  readTool({
    name: "admin_list_lecturers",
    title: "List all lecturers (staff)",
    description: "All lecturers, including lecturers hidden from visitors. For the public view, use list_lecturers.",
    operation: lecturers.listLecturers,
  }),
  readTool({
    name: "admin_get_lecturer",
    title: "Get any lecturer (staff)",
    description:
      "One lecturer by ID or slug, also if hidden from visitors, with all staff fields and the etag for save_lecturer. For the public view, use get_lecturer.",
    operation: lecturers.getLecturer,
  }),
  saveTool({
    name: "save_lecturer",
    title: "Create or update a lecturer",
    description:
      "Updates the given fields of the lecturer given by ID or slug; without lecturer, creates one from changes (requires name). Overwrites previous values permanently. Find lecturers with admin_list_lecturers.",
    create: lecturerChanges.createLecturer,
    update: lecturerChanges.updateLecturer,
    which: "lecturer",
  }),
];
