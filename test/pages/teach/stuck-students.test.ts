import assert from "node:assert/strict";
import { test } from "node:test";
import { aClass, record, right, scopes } from "../../rest/support/quiz-class.ts";
import { anOperator, operatorOf } from "../../rest/support/operator.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database as db } from "../../support/databases/database.ts";
import { textOf } from "../support/asked.ts";

const path = "/admin/submissions/students?show=stuck";

void test("A lecturer sees who is stuck in the own courses: idle for 14 days, or a quiz failed twice", async () => {
  const operator = await anOperator(scopes);
  const site = operator.site.site.id;
  const [one, other] = [await aClass(operator), await aClass(operator)];
  const lecturer = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  await letTeach(lecturer, one.course);
  const browser = await operator.site.signedIn(lecturer.member);
  const list = async () => textOf(await browser.open(path));
  assert.match(await list(), /No student is stuck in this course\./);

  const wrong = [{ question_id: "star", choice_ids: ["moon"] }];
  for (let attempt = 1; attempt <= 2; attempt++) {
    assert.doesNotMatch(await list(), /Failed twice: /);
    assertStatus(await record(operator, one, wrong), 201);
  }
  assert.match(await list(), / 0% Failed twice: Lecture /);
  assertStatus(await record(operator, one, right), 201);
  assert.match(await list(), /No student is stuck in this course\./, "A quiz that was passed is no reason.");

  const two = await anotherStudent(operator, one.course);
  await db.pool.query(
    "update enrollments set starts_at = starts_at - interval '15 days' where site_id = $1 and student_id <> $2",
    [site, one.member.id],
  );
  assert.match(await list(), / 0% Not active for 14 days Not started/);
  assert.match(await list(), new RegExp(two));
  assert.equal((await browser.open(`${path}&course=${other.course}`)).status, 404);

  const everyone = textOf(await browser.open("/admin/submissions/students"));
  assert.match(everyone, /May need help \(1\).*Ana Idle 0% Not active for 14 days Not started/);
  assert.match(everyone, / \d+% (–|Completed) /, "Students who are not stuck are listed with their progress.");
  const student = await operator.site.signedIn(await operator.site.member({ roles: ["student"] }));
  assert.equal((await student.open(path)).status, 403);
});

async function anotherStudent(operator: Awaited<ReturnType<typeof anOperator>>, course: string): Promise<string> {
  const member = await operator.site.member({ name: "Ana Idle" });
  assertStatus(await operator.post("/enrollments", { course_id: course, student_id: member.sub }), 201);
  return "Ana Idle";
}
