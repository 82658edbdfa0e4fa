import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aSite } from "../../support/world.ts";
import { aCourse, readTree, treeOf } from "../../pages/support/outline.ts";
import { operatorOf, problemOf } from "../support/operator.ts";

const scopes =
  "courses:read courses:write curriculum:read curriculum:write students:read students:write comments:write";
const nodes = [
  { title: "A", lectures: ["one", "two"] },
  { title: "B", lectures: ["three"] },
];

async function aSchool() {
  const site = await aSite();
  const operator = await operatorOf(site, scopes);
  const course = await aCourse(operator, nodes, { course_type: "free", subtitle: "Loops", external_id: "knots-1" });
  const [first] = (await readTree(operator, course)).sections;
  return { site, operator, course, section: first!.id, lecture: first!.lectures[0]!.id };
}

const quiz = {
  pass_percent: 80,
  questions: [{ kind: "short_text", prompt_markdown: "A bowline slips?", accepted_answers: ["No"], points: 1 }],
};

void describe("Duplicating", () => {
  void test("a course makes a draft with its own parts, a free slug and inactive prices", async () => {
    const { operator, course, lecture } = await aSchool();
    const set = await operator.put(`/lectures/${lecture}/quiz`, quiz);
    assert.equal(set.statusCode, 200, set.body);
    const link = { kind: "link", title: "More", external_url: "https://school.example/more" };
    assert.equal((await operator.post(`/lectures/${lecture}/attachments`, link)).statusCode, 201);
    const plan = { name: "At once", plan_type: "one_time", price: { amount: 4900, currency: "USD" }, active: true };
    assert.equal((await operator.post(`/courses/${course}/plans`, plan)).statusCode, 201);
    assert.equal((await operator.post(`/courses/${course}/publish`)).statusCode, 200);
    const made = await operator.post(`/courses/${course}/duplicate`);
    assert.equal(made.statusCode, 201, made.body);
    const copy = made.json<Record<string, unknown> & { id: string }>();
    assert.deepEqual(
      [copy["name"], copy["slug"], copy["status"], copy["subtitle"], copy["external_id"], copy["lecture_count"]],
      ["Knots (copy)", "knots-copy", "draft", "Loops", null, 3],
    );
    assert.equal(await treeOf(operator, copy.id), "A: one two | B: three");
    const [theirs, ours] = [await readTree(operator, copy.id), await readTree(operator, course)];
    assert.notEqual(theirs.sections[0]!.lectures[0]!.id, ours.sections[0]!.lectures[0]!.id);
    const copied = theirs.sections[0]!.lectures[0]!.id;
    const { questions } = (await operator.get(`/lectures/${copied}/quiz`)).json<{
      questions: { prompt_markdown: string }[];
    }>();
    assert.equal(questions[0]!.prompt_markdown, "A bowline slips?");
    const attached = (await operator.get(`/lectures/${copied}/attachments`)).json<{ data: { title: string }[] }>();
    assert.deepEqual(
      attached.data.map(({ title }) => title),
      ["More"],
    );
    const plans = (await operator.get(`/courses/${copy.id}/plans`)).json<{ data: { active: boolean }[] }>();
    assert.deepEqual(
      plans.data.map(({ active }) => active),
      [false],
    );
    const again = (await operator.post(`/courses/${course}/duplicate`, { name: "Knots 2027" })).json<typeof copy>();
    assert.deepEqual([again["name"], again["slug"]], ["Knots 2027", "knots-2027"]);
  });

  void test("a section adds a draft after it, or goes to another course", async () => {
    const { operator, course, section } = await aSchool();
    const made = await operator.post(`/sections/${section}/duplicate`);
    assert.equal(made.statusCode, 201, made.body);
    assert.equal(made.json<{ status: string }>().status, "draft");
    assert.equal(await treeOf(operator, course), "A: one two | A (copy): one two | B: three");
    const other = await aCourse(operator, [], { name: "Splices" });
    await operator.post(`/sections/${section}/duplicate`, { course_id: other });
    assert.equal(await treeOf(operator, other), "A: one two");
  });

  void test("a lecture adds a draft after it, or goes to a section of another course", async () => {
    const { operator, course, lecture } = await aSchool();
    const made = await operator.post(`/lectures/${lecture}/duplicate`);
    assert.equal(made.statusCode, 201, made.body);
    const copy = made.json<{ status: string; body_markdown: string }>();
    assert.deepEqual([copy.status, copy.body_markdown], ["draft", "About one."]);
    assert.equal(await treeOf(operator, course), "A: one one (copy) two | B: three");
    const other = await aCourse(operator, [{ title: "Z", lectures: [] }], { name: "Splices" });
    const target = (await readTree(operator, other)).sections[0]!.id;
    await operator.post(`/lectures/${lecture}/duplicate`, { section_id: target });
    assert.equal(await treeOf(operator, other), "Z: one");
  });

  void test("needs a course that the lecturer teaches", async () => {
    const { site, operator, lecture, section, course } = await aSchool();
    const lecturer = await operatorOf(site, scopes.replace(" comments:write", ""), { roles: ["lecturer"] });
    for (const path of [`/lectures/${lecture}`, `/sections/${section}`, `/courses/${course}`]) {
      assert.equal((await lecturer.post(`${path}/duplicate`)).statusCode, 404, path);
    }
    assert.equal(await treeOf(operator, course), "A: one two | B: three");
  });
});

void describe("A lecture moves to another course", () => {
  void test("and both courses say so", async () => {
    const { operator, course, lecture } = await aSchool();
    const other = await aCourse(operator, [{ title: "Z", lectures: ["last"] }], { name: "Splices" });
    const target = (await readTree(operator, other)).sections[0]!.id;
    const moved = await operator.post(`/lectures/${lecture}/move`, { section_id: target, position: 0 });
    assert.equal(moved.statusCode, 200, moved.body);
    assert.equal(moved.json<{ course_id: string }>().course_id, other);
    assert.deepEqual(
      [await treeOf(operator, course), await treeOf(operator, other)],
      ["A: two | B: three", "Z: one last"],
    );
    const counts = [course, other].map(
      async (id) => (await operator.get(`/courses/${id}`)).json<{ lecture_count: number }>().lecture_count,
    );
    assert.deepEqual(await Promise.all(counts), [2, 2]);
  });

  void test("unless students have worked on it", async () => {
    const { site, operator, course, lecture } = await aSchool();
    assert.equal((await operator.post(`/courses/${course}/publish`)).statusCode, 200);
    const student = await site.member({ roles: ["student"] });
    const enrolled = await operator.post("/enrollments", { course_id: course, student_id: student.sub });
    assert.equal(enrolled.statusCode, 201, enrolled.body);
    const { id } = enrolled.json<{ id: string }>();
    const event = {
      id: crypto.randomUUID(),
      lecture_id: lecture,
      kind: "opened",
      occurred_at: new Date().toISOString(),
    };
    const reported = await operator.post(`/enrollments/${id}/progress`, { events: [event] });
    assert.ok(reported.statusCode < 300, reported.body);
    const other = await aCourse(operator, [{ title: "Z", lectures: [] }], { name: "Splices" });
    const target = (await readTree(operator, other)).sections[0]!.id;
    const refused = await operator.post(`/lectures/${lecture}/move`, { section_id: target });
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "has_dependents"]);
    assert.equal(await treeOf(operator, course), "A: one two | B: three");
  });
});

void describe("A deleted part", () => {
  void test("is restored with its content at its former place", async () => {
    const { operator, course, section, lecture } = await aSchool();
    const link = { kind: "link", title: "More", external_url: "https://school.example/more" };
    await operator.post(`/lectures/${lecture}/attachments`, link);
    assert.equal((await operator.delete(`/lectures/${lecture}`)).statusCode, 204);
    assert.equal(await treeOf(operator, course), "A: two | B: three");
    const restored = await operator.post(`/lectures/${lecture}/restore`);
    assert.equal(restored.statusCode, 200, restored.body);
    assert.equal(await treeOf(operator, course), "A: one two | B: three");
    const attached = (await operator.get(`/lectures/${lecture}/attachments`)).json<{ data: unknown[] }>();
    assert.equal(attached.data.length, 1);
    assert.equal((await operator.post(`/lectures/${lecture}/restore`)).statusCode, 404);
    await operator.delete(`/lectures/${lecture}`);
    assert.equal((await operator.delete(`/sections/${section}?cascade=true`)).statusCode, 204);
    assert.equal((await operator.post(`/lectures/${lecture}/restore`)).statusCode, 409);
    assert.equal((await operator.post(`/sections/${section}/restore`)).statusCode, 200);
    assert.equal(await treeOf(operator, course), "A: two | B: three");
    assert.equal((await operator.post(`/lectures/${lecture}/restore`)).statusCode, 200);
    assert.equal(await treeOf(operator, course), "A: one two | B: three");
  });
});
