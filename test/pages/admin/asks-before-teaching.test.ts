import assert from "node:assert/strict";
import { test } from "node:test";
import { later, minute } from "../../support/clock.ts";
import { password } from "../../support/world.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { assertStatus } from "../../support/assert-status.ts";

const scopes = "members:read members:write courses:read courses:write lecturers:read lecturers:write";
const longAgo = 11 * minute;

async function aCourse() {
  const operator = await anOperator(scopes);
  const created = await operator.post("/courses", { name: "Knots", course_type: "free" });
  return { ...operator, course: created.json<{ id: string }>().id };
}

void test("A member becomes a lecturer of a course only after a recent authentication", async () => {
  const { site, member: owner, course } = await aCourse();
  const student = await site.member();
  const browser = await site.signedIn(owner);
  const path = `/admin/members/${student.sub}/assign_course`;
  const submit = async () => browser.submit(await browser.open(path), { course_id: course, role: "lecturer" }, path);
  await later(longAgo, async () => {
    const asked = await submit();
    assert.equal(asked.status, 403, asked.address);
    assert.match(asked.body, /Confirm that it is you/);
    await browser.submit(asked, { current: password }, /action="(\/account\/confirm[^"]*)"/.exec(asked.body)![1]);
    assert.match((await submit()).address, /\?done=/);
  });
});

void test("A lecturer gets another course without one", async () => {
  const { site, member: owner, course } = await aCourse();
  const lecturer = await site.member({ roles: ["lecturer"] });
  const browser = await site.signedIn(owner);
  const path = `/admin/members/${lecturer.sub}/assign_course`;
  await later(longAgo, async () => {
    const page = await browser.open(path);
    const done = await browser.submit(page, { course_id: course, role: "lecturer" }, path);
    assert.match(done.address, /\?done=/);
  });
});

void test("An application needs the sign-in that the school demands to make a lecturer", async () => {
  const { site, post, course } = await aCourse();
  await site.set({ apiStepUp: "two-factors" });
  const assign = async (member: { sub: string }) =>
    post(`/members/${member.sub}/assign_course`, { course_id: course, role: "lecturer" });
  assertStatus(await assign(await site.member({ roles: ["lecturer"] })), 200);
  const refused = await assign(await site.member());
  assertStatus(refused, 401);
  assert.equal(refused.json<{ code: string }>().code, "insufficient_user_authentication");
});
