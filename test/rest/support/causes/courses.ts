import * as lessons from "../../../support/worlds/lessons.ts";
import { aReviewer, keptReview, review, withdraw } from "../../../support/worlds/reviews.ts";
import type { Operator } from "../operator.ts";
import { aCourse, aLecture, aSection } from "../taught-course.ts";
import { type Causes, done } from "./causes.ts";

export async function aPublishedCourse(operator: Operator): Promise<string> {
  const course = await aCourse(operator, "Night sky");
  await aLecture(operator, await aSection(operator, course, { status: "published" }), { status: "published" });
  await done(operator.patch(`/courses/${course}`, { language: "en", course_type: "free" }));
  await done(operator.post(`/courses/${course}/publish`));
  return course;
}

const aPlan = (operator: Operator, course: string) =>
  done(operator.post(`/courses/${course}/plans`, { name: "Free", plan_type: "free" }));

/** A review of a course by a student who has completed it. */
async function aReview({ site }: Operator) {
  const course = await lessons.aCourse(site, [[{}]]);
  const { member, browser } = await aReviewer(site, course);
  await review(browser, course, { rating: 5, body: "Clear" });
  return { course, browser, id: (await keptReview(site, member, course))!.wireId };
}

const step = (name: string) => async (operator: Operator) =>
  done(operator.post(`/courses/${await aPublishedCourse(operator)}/${name}`));

export const causesOfCourses: Causes = {
  "course.created": (operator) => aCourse(operator),
  "course.updated": async (operator) => done(operator.patch(`/courses/${await aCourse(operator)}`, { name: "Stars" })),
  "course.published": aPublishedCourse,
  "course.unpublished": step("unpublish"),
  "course.archived": step("archive"),
  "course.deleted": async (operator) => operator.delete(`/courses/${await aCourse(operator)}`),
  "course_plan.created": async (operator) => aPlan(operator, await aCourse(operator)),
  "course_plan.updated": async (operator) => {
    const { id } = await aPlan(operator, await aCourse(operator));
    await done(operator.patch(`/course_plans/${id}`, { name: "Gratis" }));
  },
  "review.created": aReview,
  "review.updated": async (operator) => {
    const { id } = await aReview(operator);
    await done(operator.patch(`/reviews/${id}`, { status: "published" }));
  },
  "review.deleted": async (operator) => {
    const { browser, course } = await aReview(operator);
    await withdraw(browser, course);
  },
  "curriculum.updated": async (operator) => aSection(operator, await aCourse(operator)),
  "lecture.published": async (operator) => {
    const course = await aCourse(operator);
    const { id } = await aLecture(operator, await aSection(operator, course, { status: "published" }), {
      status: "draft",
    });
    await done(operator.patch(`/lectures/${id}`, { status: "published" }));
  },
  "lecturer.created": (operator) => done(operator.post("/lecturers", { name: "Lu" })),
  "lecturer.updated": async (operator) => {
    const { id } = await done(operator.post("/lecturers", { name: "Lu" }));
    await done(operator.patch(`/lecturers/${id}`, { name: "Lu Chen" }));
  },
};
