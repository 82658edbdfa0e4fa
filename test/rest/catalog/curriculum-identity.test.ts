import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator } from "../support/operator.ts";
import { aCourse, curriculumScopes, type Json, outlineOf, type Tree, treeOf } from "../support/taught-course.ts";
import { eventsOf, note, replaced, text } from "../support/replaced-tree.ts";

void test("Nodes keep their identity by id or external id; omitted fields stay, and omitted nodes are deleted", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const before = await replaced(operator, course, [
    {
      title: "One",
      external_id: "s1",
      lectures: [text("a", { body_markdown: "A" }), text("b", { external_id: "b" }), text("c")],
    },
    { title: "Two", lectures: [text("d", { metadata: { x: "1" } })] },
    { title: "Three", lectures: [text("e")] },
  ]);
  const [one, two, three] = before.sections;
  const [a, b, c] = one!.lectures;
  const [d] = two!.lectures;
  const after = await replaced(operator, course, [
    { id: two!.id, lectures: [{ external_id: "b", title: "B" }, { id: d!.id }] },
    { external_id: "s1", lectures: [{ id: c!.id }, text("new"), { id: a!.id }] },
  ]);
  assert.deepEqual(await outlineOf(operator, course), [
    ["Two", ["B", "d"]],
    ["One", ["c", "new", "a"]],
  ]);
  const [newTwo, newOne] = after.sections;
  assert.deepEqual([newOne!.id, newTwo!.id], [one!.id, two!.id]);
  assert.deepEqual(
    newTwo!.lectures.map(({ id }) => id),
    [b!.id, d!.id],
  );
  assert.deepEqual(newTwo!.lectures[1]!["metadata"], { x: "1" });
  assert.equal((await operator.get(`/lectures/${a!.id}`)).json<Json>()["body_markdown"], "A");
  const { added, removed, moved, changed } = after.changes;
  assert.deepEqual(added, [newOne!.lectures[1]!.id]);
  assert.deepEqual(removed.toSorted(), [three!.id, three!.lectures[0]!.id].toSorted());
  assert.deepEqual(changed, [b!.id]);
  // Of the two that stayed, one changed places.
  assert.deepEqual(moved.length, 3);
  assert.ok(moved.includes(b!.id));
  assert.equal((await operator.get(`/lectures/${three!.lectures[0]!.id}`)).statusCode, 404);
});

void test("Sending back what was read changes nothing", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const question = { kind: "multiple", prompt_markdown: "?", choices: [{ text: "a", correct: true }, { text: "b" }] };
  const video = { provider: "youtube", external_url: "https://youtu.be/x", chapters: [{ at_seconds: 1, title: "x" }] };
  await replaced(operator, course, [
    {
      title: "One",
      metadata: { k: "v" },
      lectures: [
        text("a", {
          body_markdown: "A",
          video,
          attachments: [{ kind: "link", title: "n", external_url: "https://a.example" }],
          quiz: { questions: [question] },
          assignment: { instructions_markdown: "Do", rubric: [{ title: "r", points: 1 }] },
        }),
      ],
    },
  ]);
  const events = (await eventsOf(operator)).length;
  const path = `/courses/${course}/curriculum`;
  for (const query of ["", "?include=attachments,quizzes,assignments"]) {
    const tree = await treeOf(operator, course, query);
    const again = await operator.put(path, tree, { "if-match": tree.etag });
    assertStatus(again, 200);
    const { changes, ...same } = again.json<Tree>();
    assert.deepEqual(changes, { added: [], removed: [], moved: [], changed: [] });
    assert.deepEqual(same, tree);
  }
  const body = { id: (await treeOf(operator, course)).sections[0]!.lectures[0]!.id, body_markdown: "A" };
  const section = { id: (await treeOf(operator, course)).sections[0]!.id };
  assert.deepEqual((await replaced(operator, course, [{ ...section, lectures: [body] }])).changes.changed, []);
  assert.equal((await eventsOf(operator)).length, events);
  const changed = await replaced(operator, course, [{ ...section, lectures: [{ ...body, body_markdown: "B" }] }]);
  assert.deepEqual(changed.changes.changed, [body.id]);
});

void test("Attachments, quiz and assignment are replaced if present, and removed by null", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const quiz = { questions: [{ kind: "short_text", prompt_markdown: "?", accepted_answers: ["x"] }] };
  const before = await replaced(operator, course, [
    { title: "One", lectures: [text("a", { attachments: [note("n1"), note("n2", { external_id: "n2" })], quiz })] },
  ]);
  const [section] = before.sections;
  const [lecture] = section!.lectures;
  const [n1, n2] = lecture!.attachments!;
  const withLecture = (fields: Json) => [{ id: section!.id, lectures: [{ id: lecture!.id, ...fields }] }];
  const other = await replaced(
    operator,
    course,
    withLecture({ attachments: [note("n2", { external_id: "n2", text: "u" }), note("n3")] }),
  );
  const now = other.sections[0]!.lectures[0]!;
  assert.deepEqual(
    now.attachments!.map(({ title }) => title),
    ["n2", "n3"],
  );
  assert.equal(now.attachments![0]!.id, n2!.id);
  assert.deepEqual([other.changes.removed, other.changes.changed], [[n1!.id], [n2!.id]]);
  assert.ok((await operator.get(`/lectures/${lecture!.id}/quiz`)).statusCode === 200, "An omitted quiz stays.");

  const without = await replaced(operator, course, withLecture({ quiz: null, assignment: null, attachments: [] }));
  assert.deepEqual(without.changes.changed, [lecture!.id]);
  assert.equal((await operator.get(`/lectures/${lecture!.id}/quiz`)).statusCode, 404);
  // Both are restored, by external id or by index.
  const back = await replaced(operator, course, withLecture({ attachments: [note("n2", { external_id: "n2" })] }));
  assert.deepEqual(back.changes.added, [n2!.id]);
});

void test("A deleted node is restored by its external id, and external ids can move between nodes", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const s = { title: "One", external_id: "s" };
  const first = await replaced(operator, course, [
    { ...s, lectures: [text("a", { external_id: "a" }), text("b", { external_id: "b" })] },
  ]);
  const [a, b] = first.sections[0]!.lectures;
  await replaced(operator, course, []);
  assert.deepEqual((await operator.get(`/courses/${course}`)).json<Json>()["lecture_count"], 0);
  const back = await replaced(operator, course, [
    { ...s, lectures: [text("a", { external_id: "a" }), text("b", { external_id: "b" })] },
  ]);
  assert.deepEqual(
    [back.sections[0]!.id, ...back.sections[0]!.lectures.map(({ id }) => id)],
    [first.sections[0]!.id, a!.id, b!.id],
  );
  const swapped = await replaced(operator, course, [
    {
      ...s,
      lectures: [
        { id: a!.id, external_id: "b" },
        { id: b!.id, external_id: "a" },
      ],
    },
  ]);
  assert.deepEqual(
    swapped.sections[0]!.lectures.map(({ external_id }) => external_id),
    ["b", "a"],
  );
  assert.deepEqual(swapped.changes.changed, [a!.id, b!.id]);
});
