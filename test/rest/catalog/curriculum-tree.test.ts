import assert from "node:assert/strict";
import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { database as db } from "../../support/databases/database.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";
import {
  aCourse,
  aLecture,
  aSection,
  curriculumScopes,
  made,
  outlineOf,
  type Tree,
  treeOf,
} from "../support/taught-course.ts";
import { replaced, text } from "../support/replaced-tree.ts";

void test("One response returns the whole tree in order, with the requested expansions", async () => {
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
  assert.equal(problemOf(await operator.get(`/courses/${course}/curriculum?include=texts`)).code, "invalid_filter");
});

void test("include=bodies returns the whole course in one response, and can be sent back", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  await replaced(operator, course, [
    { title: "One", lectures: [{ ...text("a"), body_markdown: "*Star*" }, text("b")] },
  ]);
  const everything = "?include=bodies,attachments,quizzes,assignments";
  const tree = await treeOf(operator, course, everything);
  const [a, b] = tree.sections[0]!.lectures as unknown as Record<string, unknown>[];
  assert.deepEqual([a!["body_markdown"], a!["body_html"]], ["*Star*", "<p><em>Star</em></p>\n"]);
  assert.deepEqual([b!["body_markdown"], b!["body_html"], b!["quiz"]], [null, null, null]);
  for (const { id } of tree.sections[0]!.lectures) {
    const { body_markdown, body_html } = (await operator.get(`/lectures/${id}`)).json<Record<string, unknown>>();
    const listed = tree.sections[0]!.lectures.find((lecture) => lecture.id === id) as unknown as typeof a;
    assert.deepEqual([listed!["body_markdown"], listed!["body_html"]], [body_markdown, body_html]);
  }
  const path = `/courses/${course}/curriculum`;
  const unchanged = await operator.put(path, tree, { "if-match": tree.etag });
  assert.deepEqual(unchanged.json<{ changes: object }>().changes, { added: [], removed: [], moved: [], changed: [] });
});

void test("A tree with long texts is rejected, and its lectures are read page by page", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const titles = ["a", "b", "c", "d"];
  const tree = await replaced(operator, course, [{ title: "One", lectures: titles.map((title) => text(title)) }]);
  for (const { id } of tree.sections[0]!.lectures) {
    await db.run`
      update lectures set body_markdown = repeat('x', 2500000), body_html = repeat('y', 2500000)
       where site_id = ${operator.site.id} and id = ${parseId("lecture", id)}`;
  }
  const refused = await operator.get(`/courses/${course}/curriculum?include=bodies`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [400, "invalid_request"]);

  await db.run`
    update lectures set body_markdown = 'short', body_html = '<p>short</p>'
     where site_id = ${operator.site.id} and title in ('a', 'b')`;
  interface Listed {
    data: { title: string; body_markdown: string }[];
    page: { has_more: boolean; next_cursor: string | null };
  }
  const list = `/courses/${course}/lectures?include=bodies&fields=title&sort=position`;
  const pages = async () => {
    const read: string[][] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const response = await operator.get(`${list}${cursor && `&cursor=${cursor}`}`);
      const { data, page } = response.json<Listed>();
      assert.ok(data.every((lecture) => lecture.body_markdown.length > 0));
      read.push(data.map(({ title }) => title));
      assert.equal(page.has_more, page.next_cursor !== null);
      cursor = page.next_cursor;
    }
    return read;
  };
  assert.deepEqual(await pages(), [["a", "b"], ["c"], ["d"]]);

  // Texts that are not rendered yet are shown escaped: six bytes for each quotation mark.
  await db.run`
    update lectures set body_markdown = repeat('"', 400000), body_html = null where site_id = ${operator.site.id}`;
  assert.deepEqual(await pages(), [["a"], ["b"], ["c"], ["d"]]);
});

void test("Its ETag changes with any part of it, and only then", async () => {
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

void test("A tree with oversized quizzes is rejected with a suggestion", async () => {
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

void test("Reading needs curriculum:read and writing curriculum:write, independently", async () => {
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
