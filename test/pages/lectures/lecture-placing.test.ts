import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { operatorOf } from "../../rest/support/operator.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { enrollMember } from "../../support/worlds/lessons.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { aCourse, anOutline, readTree, treeOf } from "../support/outline.ts";

/** The outline of a course, and another course of the school. */
async function twoCourses() {
  const outline = await anOutline([
    { title: "A", lectures: ["one", "two"] },
    { title: "B", lectures: ["three"] },
  ]);
  const operator = await operatorOf(
    outline.site,
    "courses:read courses:write curriculum:read curriculum:write students:read students:write",
  );
  const other = await aCourse(
    operator,
    [
      { title: "Y", lectures: [] },
      { title: "Z", lectures: ["last"] },
    ],
    {
      name: "Splices",
    },
  );
  const [lecture] = (await readTree(operator, outline.course)).sections[0]!.lectures;
  return { ...outline, operator, other, lecture: lecture!.id };
}

void describe("A lecture moves to another place", () => {
  void test("in another course after a page that says what happens, and back", async () => {
    const { operator, visitor, tree, other } = await twoCourses();
    await visitor.click("Move to…: one", "Splices");
    visitor
      .sees("No student has worked on this lecture yet.", "Students of “Knots” no longer see the lecture.")
      .enter({ "Z Lectures: 1": true });
    await visitor.click("Move to “Splices”");
    visitor.sees("Moved.", "Outline");
    assert.deepEqual([await tree(), await treeOf(operator, other)], ["A: two | B: three", "Y: | Z: last one"]);
    await visitor.click("Undo");
    assert.deepEqual([await tree(), await treeOf(operator, other)], ["A: one two | B: three", "Y: | Z: last"]);
  });

  void test("in its own course", async () => {
    const { visitor, course, lecture, tree } = await twoCourses();
    await visitor.open(`/admin/lectures/${lecture}/move?course=${course}`);
    visitor.sees("Their progress stays.").enter({ "B Lectures: 1": true });
    await visitor.click("Move to “Knots”");
    assert.equal(await tree(), "A: two | B: three one");
  });

  void test("unless students have worked on it: then it is duplicated", async () => {
    const { site, operator, visitor, course, lecture, other, tree } = await twoCourses();
    const student = await site.member({ roles: ["student"] });
    const enrolled = await enrollMember(site, student, { id: parseId("course", course)! });
    const events = [
      { id: crypto.randomUUID(), lecture_id: lecture, kind: "opened", occurred_at: new Date().toISOString() },
    ];
    const reported = await operator.post(`/enrollments/${formatId("enrollment", enrolled)}/progress`, { events });
    assert.ok(reported.statusCode < 300, reported.body);
    await visitor.click("Move to…: one", "Splices");
    visitor.sees("Students have worked on this lecture or commented on it.");
    await visitor.click("Duplicate it instead");
    visitor.sees("This lecture, with the progress, answers and comments of students.").enter({ "Y Lectures: 0": true });
    await visitor.click("Duplicate to “Splices”");
    visitor.sees("Duplicated, as a draft.");
    assert.deepEqual([await tree(), await treeOf(operator, other)], ["A: one two | B: three", "Y: one | Z: last"]);
  });

  void test("only in courses that the lecturer teaches", async () => {
    const { site, course, other, lecture } = await twoCourses();
    const lecturer = await site.member({ roles: ["lecturer"] });
    await letTeach({ site, member: lecturer }, course);
    const visitor = new Visitor(await site.signedIn(lecturer));
    await visitor.open(`/admin/lectures/${lecture}/move`);
    visitor.sees("Knots").seesNot("Splices");
    const answer = await (await site.signedIn(lecturer)).open(`/admin/lectures/${lecture}/move?course=${other}`);
    assert.equal(answer.status, 404);
  });
});
