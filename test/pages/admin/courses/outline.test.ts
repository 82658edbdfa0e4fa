import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aSite } from "../../../support/world.ts";
import { operatorOf } from "../../../rest/support/operator.ts";
import { anOutline, readTree } from "../../support/outline.ts";

const two = [
  { title: "A", lectures: ["one", "two"] },
  { title: "B", lectures: ["three"] },
];

void describe("The outline of a course, without scripts:", () => {
  void test("Sections and lectures are added, a new lecture as a draft", async () => {
    const { operator, course, visitor, tree } = await anOutline([]);
    visitor.enter({ "New section": "First knots" });
    await visitor.click("Add: New section");
    visitor.sees("Added.", "First knots").enter({ "New lecture in First knots": "The bowline" });
    await visitor.click("Add: New lecture in First knots");
    assert.equal(await tree(), "First knots: The bowline");
    const [lecture] = (await readTree(operator, course)).sections[0]!.lectures;
    assert.deepEqual([lecture!.status, lecture!.findings], ["draft", ["empty"]]);
    visitor.sees("Add the text");
  });

  void test("Lectures move up and down, across sections, and the move is undone", async () => {
    const { visitor, tree } = await anOutline(two);
    await visitor.click("Move down: one");
    assert.equal(await tree(), "A: two one | B: three");
    await visitor.click("Move down: one");
    assert.equal(await tree(), "A: two | B: one three");
    await visitor.click("Undo");
    assert.equal(await tree(), "A: two one | B: three");
    await visitor.click("Move up: B");
    assert.equal(await tree(), "B: three | A: two one");
    await visitor.click("Undo");
    assert.equal(await tree(), "A: two one | B: three");
  });

  void test("A section and a lecture are renamed in their row", async () => {
    const { visitor, tree } = await anOutline(two);
    await visitor.click("Rename: one");
    visitor.enter({ Title: "First" });
    await visitor.click("Save");
    await visitor.click("Rename: B");
    visitor.enter({ Title: "Second part" });
    await visitor.click("Save");
    assert.equal(await tree(), "A: First two | Second part: three");
  });

  void test("Selected lectures move to a section, become drafts, are published and deleted, and come back", async () => {
    const { operator, course, visitor, tree } = await anOutline(two);
    visitor.enter({ "Select one": true, "Select two": true, Section: "B" });
    await visitor.click("Move");
    assert.equal(await tree(), "A: | B: three one two");
    await visitor.click("Undo");
    assert.equal(await tree(), "A: one two | B: three");
    visitor.enter({ "Select one": true, "Select three": true });
    await visitor.click("Unpublish");
    visitor.sees("Changed to draft: 2.");
    const statuses = async () =>
      (await readTree(operator, course)).sections.flatMap(({ lectures }) => lectures.map(({ status }) => status));
    assert.deepEqual(await statuses(), ["draft", "published", "draft"]);
    visitor.enter({ "Select one": true });
    await visitor.click("Publish");
    assert.deepEqual(await statuses(), ["published", "published", "draft"]);
    visitor.enter({ "Select one": true, "Select three": true });
    await visitor.click("Delete");
    assert.equal(await tree(), "A: two | B:");
    await visitor.click("Undo");
    assert.equal(await tree(), "A: one two | B: three");
  });

  void test("Nothing is done without a selection, and the page says so", async () => {
    const { visitor } = await anOutline(two);
    await visitor.click("Publish");
    visitor.sees("Select at least one lecture.");
  });

  void test("A section is deleted with its lectures, or they move to another, after a question", async () => {
    const { visitor, tree } = await anOutline(two);
    await visitor.click("Delete: A");
    visitor.sees("The section has lectures: 2.").enter({ "Its lectures": "Delete them too" });
    await visitor.click("Delete");
    assert.equal(await tree(), "B: three");
    await visitor.click("Undo");
    assert.equal(await tree(), "A: one two | B: three");
    await visitor.click("Delete: A", "Delete");
    assert.equal(await tree(), "B: three one two");
  });

  void test("Lectures are scheduled as the course opens them", async () => {
    const { operator, course, visitor, address } = await anOutline(two);
    visitor.sees("choose a release in the settings of the course");
    await operator.patch(`/courses/${course}`, { drip: { mode: "by_enrollment_day" } });
    await visitor.open(address);
    visitor.enter({ "Select two": true, "Opens days after enrolling": "7" });
    await visitor.click("Schedule");
    visitor.sees("Scheduled: 1.", "Opens after 7 days");
    await operator.patch(`/courses/${course}`, { drip: { mode: "by_date" } });
    await visitor.open(address);
    visitor.enter({ "Select one": true, "Opens on": "2031-05-01" });
    await visitor.click("Schedule");
    visitor.sees("Opens on 1 May 2031");
  });

  void test("A published course refuses an empty lecture, and says which", async () => {
    const { operator, course, visitor } = await anOutline(two);
    const published = await operator.post(`/courses/${course}/publish`);
    assert.equal(published.statusCode, 200, published.body);
    visitor.enter({ "New lecture in A": "Empty" });
    await visitor.click("Add: New lecture in A");
    visitor.enter({ "Select Empty": true, "Select one": true });
    await visitor.click("Publish");
    visitor.sees(/Empty: .*(content|empty)/);
  });
});

void describe("Two editors of one outline:", () => {
  void test("A title that another person has changed is shown, and both are kept until one decides", async () => {
    const { operator, course, visitor, tree } = await anOutline(two);
    await visitor.click("Rename: one");
    const lecture = (await readTree(operator, course)).sections[0]!.lectures[0]!.id;
    await operator.patch(`/lectures/${lecture}`, { title: "Theirs" });
    visitor.enter({ Title: "Mine" });
    await visitor.click("Save");
    visitor.sees("Another person renamed this to “Theirs”.");
    assert.equal(await tree(), "A: Theirs two | B: three");
    await visitor.click("Save");
    assert.equal(await tree(), "A: Mine two | B: three");
  });

  void test("Another change of the lecture is no conflict with its title", async () => {
    const { operator, course, visitor } = await anOutline(two);
    await visitor.click("Rename: one");
    const lecture = (await readTree(operator, course)).sections[0]!.lectures[0]!.id;
    await operator.patch(`/lectures/${lecture}`, { body_markdown: "Theirs" });
    visitor.enter({ Title: "Mine" });
    await visitor.click("Save");
    const stored = (await operator.get(`/lectures/${lecture}`)).json<{ title: string; body_markdown: string }>();
    assert.deepEqual([stored.title, stored.body_markdown], ["Mine", "Theirs"]);
  });
});

void describe("The rights of an outline:", () => {
  void test("Lecturers change their own courses, assistants read them, and nobody finds those of others", async () => {
    const site = await aSite();
    const { address, operator, course } = await anOutline(two, site);
    const lecturer = await site.member({ roles: ["lecturer"] });
    const browser = await site.signedIn(lecturer);
    assert.equal((await browser.request("GET", address)).statusCode, 404);
    const scopes = await operatorOf(site, "lecturers:write courses:write");
    const profile = (await scopes.post("/lecturers", { name: "Idris", member_id: lecturer.sub })).json<{
      id: string;
    }>();
    await operator.patch(`/courses/${course}`, { lecturer_ids: [profile.id] });
    const page = await browser.open(address);
    assert.match(page.body, /Add: New section/);
    const student = await site.signedIn(await site.member({ roles: ["student"] }));
    assert.equal((await student.request("GET", address)).statusCode, 403);
  });
});
