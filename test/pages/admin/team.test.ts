import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";
import { anAddress, chosen } from "../support/sign-up-forms.ts";

const scopes = "members:read members:write lecturers:read lecturers:write courses:read courses:write";

void describe("The team of a school", () => {
  void test("is explained where roles are given", async () => {
    const { site, member } = await anOperator(scopes);
    const browser = await site.signedIn(member);
    for (const address of ["/admin/members/new", `/admin/members/${member.sub}/roles/edit`]) {
      assert.match(
        textOf(await browser.open(address)),
        /Manager Runs the school.*Lecturer Writes and grades the courses that they teach/,
        address,
      );
    }
    assert.doesNotMatch(textOf(await browser.open("/admin/messages/new")), /Runs the school/);
  });

  void test("shows the courses of a lecturer on the page of the member", async () => {
    const { site, member, post } = await anOperator(scopes);
    const lecturer = await site.member({ name: "Idris Bell" });
    const course = (await post("/courses", { name: "Knots", course_type: "free" })).json<{ id: string }>().id;
    assertStatus(await post(`/members/${lecturer.sub}/assign_course`, { course_id: course, role: "lecturer" }), 200);
    const browser = await site.signedIn(member);
    const page = await browser.open(`/admin/members/${lecturer.sub}`);
    assert.match(textOf(page), /Courses .*Knots/);
    assert.match(page.body, new RegExp(`href="/admin/courses/${course}"`));
  });

  void test("begins at the course: an invited lecturer who signs in sees it", async () => {
    const { site, post } = await anOperator(scopes);
    const email = anAddress();
    const invited = (await post("/members", { email, roles: ["lecturer"] })).json<{ id: string }>().id;
    const course = (await post("/courses", { name: "Knots", course_type: "free" })).json<{ id: string }>().id;
    assertStatus(await post(`/members/${invited}/assign_course`, { course_id: course, role: "lecturer" }), 200);
    const browser = site.browser();
    const page = await browser.open(linkIn((await mailsTo(email))[0]!));
    const signIn = await browser.submit(page, { name: "Tessa Moor", password: chosen });
    assert.equal(signIn.address, `/sign-in?done=signed_up&return_to=%2Fadmin%2Fcourses%2F${course}`);
    const landed = await browser.submit(signIn, { email, password: chosen });
    assert.equal(landed.address, `/admin/courses/${course}`);
    assert.match(textOf(landed), /Knots/);
  });
});
