import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { aDiscussion, post } from "../support/discussions.ts";
import { letTeach } from "../../rest/support/taught-course.ts";

/** An assistant of a course in which a submission waits. */
async function anAssistant() {
  const operator = await anOperator(assignmentScopes);
  const student = await aClass(operator);
  await student.handIn({ text: "My bowline" });
  const member = await operator.site.member({ roles: ["teaching_assistant"], name: "Tom Reed" });
  await letTeach({ ...operator, member }, student.course);
  return new Visitor(await operator.site.signedIn(member)).open("/admin");
}

void describe("Assistants, by visible names alone:", () => {
  void test("Read the courses they assist in", async () => {
    const visitor = await anAssistant();
    await visitor.click("Courses", "Night sky");
    visitor.sees("Night sky");
  });

  void test("See students and submissions of these courses", async () => {
    const visitor = await anAssistant();
    await visitor.click("Submissions", "A bowline");
    visitor.sees("My bowline");
    await visitor.click("Students");
    visitor.sees("Ana Lima");
  });

  void test("Answer questions of students in these courses", async () => {
    const { site, course, path, ana } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Where is the rope?" });
    const member = await site.member({ roles: ["teaching_assistant"], name: "Tom Reed" });
    await letTeach({ site, member }, formatId("course", course.id));
    const visitor = await new Visitor(await site.signedIn(member)).open("/admin");
    await visitor.click("Questions");
    await visitor.click("Answer: question by Ana Lima on Lecture 1");
    visitor.enter({ "Your answer": "In the locker." });
    await visitor.click("Answer");
    visitor.sees("Your answer has been posted.");
  });
});
