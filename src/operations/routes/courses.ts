import * as categories from "#domain/catalog/course-categories/operations.ts";
import { courseCategoryExpansions } from "#domain/catalog/course-categories/expansions.ts";
import * as coursePlanLists from "#domain/offers/course-plans/list-course-plans.ts";
import * as plans from "#domain/offers/course-plans/operations.ts";
import * as reviews from "#domain/feedback/reviews/operations.ts";
import { listTags } from "#domain/content/tags/operations.ts";
import { bulkCourses } from "#domain/catalog/courses/bulk-courses.ts";
import { courseExpansions, itsCourse, oneCourseExpansions } from "#domain/offers/course-plans/expansions.ts";
import * as courseStates from "#domain/catalog/courses/course-states.ts";
import * as courses from "#domain/catalog/courses/list-courses.ts";
import * as courseChanges from "#domain/catalog/courses/save-course.ts";
import { members } from "#domain/people/members/expansions.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { act, bulk, change, create, duplicate, read, remove, replace, type Route } from "../route.ts";

const reviewExpansions = {
  course: itsCourse,
  member: named(members, (review: { memberId: string }) => review.memberId),
};

/** Courses with plans, categories, reviews and tags. */
export const courseRoutes: readonly Route[] = [
  read("/courses", courses.listCourses, courseExpansions),
  read("/courses/:course", courses.getCourse, oneCourseExpansions),
  create("/courses", courseChanges.createCourse),
  change("/courses/:course", courseChanges.updateCourse),
  replace("/courses/by_external_id/:externalId", courseChanges.upsertCourse),
  remove("/courses/:course", courseStates.deleteCourse),
  duplicate("/courses/:course/duplicate", courseChanges.duplicateCourse),
  act("/courses/:course/publish", courseStates.publishCourse),
  act("/courses/:course/unpublish", courseStates.unpublishCourse),
  act("/courses/:course/archive", courseStates.archiveCourse),
  act("/courses/:course/restore", courseStates.restoreCourse),
  bulk("/courses/bulk", bulkCourses),
  read("/courses/:course/plans", coursePlanLists.listCoursePlans),
  create("/courses/:course/plans", plans.createCoursePlan),
  read("/course_plans/:id", plans.getCoursePlan),
  change("/course_plans/:id", plans.updateCoursePlan),
  remove("/course_plans/:id", plans.deleteCoursePlan),
  read("/course_categories", categories.listCourseCategories, courseCategoryExpansions),
  read("/course_categories/:id", categories.getCourseCategory, courseCategoryExpansions),
  create("/course_categories", categories.createCourseCategory),
  change("/course_categories/:id", categories.updateCourseCategory),
  remove("/course_categories/:id", categories.deleteCourseCategory),
  read("/courses/:course/reviews", reviews.listCourseReviews, reviewExpansions),
  read("/reviews", reviews.listReviews, reviewExpansions),
  read("/reviews/:id", reviews.getReview, reviewExpansions),
  change("/reviews/:id", reviews.moderateReview),
  read("/tags", listTags),
];
