import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorOf } from "../../../rest/support/operator.ts";
import { aLecture, aTaughtCourse, letTeach, made } from "../../../rest/support/taught-course.ts";
import { assertStatus } from "../../../support/assert-status.ts";
import { Visitor } from "../../../support/browsers/visitor.ts";
import { aSite } from "../../../support/world.ts";

/** A published course of €34 with the memberships Crew, and Hidden, which only has an address. */
async function anOffer() {
  const site = await aSite();
  const operator = await operatorOf(
    site,
    "courses:read courses:write curriculum:read curriculum:write membership_plans:write membership_plans:read lecturers:write",
  );
  const { course, section } = await aTaughtCourse(operator);
  await aLecture(operator, section, { status: "published" });
  const price = { amount: 3400, currency: "EUR" };
  await made(operator.post(`/courses/${course}/plans`, { name: "Course", plan_type: "one_time", price }));
  const plan = (name: string, benefits: object, fields: object = {}) =>
    made(operator.post("/membership_plans", { name, plan_type: "recurring", status: "active", benefits, ...fields }));
  await plan("Crew", { course_ids: [course] });
  await plan("Hidden", { all_courses: true }, { visible: false });
  await plan("Other", { course_ids: [] });
  assertStatus(await operator.patch(`/courses/${course}`, { course_type: "paid" }), 200);
  return { site, operator, course };
}

void test("A course says in one sentence what students pay, and which memberships include it", async () => {
  const { site, operator, course } = await anOffer();
  const owner = await new Visitor(await site.signedIn(await site.member({ roles: ["owner"] }))).open(
    `/admin/courses/${course}`,
  );
  const sentence =
    /A student pays €34(\.00)? once for lifetime access or joins Crew or Hidden for access as long as the membership lasts\. Students get 1 lecture, available immediately\./;
  owner.sees(sentence).seesNot("Other");
  await owner.click("Hidden");
  owner.sees("All courses");

  const lecturer = await operatorOf(site, "courses:read", { roles: ["lecturer"] });
  await letTeach(lecturer, course);
  const member = new Visitor(await site.signedIn(lecturer.member));
  await member.open(`/admin/courses/${course}`);
  member.sees("A student pays €34").seesNot("Hidden").seesNot("Crew");
  assertStatus(await operator.post(`/courses/${course}/publish`), 200);
  await member.open(`/admin/courses/${course}`);
  member.sees("or joins Crew for access").seesNot("Hidden");
  await assert.rejects(member.click("Crew"), /No link or button "Crew"/);
});

void test("A course without a price and a membership says that students cannot get it", async () => {
  const { site, operator } = await anOffer();
  const own = await aTaughtCourse(operator);
  assertStatus(await operator.patch(`/courses/${own.course}`, { course_type: "paid" }), 200);
  const plans = (await operator.get("/membership_plans")).json<{ data: { id: string; name: string }[] }>().data;
  const all = plans.find(({ name }) => name === "Hidden")!;
  assertStatus(await operator.patch(`/membership_plans/${all.id}`, { status: "archived" }), 200);
  const owner = new Visitor(await site.signedIn(await site.member({ roles: ["owner"] })));
  await owner.open(`/admin/courses/${own.course}`);
  owner.sees("No student can get this course yet: it has no price on sale, and no membership includes it.");
});
