import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anOperator } from "../../rest/support/operator.ts";
import { aLecture, aTaughtCourse, curriculumScopes } from "../../rest/support/taught-course.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { Visitor } from "../../support/browsers/visitor.ts";

interface Assignment {
  instructions_markdown: string;
  max_score: number;
  due_days: number | null;
  due_at: string | null;
  submission_kinds: string[];
  rubric: { title: string; description: string | null; points: number }[];
  late_policy: { kind: string; percent_per_day?: number };
}

const rubric = ["Loop", "Knot", "Rope"].map((title, index) => ({ title, description: null, points: index + 1 }));

/** An owner at the editor of an assignment. */
async function anEditor(assignment?: object) {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const { id } = await aLecture(operator, section, { kind: "assignment", title: "Show a knot" });
  if (assignment) assertStatus(await operator.put(`/lectures/${id}/assignment`, assignment), 200);
  const visitor = new Visitor(await operator.site.signedIn(await operator.site.member({ roles: ["owner"] })));
  await visitor.open(`/admin/lectures/${id}/edit`);
  await visitor.click("Edit assignment");
  const stored = async () => (await operator.get(`/lectures/${id}/assignment`)).json<Assignment>();
  return { operator, id, visitor, stored };
}

void describe("The editor of an assignment, without scripts,", () => {
  void test("makes an assignment with a rubric, a due date and rules", async () => {
    const { visitor, stored } = await anEditor();
    visitor.sees("Without criteria, you give one score").enter({
      Instructions: "Send a **picture**.",
      "Due date › Days after the start of access": "14",
      Link: false,
      "After the due date": "Accept with a penalty",
      "Percent per day": "10",
    });
    await visitor.click("Add a criterion");
    visitor.sees("The change is not saved yet.");
    visitor.enter({
      "Criterion 1 › Criterion": "The loop holds",
      "Criterion 1 › Points": "60",
      "Criterion 1 › What you expect": "It bears weight.",
    });
    await visitor.click("Add a criterion");
    visitor.enter({ "Criterion 2 › Criterion": "It is neat", "Criterion 2 › Points": "30" });
    await visitor.click("Add a criterion", "Save the assignment");
    visitor.sees("The assignment is saved.", "Criteria: 2 · Points: 90 of 100.", "differ");
    const { instructions_markdown: text, max_score: max, due_days: days, ...rest } = await stored();
    assert.deepEqual([text, max, days], ["Send a **picture**.", 100, 14]);
    assert.deepEqual(
      [rest.submission_kinds, rest.late_policy],
      [["text", "file"], { kind: "penalty", percent_per_day: 10 }],
    );
    assert.deepEqual(rest.rubric, [
      { title: "The loop holds", description: "It bears weight.", points: 60 },
      { title: "It is neat", description: null, points: 30 },
    ]);
    await visitor.click("Save the assignment");
    visitor.sees("There was nothing to save.");
    await visitor.click("Set the maximum score to 90");
    visitor.sees("The change is not saved yet.", "The points add up to the maximum score.");
    await visitor.click("Save the assignment");
    assert.equal((await stored()).max_score, 90);
  });

  void test("moves and deletes criteria, keeps what is typed, and saves nothing before the person does", async () => {
    const { visitor, stored } = await anEditor({ instructions_markdown: "Tie.", rubric });
    visitor.enter({ "Criterion 1 › Criterion": "The loop" });
    await visitor.click("Move down: criterion 1", "Delete: criterion 3");
    assert.deepEqual((await stored()).rubric, rubric);
    await visitor.click("Save the assignment");
    assert.deepEqual(
      (await stored()).rubric.map(({ title }) => title),
      ["Knot", "The loop"],
    );
  });

  void test("shows a problem at its criterion", async () => {
    const { visitor, stored } = await anEditor({ instructions_markdown: "Tie.", rubric });
    visitor.enter({ "Criterion 2 › Points": "many" });
    await visitor.click("Save the assignment");
    assert.match(visitor.problems, /Points/);
    assert.deepEqual((await stored()).rubric, rubric);
  });

  void test("keeps what another person has saved meanwhile", async () => {
    const { operator, id, visitor, stored } = await anEditor({ instructions_markdown: "Tie.", rubric });
    const current = await stored();
    assertStatus(await operator.put(`/lectures/${id}/assignment`, { ...current, due_days: 21 }), 200);
    visitor.enter({ "Maximum score": "50" });
    await visitor.click("Save the assignment");
    visitor.sees("together with changes that another person has made");
    const { due_days: days, max_score: max } = await stored();
    assert.deepEqual([days, max], [21, 50]);
    assertStatus(await operator.put(`/lectures/${id}/assignment`, { ...current, due_days: 7 }), 200);
    visitor.enter({ "Due date › Days after the start of access": "30" });
    await visitor.click("Save the assignment");
    visitor.sees("Days after the start of access", "7");
    assert.equal((await stored()).due_days, 7);
  });

  void test("has a due date for all students, or days for each of them, and not both", async () => {
    const { visitor, stored } = await anEditor({ instructions_markdown: "Tie.", due_days: 14 });
    visitor.enter({ "Due date › On a date, for all students › Date": "2031-05-06" });
    visitor.enter({ "Due date › On a date, for all students › Time": "18:30" });
    await visitor.click("Save the assignment");
    visitor.sees("Fill in one of the two: the days or the date.");
    visitor.enter({ "Due date › Days after the start of access": "" });
    await visitor.click("Save the assignment");
    visitor.sees("The assignment is saved.");
    const { due_days: days, due_at: at } = await stored();
    assert.deepEqual([days, at], [null, "2031-05-06T18:30:00.000Z"]);
    await visitor.click("Save the assignment");
    visitor.sees("There was nothing to save.");
  });

  void test("leads to the files that students get", async () => {
    const { operator, id, visitor } = await anEditor({ instructions_markdown: "Tie." });
    const link = { kind: "link", title: "Drawing of a loop", external_url: "https://school.example/loop" };
    assertStatus(await operator.post(`/lectures/${id}/attachments`, link), 201);
    await visitor.open(`/admin/lectures/${id}/assignment/edit`);
    visitor.sees("Files for students", "Drawing of a loop");
  });

  void test("saves and publishes a draft, and leads to the next lecture and to the outline", async () => {
    const operator = await anOperator(curriculumScopes);
    const { section } = await aTaughtCourse(operator);
    const { id } = await aLecture(operator, section, { kind: "assignment", title: "Show a knot", status: "draft" });
    await aLecture(operator, section, { title: "Anchors" });
    const visitor = new Visitor(await operator.site.signedIn(await operator.site.member({ roles: ["owner"] })));
    await visitor.open(`/admin/lectures/${id}/assignment/edit`);
    visitor.enter({ Instructions: "Send a picture." });
    await visitor.click("Save and publish");
    visitor.sees("The assignment is saved and published.", "Next: Anchors");
    assert.equal((await operator.get(`/lectures/${id}`)).json<{ status: string }>().status, "published");
    assert.ok(!visitor.offers("Save and publish"));
    await visitor.click("Back to the outline");
    visitor.sees("Outline", "Anchors");
  });
});
