import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId, parseId } from "#domain/ids.ts";
import { database as db } from "../support/database.ts";
import { auditOf, outboxOf } from "../support/records.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "./support/operator.ts";
import {
  aCourse,
  aLecture,
  aSection,
  curriculumScopes,
  type Json,
  made,
  outlineOf,
  type Tree,
  treeOf,
} from "./support/taught-course.ts";

const text = (title: string, fields: Json = {}) => ({ title, kind: "text", ...fields });

async function put(operator: Operator, course: string, sections: Json[], query = "") {
  const { etag } = await treeOf(operator, course);
  return operator.put(`/courses/${course}/curriculum${query}`, { sections }, { "if-match": etag });
}

async function replaced(operator: Operator, course: string, sections: Json[]): Promise<Tree> {
  const response = await put(operator, course, sections);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Tree>();
}

const invalid = (...pointers: string[]) => ({ status: 422, code: "validation_failed", pointers });
const note = (title: string, fields: Json = {}) => ({ kind: "text", title, text: "t", ...fields });

const eventsOf = async ({ site }: Operator) =>
  (await outboxOf(site)).filter(({ type }) => type === "curriculum.updated" || type === "lecture.published");

void test("The whole tree is one answer, in its order, with what was asked to come with it", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const [one, two] = [
    await aSection(operator, course, { title: "One" }),
    await aSection(operator, course, { title: "Two" }),
  ];
  const b = await aLecture(operator, two, { title: "b", status: "draft" });
  const a = await aLecture(operator, one, { title: "a", duration_seconds: 60, body_markdown: "long" });
  await made(operator.post(`/lectures/${a.id}/attachments`, { kind: "text", title: "Note", text: "x" }));
  await operator.put(`/lectures/${b.id}/assignment`, { instructions_markdown: "Do" });

  const answer = await operator.get(`/courses/night-sky/curriculum`);
  const tree = answer.json<Tree>();
  assert.deepEqual([tree["course_id"], tree.etag], [course, answer.headers["etag"]]);
  assert.deepEqual(await outlineOf(operator, course), [
    ["One", ["a"]],
    ["Two", ["b"]],
  ]);
  assert.deepEqual(tree.totals, { sections: 2, lectures: 2, published_lectures: 1, duration_seconds: 60 });
  const plain = tree.sections[0]!.lectures[0]!;
  for (const left of ["body_markdown", "body_html", "attachments", "quiz", "assignment"])
    assert.ok(!(left in plain), left);

  const full = await treeOf(operator, course, "?include=attachments,quizzes,assignments");
  const [first, second] = full.sections.map(({ lectures }) => lectures[0]!);
  assert.deepEqual(
    [first!.attachments?.map(({ title }) => title), first!.quiz, first!.assignment],
    [["Note"], null, null],
  );
  assert.equal(second!.assignment?.["instructions_markdown"], "Do");
  assert.notEqual(full.etag, tree.etag);
  assert.equal(problemOf(await operator.get(`/courses/${course}/curriculum?include=bodies`)).code, "invalid_filter");
});

void test("Its ETag changes with anything in it, and with nothing else", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const path = `/courses/${course}/curriculum`;
  const etag = async () => String((await operator.get(path)).headers["etag"]);
  const seen = [await etag()];
  const note = async (change: Promise<unknown>) => {
    await change;
    seen.push(await etag());
  };
  const section = aSection(operator, course);
  await note(section);
  const lecture = aLecture(operator, await section);
  await note(lecture);
  const { id } = await lecture;
  const attachment = made(operator.post(`/lectures/${id}/attachments`, { kind: "text", title: "x", text: "y" }));
  await note(attachment);
  await note(operator.patch(`/attachments/${(await attachment).id}`, { title: "z" }));
  await note(operator.delete(`/attachments/${(await attachment).id}`));
  await note(
    operator.put(`/lectures/${id}/quiz`, {
      questions: [{ kind: "numeric", prompt_markdown: "?", accepted_answers: ["1"] }],
    }),
  );
  await note(operator.put(`/lectures/${id}/assignment`, { instructions_markdown: "Do" }));
  await note(operator.delete(`/lectures/${id}/assignment`));
  await note(operator.patch(`/lectures/${id}`, { title: "x" }));
  assert.equal(new Set(seen).size, seen.length);
  await operator.patch(`/courses/${course}`, { name: "Other" });
  assert.equal((await operator.get(path, { "if-none-match": seen.at(-1)! })).statusCode, 304);
});

void test("A tree is replaced only by whoever says which one they have read", async () => {
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

void test("Of two who replace the same tree at once one wins, and the other is told", async () => {
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

void test("A tree is made at once, by one transaction and with one event", async () => {
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

void test("Nodes keep their identity by id or external id; what they leave out stays, what is gone is deleted", async () => {
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
  // Of those that stayed, one went round the other.
  assert.deepEqual(moved.length, 3);
  assert.ok(moved.includes(b!.id));
  assert.equal((await operator.get(`/lectures/${three!.lectures[0]!.id}`)).statusCode, 404);
});

void test("What was read can be sent back as it is, and then nothing has changed", async () => {
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
    assert.equal(again.statusCode, 200, again.body);
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

void test("Attachments, a quiz and an assignment are replaced where a lecture gives them, and taken away by null", async () => {
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
  assert.ok(
    (await operator.get(`/lectures/${lecture!.id}/quiz`)).statusCode === 200,
    "The quiz that was left out stays.",
  );

  const without = await replaced(operator, course, withLecture({ quiz: null, assignment: null, attachments: [] }));
  assert.deepEqual(without.changes.changed, [lecture!.id]);
  assert.equal((await operator.get(`/lectures/${lecture!.id}/quiz`)).statusCode, 404);
  // Both come back by their external id, or at their place.
  const back = await replaced(operator, course, withLecture({ attachments: [note("n2", { external_id: "n2" })] }));
  assert.deepEqual(back.changes.added, [n2!.id]);
});

void test("What was deleted comes back by its external id, and external ids go from one part to another", async () => {
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

void test("Everything that is wrong with a tree is told with its place, and nothing of it is stored", async () => {
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

void test("A dry run answers the difference, and leaves the tree as it is", async () => {
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
  assert.equal(dry.statusCode, 200, dry.body);
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

void test("Only those that were moved are told as moved, as few as can be", async () => {
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

void test("A tree whose quizzes are too large for one answer is not read, and says what to do", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const tree = await replaced(operator, course, [{ title: "One", lectures: [text("a"), text("b")] }]);
  const now = new Date();
  for (const { id } of tree.sections[0]!.lectures) {
    await db.run`
      insert into quizzes (site_id, lecture_id, pass_percent, shuffle, show_answers, questions, created_at, updated_at)
      values (${operator.site.id}, ${parseId("lecture", id)}, 60, false, 'never',
              jsonb_build_array(repeat('x', 9000000)), ${now}, ${now})`;
  }
  const refused = await operator.get(`/courses/${course}/curriculum?include=quizzes`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [400, "invalid_request"]);
  assert.equal((await treeOf(operator, course)).sections.length, 1);
});

void test("Reading needs curriculum:read and writing curriculum:write, one without the other", async () => {
  const owner = await anOperator(curriculumScopes);
  const course = await aCourse(owner);
  const { etag } = await treeOf(owner, course);
  const writer = await operatorOf(owner.site, "curriculum:write");
  const reader = await operatorOf(owner.site, "curriculum:read");
  const body = { sections: [{ title: "x", lectures: [] }] };
  const path = `/courses/${course}/curriculum`;
  assert.equal(problemOf(await writer.get(path)).code, "insufficient_scope");
  assert.equal(problemOf(await reader.put(path, body, { "if-match": etag })).code, "insufficient_scope");
  assert.equal((await writer.put(path, body, { "if-match": etag })).statusCode, 200);
  assert.equal((await reader.get(path)).statusCode, 200);
});
