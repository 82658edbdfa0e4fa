import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { renderOldRows } from "#domain/background/old-rows/render-old-rows.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database as db } from "../../support/databases/database.ts";
import { later } from "../../support/world.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import {
  aCourse,
  aFile,
  aLecture,
  aSection,
  aTaughtCourse,
  countsOf,
  curriculumScopes,
  type Json,
  type Made,
  made,
  outlineOf,
} from "../support/taught-course.ts";

const titlesOf = async (operator: Operator, path: string) => {
  const response = await operator.get(path);
  assertStatus(response, 200);
  return response.json<{ data: Made[] }>().data.map(({ title }) => title);
};

void test("A lecture has a position, a text as sanitized HTML, and a completion rule that defaults by kind", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course, section } = await aTaughtCourse(operator);
  const text = await aLecture(operator, section, {
    title: "Knots",
    body_markdown: "# One\n\nand **two** <script>alert(1)</script>",
    is_preview: true,
    duration_seconds: 90,
    drip: { after_days: 7 },
    min_role: "teaching_assistant",
  });
  assert.deepEqual(
    [text["object"], text["course_id"], text["section_id"], text.position, text["required"], text["is_preview"]],
    ["lecture", course, section.id, 0, true, true],
  );
  assert.equal(text["body_html"], "<h1>One</h1>\n<p>and <strong>two</strong> </p>\n");
  assert.deepEqual(
    [text["completion_rule"], text["drip"], text["min_role"]],
    [{ kind: "view" }, { after_days: 7 }, "teaching_assistant"],
  );
  const quiz = await aLecture(operator, section, { kind: "quiz" });
  const work = await aLecture(operator, section, { kind: "assignment" });
  const film = await aLecture(operator, section, {
    kind: "video",
    completion_rule: { kind: "watch_percent", percent: 90 },
  });
  assert.deepEqual(
    [quiz, work, film].map((lecture) => lecture["completion_rule"]),
    [{ kind: "pass_quiz" }, { kind: "submit" }, { kind: "watch_percent", percent: 90 }],
  );
  const read = await operator.get(`/lectures/${text.id}`);
  assert.deepEqual(read.json<Json>(), text);
  assert.deepEqual(await countsOf(operator, course), [4, 90]);
  const emptied = await made(operator.patch(`/lectures/${text.id}`, { body_markdown: null }));
  assert.deepEqual([emptied["body_markdown"], emptied["body_html"]], [null, null]);
});

void test("Another kind or video brings its completion rule, and keeps one that was chosen and fits", async () => {
  const operator = await anOperator(curriculumScopes);
  const { section, course } = await aTaughtCourse(operator);
  const { id } = await aLecture(operator, section, { kind: "text" });
  const after = async (changes: Json) => (await made(operator.patch(`/lectures/${id}`, changes)))["completion_rule"];
  const played = { provider: "hls", external_url: "https://media.example/a.m3u8" };
  assert.deepEqual(await after({ kind: "quiz" }), { kind: "pass_quiz" });
  assert.deepEqual(await after({ kind: "assignment" }), { kind: "submit" });
  assert.deepEqual(await after({ kind: "video" }), { kind: "view" });
  assert.deepEqual(await after({ video: played }), { kind: "watch_percent", percent: 90 });
  assert.deepEqual(await after({ completion_rule: { kind: "watch_percent", percent: 50 } }), {
    kind: "watch_percent",
    percent: 50,
  });
  assert.deepEqual(await after({ kind: "audio" }), { kind: "watch_percent", percent: 50 });
  assert.deepEqual(await after({ kind: "text" }), { kind: "view" });
  assert.deepEqual(await after({ completion_rule: { kind: "manual" } }), { kind: "manual" });
  assert.deepEqual(await after({ kind: "quiz" }), { kind: "manual" });
  assert.deepEqual(await after({ kind: "text", completion_rule: { kind: "view" } }), { kind: "view" });
  const tree = (await operator.get(`/courses/${course}/curriculum`)).json<{ etag: string; sections: Json[] }>();
  const sections = tree.sections.map((one) => ({ id: one["id"], lectures: [{ id, kind: "quiz" }] }));
  assert.equal(
    (await operator.put(`/courses/${course}/curriculum`, { sections }, { "if-match": tree.etag })).statusCode,
    200,
  );
  assert.deepEqual((await operator.get(`/lectures/${id}`)).json<Json>()["completion_rule"], { kind: "pass_quiz" });
});

void test("A text without stored HTML is returned as its source until a job renders it", async () => {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const lecture = await aLecture(operator, section, { body_markdown: "*x*" });
  await db.run`
    update lectures set body_html = null
     where site_id = ${operator.site.id} and id = ${parseId("lecture", lecture.id)}`;
  const html = async () => (await operator.get(`/lectures/${lecture.id}`)).json<Json>()["body_html"];
  assert.equal(await html(), "<pre>*x*</pre>");
  await renderOldRows(db);
  assert.equal(await html(), "<p><em>x</em></p>\n");
});

void test("A video is a file, or embedded from a provider's own address", async () => {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const file_id = await aFile(operator);
  const create = (video: Json) =>
    operator.post(`/sections/${section.id}/lectures`, { title: "x", kind: "video", video });
  const chapters = [{ at_seconds: 30, title: "Bowline" }];
  const captions = [{ lang: "zh-TW", file_id: await aFile(operator, null, "text/vtt") }];
  const own = await made(create({ file_id, captions, chapters }));
  assert.deepEqual(own["video"], { file_id, captions, chapters });
  assert.deepEqual((await operator.get(`/lectures/${own.id}`)).json<Json>()["video"], own["video"]);
  await made(create({ provider: "youtube", external_url: "https://youtu.be/dQw4w9WgXcQ" }));
  for (const [video, pointer] of [
    [{}, "/video"],
    [{ file_id, provider: "hls", external_url: "https://a.example/x.m3u8" }, "/video"],
    [{ provider: "vimeo" }, "/video/external_url"],
    [{ file_id, external_url: "https://vimeo.com/1" }, "/video/external_url"],
    [{ provider: "vimeo", external_url: "https://vimeo.com.evil.example/1" }, "/video/external_url"],
    [{ provider: "hls", external_url: "http://a.example/x.m3u8" }, "/video/external_url"],
    [{ provider: "hls", external_url: "javascript:alert(1)" }, "/video/external_url"],
    [{ file_id, captions: [{ lang: "not a language", file_id }] }, "/video/captions/0/lang"],
    [{ file_id: formatId("file", newId()) }, "/video/file_id"],
    [{ file_id, captions: [{ lang: "en", file_id: formatId("file", newId()) }] }, "/video/captions/0/file_id"],
  ] as const) {
    const refused = problemOf(await create(video));
    assert.deepEqual([refused.status, refused.pointers?.[0]], [422, pointer], JSON.stringify(video));
  }
});

void test("An invalid lecture is rejected with its path", async () => {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const refusal = async (fields: Json) => problemOf(await operator.post(`/sections/${section.id}/lectures`, fields));
  assert.deepEqual((await refusal({})).pointers?.toSorted(), ["/kind", "/title"]);
  assert.deepEqual((await refusal({ title: "x", kind: "film" })).pointers, ["/kind"]);
  const rule = { kind: "watch_percent", percent: 101 };
  assert.deepEqual((await refusal({ title: "x", kind: "text", completion_rule: rule })).pointers, [
    "/completion_rule/percent",
  ]);
  assert.deepEqual((await refusal({ title: "x", kind: "text", min_role: "king" })).pointers, ["/min_role"]);
  assert.equal((await refusal({ title: "x", kind: "text", lenght: 3 })).code, "unknown_field");
  const nowhere = formatId("section", newId());
  const lost = await operator.post(`/sections/${nowhere}/lectures`, { title: "x", kind: "text" });
  assert.deepEqual([lost.statusCode, problemOf(lost).code], [404, "not_found"]);
});

void test("A lecture can be moved within its section, to another one, and to another course", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course, section } = await aTaughtCourse(operator);
  const other = await aSection(operator, course, { title: "Other" });
  const [a, b, c] = [
    await aLecture(operator, section, { title: "a" }),
    await aLecture(operator, section, { title: "b" }),
    await aLecture(operator, section, { title: "c", position: 1 }),
  ];
  assert.deepEqual(await outlineOf(operator, course), [
    ["Section", ["a", "c", "b"]],
    ["Other", []],
  ]);
  await made(operator.post(`/lectures/${b.id}/move`, { section_id: section.id, position: 0 }));
  await made(operator.post(`/lectures/${a.id}/move`, { section_id: other.id }));
  await made(operator.patch(`/lectures/${c.id}`, { section_id: other.id, position: 0, title: "C" }));
  assert.deepEqual(await outlineOf(operator, course), [
    ["Section", ["b"]],
    ["Other", ["C", "a"]],
  ]);
  assert.equal((await operator.get(`/lectures/${b.id}`)).json<Made>().position, 0);

  const tides = await aCourse(operator, "Tides");
  const elsewhere = await aSection(operator, tides);
  await made(operator.post(`/lectures/${a.id}/move`, { section_id: elsewhere.id }));
  assert.deepEqual(
    (await outlineOf(operator, tides)).flatMap(([, titles]) => titles),
    ["a"],
  );
  assert.deepEqual(
    (await outlineOf(operator, course)).flatMap(([, titles]) => titles),
    ["b", "C"],
  );
  const tree = (await operator.get(`/courses/${course}/curriculum`)).json<{ sections: { lectures: Made[] }[] }>();
  for (const { lectures } of tree.sections) {
    assert.deepEqual(
      lectures.map(({ position }) => position),
      lectures.map((_, index) => index),
    );
  }
});

void test("A deleted lecture is no longer counted, and students' work in it is kept", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course, section } = await aTaughtCourse(operator);
  const gone = await aLecture(operator, section, { duration_seconds: 60 });
  await aLecture(operator, section, { duration_seconds: 30 });
  const { site, member } = operator;
  const [enrollment, now, lecture] = [newId(), new Date(), parseId("lecture", gone.id)];
  await db.run`
    insert into enrollments (site_id, id, student_id, course_id, starts_at, enrolled_at, created_at, updated_at)
    values (${site.id}, ${enrollment}, ${member.id}, ${parseId("course", course)}, ${now}, ${now}, ${now}, ${now})`;
  await db.run`
    insert into lecture_progress (site_id, id, enrollment_id, lecture_id, first_opened_at, updated_at)
    values (${site.id}, ${newId()}, ${enrollment}, ${lecture}, ${now}, ${now})`;
  assert.equal((await operator.delete(`/lectures/${gone.id}`)).statusCode, 204);
  assert.equal((await operator.get(`/lectures/${gone.id}`)).statusCode, 404);
  assert.equal((await operator.delete(`/lectures/${gone.id}`)).statusCode, 404);
  assert.deepEqual(await countsOf(operator, course), [1, 30]);
  const kept = await db.first`
    select id from lecture_progress where site_id = ${site.id} and lecture_id = ${lecture}`;
  assert.ok(kept);
});

void test("A course's lectures can be filtered by section, kind, status, preview, text and time", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course, section } = await aTaughtCourse(operator);
  const other = await aSection(operator, course);
  await aLecture(operator, section, { title: "Économie", kind: "video", is_preview: true });
  const draft = await aLecture(operator, section, { title: "Draft", status: "draft", body_markdown: "About mooring" });
  await aLecture(operator, other, { title: "夜空", kind: "quiz" });
  const list = (query: string) => titlesOf(operator, `/courses/${course}/lectures?${query}`);
  assert.deepEqual(await list(""), ["夜空", "Draft", "Économie"]);
  assert.deepEqual(await list("sort=created_at"), ["Économie", "Draft", "夜空"]);
  assert.deepEqual(await list(`section_id=${section.id}&sort=position`), ["Économie", "Draft"]);
  assert.deepEqual(await list("kind=quiz,video&sort=created_at"), ["Économie", "夜空"]);
  assert.deepEqual(await list("status=draft"), ["Draft"]);
  assert.deepEqual(await list("is_preview=true"), ["Économie"]);
  assert.deepEqual(await list("q=econ"), ["Économie"]);
  assert.deepEqual(await list("q=moor"), ["Draft"]);
  assert.deepEqual(await list(`q=${encodeURIComponent("夜空")}`), ["夜空"]);
  const since = encodeURIComponent(String(draft["updated_at"]));
  await later(1000, async () => {
    await made(operator.patch(`/lectures/${draft.id}`, { title: "Anchoring" }));
    assert.deepEqual(await list(`updated_at[gt]=${since}&status=draft`), ["Anchoring"]);
    assert.deepEqual(await list("q=anch+moor"), ["Anchoring"]);
    assert.deepEqual(await list("q=Draft"), []);
  });
  const { data } = (await operator.get(`/courses/${course}/lectures`)).json<{ data: Json[] }>();
  assert.ok(data.every((lecture) => !("body_markdown" in lecture)));
});
