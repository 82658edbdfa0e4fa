import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { operatorOf, problemOf, anOperator } from "../support/operator.ts";

const all =
  "members:read members:write lecturers:read lecturers:write courses:read courses:write digital_products:read digital_products:write";

async function aCourseOf({ post }: Awaited<ReturnType<typeof anOperator>>): Promise<string> {
  const made = await post("/courses", { name: "Knots", course_type: "free" });
  assertStatus(made, 201);
  return made.json<{ id: string }>().id;
}

void describe("A member who is given a course to teach", () => {
  void test("gets the role, a profile and the course, once", async () => {
    const operator = await anOperator(all);
    const { site, post, get } = operator;
    const person = await site.member({ name: "Ana Lima" });
    const course = await aCourseOf(operator);
    const path = `/members/${person.sub}/assign_course`;
    const done = await post(path, { course_id: course, role: "lecturer" });
    assertStatus(done, 200);
    const { lecturer_id: lecturer } = done.json<{ lecturer_id: string }>();
    assertStatus(await post(path, { course_id: course, role: "lecturer" }), 200);
    const { lecturer_ids: taught } = (await get(`/courses/${course}`)).json<{ lecturer_ids: string[] }>();
    assert.deepEqual(taught, [lecturer]);
    const member = (await get(`/members/${person.sub}`)).json<{ roles: string[]; lecturer_id: string }>();
    assert.deepEqual([member.roles, member.lecturer_id], [["lecturer", "student"], lecturer]);
    const profile = (await get(`/lecturers/${lecturer}`)).json<{ name: string; visible: boolean }>();
    assert.deepEqual([profile.name, profile.visible], ["Ana Lima", true]);
    const teacher = await site.signedIn(person);
    assert.equal((await teacher.open(`/admin/courses/${course}`)).status, 200);
  });

  void test("keeps a higher role, and is hidden as a teaching assistant", async () => {
    const operator = await anOperator(all);
    const { site, post, get } = operator;
    const [manager, student] = [await site.member({ roles: ["manager"] }), await site.member({ name: "Bo" })];
    const course = await aCourseOf(operator);
    const assign = (sub: string) =>
      post(`/members/${sub}/assign_course`, { course_id: course, role: "teaching_assistant" });
    assertStatus(await assign(manager.sub), 200);
    const shown = (await get(`/members/${manager.sub}`)).json<{ roles: string[] }>();
    assert.deepEqual(shown.roles, ["manager"]);
    const { lecturer_id: profile } = (await assign(student.sub)).json<{ lecturer_id: string }>();
    assert.equal((await get(`/lecturers/${profile}`)).json<{ visible: boolean }>().visible, false);
  });

  void test("needs the rights to change members, lecturers and courses", async () => {
    const operator = await anOperator(all);
    const course = await aCourseOf(operator);
    const { sub } = await operator.site.member();
    for (const missing of ["members:write", "courses:write", "lecturers:write"]) {
      const less = await operatorOf(
        operator.site,
        all
          .split(" ")
          .filter((scope) => scope !== missing)
          .join(" "),
      );
      const refused = await less.post(`/members/${sub}/assign_course`, { course_id: course, role: "lecturer" });
      assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"], missing);
    }
  });
});

void describe("A password email", () => {
  void test("goes to the sign-in address of an active member and sets a new password", async () => {
    const { site, post } = await anOperator(all);
    const person = await site.member();
    assertStatus(await post(`/members/${person.sub}/send_password_email`), 200);
    const [mail] = await mailsTo(person.email);
    const browser = site.browser();
    const page = await browser.open(linkIn(mail!));
    assert.equal(
      (await browser.submit(page, { password: "a very long new secret" })).address,
      "/sign-in?done=password_set",
    );
    const entry = (await auditOf(site)).find(({ action }) => action === "sendPasswordEmail");
    assert.equal(entry?.resourceId, person.sub);
  });

  void test("is refused for invited and suspended members, and limited per recipient", async () => {
    const { site, post } = await anOperator(all);
    const person = await site.member();
    const path = `/members/${person.sub}`;
    const sent = [];
    for (let number = 0; number < 6; number++) sent.push((await post(`${path}/send_password_email`)).statusCode);
    assert.deepEqual(sent, [200, 200, 200, 200, 200, 429]);
    const suspended = await site.member();
    assertStatus(await post(`/members/${suspended.sub}/suspend`), 200);
    const invited = (await post("/members", { email: `new-${suspended.email}`, roles: ["student"] })).json<{
      id: string;
    }>();
    for (const id of [suspended.sub, invited.id]) {
      const refused = await post(`/members/${id}/send_password_email`);
      assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "invalid_state"]);
    }
  });
});

void describe("A digital product that is given to a member", () => {
  void test("is listed with the member, once", async () => {
    const { site, post, get } = await anOperator(all);
    const person = await site.member();
    const made = await post("/digital_products", { name: "Star charts", price: { amount: 500, currency: "USD" } });
    assertStatus(made, 201);
    const { id: product } = made.json<{ id: string }>();
    const given = await post(`/members/${person.sub}/downloads`, { product_id: product });
    assertStatus(given, 201);
    const again = await post(`/members/${person.sub}/downloads`, { product_id: product });
    assert.equal(again.json<{ created: boolean }>().created, false);
    const listed = (await get(`/members/${person.sub}/downloads`)).json<{ data: { product_id: string }[] }>().data;
    assert.deepEqual(
      listed.map(({ product_id: of }) => of),
      [product],
    );
    const unknown = await post(`/members/${person.sub}/downloads`, { product_id: "dpr_01m8m7hj8sfyyayaky090st26e" });
    assert.deepEqual(problemOf(unknown).pointers, ["/product_id"]);
  });
});
