import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anOutline } from "../../support/outline.ts";

const one = [{ title: "A", lectures: ["one", "two"] }];

void describe("The way to the publication of a course", () => {
  void test("leads from the outline to the next missing part, then to the publication, and ends there", async () => {
    const { operator, course, visitor, address } = await anOutline(one);
    await operator.patch(`/courses/${course}`, { course_type: "paid" });
    await visitor.open(address);
    visitor.sees("Course: Draft", "The course is a draft: students do not see it yet.");
    await visitor.click("Next: Add a price, or make the course free");
    assert.equal(visitor.address, `/admin/courses/${course}/plans/new`);
    await operator.patch(`/courses/${course}`, { course_type: "free" });
    await visitor.open(address);
    await visitor.click("Next: publish the course");
    await visitor.click("Publish");
    await visitor.open(address);
    visitor.sees("Course: Published").seesNot("Next:").seesNot("The course is a draft");
  });

  void test("leads to the first lecture without content, and asks for a lecture without a link to the same page", async () => {
    const { visitor, address } = await anOutline([]);
    visitor.sees("Next: Publish at least one lecture");
    visitor.enter({ "New section": "First knots" });
    await visitor.click("Add: New section");
    visitor.enter({ "New lecture in First knots": "The bowline" });
    await visitor.click("Add: New lecture in First knots");
    await visitor.open(address);
    await visitor.click("Next: Publish at least one lecture");
    visitor.sees("The bowline", "Save and publish");
  });

  void test("leads to an empty section or a draft first, with the publication as a plain link", async () => {
    const { operator, course, visitor, address } = await anOutline(one);
    visitor.enter({ "New section": "Splices" });
    await visitor.click("Add: New section");
    await visitor.open(address);
    visitor.sees("Next: add lectures to “Splices”", "Publish the course as it is").seesNot("Next: publish the course");
    visitor.enter({ "New lecture in Splices": "Eye splice" });
    await visitor.click("Add: New lecture in Splices");
    await visitor.open(address);
    await visitor.click("Next: finish “Eye splice”");
    visitor.sees("Eye splice", "Save and publish");
    await visitor.open(address);
    await visitor.click("Publish the course as it is");
    assert.equal(visitor.address, `/admin/courses/${course}`);
    await operator.post(`/courses/${course}/publish`, {});
    await visitor.open(address);
    visitor.seesNot("Publish the course as it is").seesNot("Next:");
  });

  void test("is named in the notice of the last lecture, which promises students nothing before", async () => {
    const { operator, visitor, course, address } = await anOutline(one);
    await visitor.click("two", "Publish changes");
    visitor.sees("Students see it when the course is published.", "Next: publish the course");
    await visitor.open(address);
    await visitor.click("one", "Publish changes");
    visitor.sees("Students see it when the course is published.").seesNot("Next: publish the course");
    await operator.post(`/courses/${course}/publish`, {});
    await visitor.open(address);
    await visitor.click("two", "Publish changes");
    visitor.seesNot("Students see it when the course is published.").seesNot("Next: publish the course");
  });
});
