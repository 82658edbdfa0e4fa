import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import {
  aCourse,
  aLecture,
  aSection,
  curriculumScopes,
  type Json,
  outlineOf,
  type Tree,
  treeOf,
} from "../support/taught-course.ts";
import { eventsOf, note, put, replaced, text } from "../support/replaced-tree.ts";

const invalid = (...pointers: string[]) => ({ status: 422, code: "validation_failed", pointers });

void test("Replacing a tree requires the version that was read", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const path = `/courses/${course}/curriculum`;
  const missing = await operator.put(path, { sections: [] });
  assert.deepEqual([missing.statusCode, problemOf(missing).code], [428, "precondition_required"]);
  const { etag } = await treeOf(operator, course);
  await aSection(operator, course);
  const stale = await operator.put(path, { sections: [] }, { "if-match": etag });
  assert.deepEqual([stale.statusCode, problemOf(stale).code], [412, "etag_mismatch"]);
  assert.deepEqual(await outlineOf(operator, course), [["Section", []]]);
});

void test("One of two concurrent replacements of a tree succeeds, and the other gets an error", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const { etag } = await treeOf(operator, course);
  const answers = await Promise.all(
    ["a", "b", "c"].map((title) =>
      operator.put(`/courses/${course}/curriculum`, { sections: [{ title, lectures: [] }] }, { "if-match": etag }),
    ),
  );
  assert.deepEqual(answers.map(({ statusCode }) => String(statusCode)).toSorted(), ["200", "412", "412"]);
  assert.equal((await treeOf(operator, course)).sections.length, 1);
});

void test("A tree is created in one transaction with one event", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const tree = await replaced(operator, course, [
    {
      title: "One",
      drip: { after_days: 1 },
      lectures: [
        text("a", {
          duration_seconds: 30,
          body_markdown: "*x*",
          attachments: [{ kind: "text", title: "n", text: "t" }],
        }),
        text("b", { status: "draft", assignment: { instructions_markdown: "Do" } }),
      ],
    },
    { title: "Two", status: "draft", lectures: [text("c", { external_id: "lms/c" })] },
  ]);
  assert.deepEqual(await outlineOf(operator, course), [
    ["One", ["a", "b"]],
    ["Two", ["c"]],
  ]);
  const [first, second] = tree.sections[0]!.lectures;
  assert.equal(first!.attachments?.[0]?.["text"], "t");
  assert.equal(second!.assignment?.["max_score"], 100);
  assert.equal((await operator.get(`/lectures/${first!.id}`)).json<Json>()["body_html"], "<p><em>x</em></p>\n");
  assert.equal(tree.changes.added.length, 6);
  assert.deepEqual([tree.changes.removed, tree.changes.moved, tree.changes.changed], [[], [], []]);
  const { lecture_count, duration_seconds } = (await operator.get(`/courses/${course}`)).json<Json>();
  assert.deepEqual([lecture_count, duration_seconds], [3, 30]);

  const [updated, ...published] = await eventsOf(operator);
  assert.deepEqual((updated!.data as Json)["added"], tree.changes.added);
  assert.deepEqual(
    published.map(({ objectId }) => objectId),
    [first!.id],
  );
  const audit = (await auditOf(operator.site)).find(({ action }) => action === "replaceCurriculum")!;
  assert.deepEqual(
    [audit.resourceId, audit.details],
    [course, { version: 2, added: 6, removed: 0, moved: 0, changed: 0 }],
  );
});

void test("All errors of a tree are reported with their paths, and nothing is stored", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const tree = await replaced(operator, course, [{ title: "One", lectures: [text("a")] }]);
  const elsewhere = await aSection(operator, await aCourse(operator, "Tides"), { external_id: "taken" });
  const foreign = await aLecture(operator, elsewhere);
  const [section] = tree.sections;
  const refusal = async (sections: Json[]) => {
    const { status, code, pointers } = problemOf(await put(operator, course, sections));
    return { status, code, pointers };
  };
  assert.deepEqual(await refusal([{ lectures: [] }]), invalid("/sections/0/title"));
  assert.deepEqual(await refusal([{ title: "x" }]), invalid("/sections/0/lectures"));
  assert.deepEqual(await refusal([{ title: "x", lectures: [{ title: "y" }] }]), invalid("/sections/0/lectures/0/kind"));
  assert.deepEqual(await refusal([{ id: elsewhere.id, lectures: [] }]), invalid("/sections/0/id"));
  assert.deepEqual(
    await refusal([{ title: "x", lectures: [{ id: foreign.id }, { id: formatId("lecture", newId()) }] }]),
    invalid("/sections/0/lectures/0/id", "/sections/0/lectures/1/id"),
  );
  assert.deepEqual(
    await refusal([
      { id: section!.id, lectures: [] },
      { id: section!.id, lectures: [] },
    ]),
    invalid("/sections/1"),
  );
  const twin = text("x", { external_id: "x" });
  assert.deepEqual(
    await refusal([{ title: "x", lectures: [twin, twin] }]),
    invalid("/sections/0/lectures/1/external_id"),
  );
  assert.deepEqual(
    await refusal([{ title: "x", external_id: "taken", lectures: [] }]),
    invalid("/sections/0/external_id"),
  );
  assert.deepEqual(
    await refusal([{ title: "x", lectures: [text("y", { attachments: [note("n", { kind: "link" })] })] }]),
    invalid("/sections/0/lectures/0/attachments/0/text"),
  );
  const file_id = formatId("file", newId());
  const film = { title: "y", kind: "video", video: { file_id } };
  assert.deepEqual(
    await refusal([{ title: "x", lectures: [film, film] }]),
    invalid("/sections/0/lectures/0/video/file_id", "/sections/0/lectures/1/video/file_id"),
  );
  const chart = note("n", { kind: "pdf", text: null, file_id });
  assert.deepEqual(
    await refusal([{ title: "x", lectures: [text("y", { attachments: [chart] })] }]),
    invalid("/sections/0/lectures/0/attachments/0/file_id"),
  );
  const quiz = { questions: [{ kind: "single", prompt_markdown: "?" }] };
  assert.deepEqual(
    (await refusal([{ title: "x", lectures: [text("y", { quiz })] }])).pointers?.[0],
    "/sections/0/lectures/0/quiz/questions/0/choices",
  );
  assert.equal((await refusal([{ title: "x", lectures: [text("y", { titel: "z" })] }])).code, "unknown_field");
  assert.equal((await refusal([{ id: course, lectures: [] }])).code, "invalid_id");
  assert.deepEqual((await treeOf(operator, course)).version, tree.version);
  assert.deepEqual(await outlineOf(operator, course), [["One", ["a"]]]);
});

void test("More than 200 sections or 2000 lectures are too many rows", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const sections = Array.from({ length: 201 }, (_, index) => ({ title: `S${index}`, lectures: [] }));
  const many = await put(operator, course, sections);
  assert.deepEqual([many.statusCode, problemOf(many).code], [413, "too_many_rows"]);
  const lectures = Array.from({ length: 1001 }, (_, index) => text(`L${index}`));
  const full = await put(operator, course, [
    { title: "One", lectures },
    { title: "Two", lectures: lectures.slice(2).concat(text("x"), text("y")) },
  ]);
  assert.deepEqual([full.statusCode, problemOf(full).code], [413, "too_many_rows"]);
});

void test("A dry run returns the difference and keeps the tree unchanged", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const tree = await replaced(operator, course, [{ title: "One", lectures: [text("a"), text("b")] }]);
  const [section] = tree.sections;
  const [a, b] = section!.lectures;
  const dry = await put(
    operator,
    course,
    [{ id: section!.id, title: "1", lectures: [{ id: b!.id }, text("c")] }],
    "?dry_run=true",
  );
  assertStatus(dry, 200);
  const { changes, sections } = dry.json<{ would: { update: Tree } }>().would.update;
  assert.deepEqual(
    [changes.added.length, changes.removed, changes.moved, changes.changed],
    [1, [a!.id], [], [section!.id]],
  );
  assert.deepEqual(
    sections[0]!.lectures.map(({ title }) => title),
    ["b", "c"],
  );
  assert.deepEqual(await treeOf(operator, course), (({ changes: _changes, ...rest }) => rest)(tree));
  assert.equal(problemOf(await put(operator, course, [{ lectures: [] }], "?dry_run=true")).code, "validation_failed");
});

void test("A minimal set of moved nodes is reported", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const titles = ["a", "b", "c", "d", "e", "f"];
  const tree = await replaced(operator, course, [{ title: "One", lectures: titles.map((title) => text(title)) }]);
  const [section] = tree.sections;
  const idOf = (title: string) => section!.lectures.find((lecture) => lecture.title === title)!.id;
  const moved = async (...order: string[]) => {
    const { changes } = await replaced(operator, course, [
      { id: section!.id, lectures: order.map((title) => ({ id: idOf(title) })) },
    ]);
    return changes.moved.map((id) => titles.find((title) => idOf(title) === id)).join("");
  };
  assert.equal(await moved("f", "a", "b", "c", "d", "e"), "f");
  assert.equal(await moved("a", "b", "c", "d", "e", "f"), "f");
  assert.equal(await moved("b", "c", "a", "d", "e", "f"), "a");
  assert.equal((await moved("f", "e", "d", "a", "c", "b")).length, 5);
  assert.equal(await moved("f", "e", "d", "a", "c", "b"), "");
});
