import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { aReviewer, review } from "../../support/worlds/reviews.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { assignmentScopes, aClass } from "../../rest/support/assigned-class.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { aDiscussion, post } from "../support/discussions.ts";
import { anOwner } from "./support/staff.ts";

/** A submission that waits, and a person with this role who may grade it. */
async function withSubmission(role: "owner" | "lecturer") {
  const operator = await anOperator(assignmentScopes);
  const student = await aClass(operator);
  await student.handIn({ text: "My bowline" });
  const grader = role === "owner" ? operator.member : await operator.site.member({ roles: [role], name: "Idris Bell" });
  if (role === "lecturer") await letTeach({ ...operator, member: grader }, student.course);
  return new Visitor(await operator.site.signedIn(grader)).open("/admin");
}

async function grade(visitor: Visitor): Promise<void> {
  await visitor.click("Submissions", "A bowline");
  visitor.sees("My bowline");
  visitor.enter({ Points: "8", Feedback: "Well tied." });
  await visitor.click("Grade");
  visitor.sees("The submission is graded.");
}

/** Answers the only question, from the first page. */
async function answer(visitor: Visitor): Promise<void> {
  await visitor.click("Questions");
  visitor.sees("Where is the rope?");
  await visitor.click("Answer: question by Ana Lima on Lecture 1");
  visitor.enter({ "Your answer": "In the locker." });
  await visitor.click("Answer");
  visitor.sees("Your answer has been posted.", "No questions wait for an answer.");
}

void describe("Owners, by visible names alone:", () => {
  void test("Grade submissions", async () => {
    await grade(await withSubmission("owner"));
  });

  void test("Take back a grade within a minute", async () => {
    const visitor = await withSubmission("owner");
    await grade(visitor);
    await visitor.click("Undo");
    visitor.sees("Undone. The student was not notified.");
  });

  void test("Approve or hide reviews", async () => {
    const { site, visitor } = await anOwner();
    const course = await aCourse(site, [[{}]]);
    await visitor.click("Rules", "Edit reviews");
    visitor.enter({ "Review before publishing": "All reviews" });
    await visitor.click("Save");
    const { browser } = await aReviewer(site, course, { name: "Noor Haddad" });
    await review(browser, course, { rating: 4, title: "Good", body: "I can tie knots." });
    await visitor.click("Reviews");
    visitor.sees("I can tie knots.");
    const name = visitor.buttons.find((button) => button.startsWith("Publish"));
    await visitor.click(name ?? "Publish", "Published");
    visitor.sees("I can tie knots.");
  });

  void test("Answer questions of students", async () => {
    const { site, path, ana } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Where is the rope?" });
    const member = await site.member({ roles: ["owner"], name: "Marta Silva" });
    const visitor = await new Visitor(await site.signedIn(member)).open("/admin");
    await answer(visitor);
  });

  void test("Answer or hide comments", async () => {
    const { site, path, ana } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Where is the rope?" });
    const member = await site.member({ roles: ["owner"], name: "Marta Silva" });
    const visitor = await new Visitor(await site.signedIn(member)).open("/admin");
    await visitor.click("Comments", "All");
    visitor.sees("Where is the rope?");
    await visitor.click(visitor.buttons.find((button) => button.startsWith("Hide")) ?? "Hide");
    await visitor.open("/admin/comments?status=hidden");
    visitor.sees("Where is the rope?");
  });
});

void describe("Lecturers, by visible names alone:", () => {
  void test("Grade submissions of the own courses", async () => {
    await grade(await withSubmission("lecturer"));
  });

  void test("Answer questions of students in the own courses", async () => {
    const { site, course, path, ana } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Where is the rope?" });
    const member = await site.member({ roles: ["lecturer"], name: "Idris Bell" });
    await letTeach({ site, member }, formatId("course", course.id));
    await answer(await new Visitor(await site.signedIn(member)).open("/admin"));
  });

  void test("See the progress of the own students", async () => {
    const visitor = await withSubmission("lecturer");
    await visitor.click("Progress");
    visitor.sees("Ana Lima", "0%");
  });

  void test("See who needs help in the own courses", async () => {
    const visitor = await withSubmission("lecturer");
    await visitor.click("Submissions", "Students who may need help");
    visitor.sees("No student is stuck in this course.");
  });
});
