import { aReviewer, keptReview, review } from "../../../support/worlds/reviews.ts";
import * as lessons from "../../../support/worlds/lessons.ts";
import { anEvent } from "../an-event.ts";
import { anEmail } from "../added-members.ts";
import { done } from "../causes/causes.ts";
import { aPost } from "../made-posts.ts";
import { aPlan } from "../made-subscriptions.ts";
import type { Operator } from "../operator.ts";
import { aCourse } from "../taught-course.ts";
import type { Changes, Step } from "./changes.ts";

type Filled = (operator: Operator, categoryId: string) => Promise<unknown>;

/** A category is renamed, and its resource moves to another one when it is deleted. */
const ofCategories = (path: string, fill: Filled) => async (operator: Operator, step: Step) => {
  const [old, other] = [
    await done(operator.post(path, { name: "Old" })),
    await done(operator.post(path, { name: "New" })),
  ];
  await fill(operator, old.id);
  await step(() => done(operator.patch(`${path}/${old.id}`, { name: "Former", position: 3 })));
  await step(() => done(operator.delete(`${path}/${old.id}?reassign_to=${other.id}`)));
};

export const changesOfCatalog: Changes = {
  "a course category": async (operator, step) => {
    const make = (fields: object) => done(operator.post("/course_categories", fields));
    const parent = await make({ name: "Sea" });
    const [child, other] = [await make({ name: "Knots", parent_id: parent.id }), await make({ name: "Sails" })];
    const course = await done(operator.post("/courses", { name: "Ropes", category_ids: [child.id] }));
    await step(() => done(operator.patch(`/course_categories/${child.id}`, { name: "Ropes" })));
    await step(() => done(operator.patch(`/courses/${course.id}`, { category_ids: [parent.id, child.id] })));
    await step(() => done(operator.delete(`/courses/${course.id}`)));
    await step(() => done(operator.put("/courses/by_external_id/ropes", { name: "Ropes", category_ids: [child.id] })));
    await step(() => done(operator.delete(`/course_categories/${parent.id}?reassign_to=${other.id}`)));
    await step(() => done(operator.delete(`/course_categories/${child.id}?reassign_to=${other.id}`)));
  },
  "an event category": ofCategories("/event_categories", (operator, id) => anEvent(operator, { category_id: id })),
  "a post category": ofCategories("/post_categories", async (operator, id) => {
    await aPost(operator, { category_id: id });
    await done(operator.put(`/membership_plans/${(await aPlan(operator)).id}/benefits`, { post_category_ids: [id] }));
  }),
  "a course plan": async (operator, step) => {
    const course = await aCourse(operator);
    const price = { amount: 900, currency: "USD" };
    const make = (fields: object) => done(operator.post(`/courses/${course}/plans`, { name: "Full", ...fields }));
    const plan = await step(() => make({ plan_type: "one_time", price }));
    const free = await step(() => make({ plan_type: "free" }));
    await step(() =>
      done(operator.patch(`/course_plans/${plan.id}`, { seats: 5, price: { amount: 800, currency: "USD" } })),
    );
    const taken = { course_id: course, email: anEmail(), plan_id: plan.id };
    await step(() => done(operator.post("/enrollments", taken)));
    await step(() => done(operator.delete(`/course_plans/${free.id}`)));
  },
  "the courses of a lecturer, a group and a plan": async (operator, step) => {
    const lecturer = await done(operator.post("/lecturers", { name: "Lu" }));
    const course = await done(operator.post("/courses", { name: "Ropes", lecturer_ids: [lecturer.id] }));
    await done(operator.post("/groups", { name: "Spring", course_ids: [course.id] }));
    await done(operator.put(`/membership_plans/${(await aPlan(operator)).id}/benefits`, { course_ids: [course.id] }));
    await step(() => done(operator.patch(`/courses/${course.id}`, { name: "Splices", external_id: "splices" })));
    await step(() => done(operator.delete(`/courses/${course.id}`)));
    await step(() => done(operator.post(`/courses/${course.id}/restore`)));
    const next = await done(operator.post("/lecturers", { name: "Mia" }));
    await step(() => done(operator.delete(`/lecturers/${lecturer.id}?reassign_to=${next.id}`)));
  },
  "a review": async ({ site, ...operator }, step) => {
    const course = await lessons.aCourse(site, [[{}]]);
    const { member, browser } = await aReviewer(site, course);
    await review(browser, course, { rating: 5, body: "Clear" });
    const { wireId: id } = (await keptReview(site, member, course))!;
    await step(() => done(operator.patch(`/reviews/${id}`, { status: "published" })));
    await step(() => done(operator.patch(`/reviews/${id}`, { reply: "Thanks" })));
    await step(() => review(browser, course, { rating: 3, body: "Clear, but short" }));
    await step(() => done(operator.patch(`/reviews/${id}`, { status: "hidden" })));
  },
};
