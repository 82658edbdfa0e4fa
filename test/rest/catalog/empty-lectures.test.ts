import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { parseId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import { countsOf, faultsOf, imported } from "../support/imports.ts";
import { make } from "../support/make.ts";
import { aCourse, aSection, curriculumScopes, treeOf } from "../support/taught-course.ts";

const question = { kind: "numeric", prompt_markdown: "How many?", accepted_answers: ["1"] };
const live = { starts_at: "2027-03-05T20:00:00.000Z", url: "https://room.example/1" };
const link = { kind: "link", title: "Room", external_url: "https://room.example/1" };

void describe("Lectures without content", () => {
  let operator: Operator;

  before(async () => {
    operator = await anOperator(curriculumScopes);
  });

  /** A course with a published section and a lecture that has content. */
  async function taught() {
    const course = await aCourse(operator);
    const section = await aSection(operator, course, { status: "published" });
    await lectureIn(section, { body_markdown: "Look up." });
    assertStatus(await operator.patch(`/courses/${course}`, { language: "en", course_type: "free" }), 200);
    return { course, section, publish: () => operator.post(`/courses/${course}/publish`) };
  }

  const lectureIn = (section: { id: string }, fields: object) =>
    make(operator, `/sections/${section.id}/lectures`, { title: "Moon", kind: "text", ...fields });

  /** Each kind of lecture, and the request that gives it content. */
  const contents: [kind: string, fill: (id: string) => ReturnType<Operator["post"]>][] = [
    ["text", (id) => operator.patch(`/lectures/${id}`, { body_markdown: "A text." })],
    [
      "video",
      (id) =>
        operator.patch(`/lectures/${id}`, { video: { provider: "vimeo", external_url: "https://vimeo.com/76979871" } }),
    ],
    ["pdf", (id) => operator.post(`/lectures/${id}/attachments`, { kind: "text", title: "Note", text: "x" })],
    ["quiz", (id) => operator.put(`/lectures/${id}/quiz`, { questions: [question] })],
    ["assignment", (id) => operator.put(`/lectures/${id}/assignment`, { instructions_markdown: "Do" })],
    ["link", (id) => operator.post(`/lectures/${id}/attachments`, link)],
    ["live", (id) => operator.patch(`/lectures/${id}`, { live })],
  ];

  void test("keep a course from being published, and the error names them", async () => {
    const { section, publish } = await taught();
    const made = await Promise.all(contents.slice(0, 2).map(([kind]) => lectureIn(section, { kind, title: kind })));
    const refused = await publish();
    assert.deepEqual(
      [problemOf(refused).code, problemOf(refused).pointers],
      ["not_publishable", ["/status", "/status"]],
    );
    assert.match(refused.body, /The lecture \\"text\\" is empty\. Add content/);
    await operator.patch(`/lectures/${made[0]!.id}`, { status: "draft" });
    await operator.delete(`/lectures/${made[1]!.id}`);
    assertStatus(await publish(), 200);
  });

  void test("stay drafts in a published course until they have content of any kind", async () => {
    const { section, publish } = await taught();
    assertStatus(await publish(), 200);
    for (const body_markdown of [null, "<!-- Later.\n --> <!-- b -->"]) {
      const empty = { title: "Moon", kind: "text", body_markdown };
      assert.equal(problemOf(await operator.post(`/sections/${section.id}/lectures`, empty)).code, "not_publishable");
    }
    for (const [kind, fill] of contents) {
      const { id } = await lectureIn(section, { kind, status: "draft" });
      const open = () => operator.patch(`/lectures/${id}`, { status: "published" });
      assert.equal(problemOf(await open()).code, "not_publishable", kind);
      assert.ok((await fill(id)).statusCode < 300, kind);
      assertStatus(await open(), 200);
    }
  });

  void test("need an address for the kind link, and a time and an address for the kind live", async () => {
    const { section, publish } = await taught();
    assertStatus(await publish(), 200);
    for (const [kind, what] of [
      ["link", /of kind link has no address\. Add an attachment of kind link/],
      ["live", /of kind live has no time and address\. Set its field live/],
    ] as const) {
      for (const body_markdown of ["Friday, soon.", null]) {
        const { id } = await lectureIn(section, { kind, status: "draft", body_markdown });
        const refused = await operator.patch(`/lectures/${id}`, { status: "published" });
        assert.equal(problemOf(refused).code, "not_publishable", kind);
        assert.match(refused.body, what);
      }
    }
    const { id } = await lectureIn(section, { kind: "live", status: "draft", live });
    for (const wrong of [{ url: live.url }, { starts_at: live.starts_at }, { ...live, ends_at: live.starts_at }]) {
      const fields = { title: "Moon", kind: "live", live: wrong };
      const refused = await operator.post(`/sections/${section.id}/lectures`, fields);
      assert.equal(problemOf(refused).code, "validation_failed", JSON.stringify(wrong));
    }
    const early = await operator.patch(`/lectures/${id}`, { live: { ends_at: "2026-01-01T00:00:00Z" } });
    assert.equal(problemOf(early).code, "validation_failed", early.body);
    const { live: stored } = (await operator.get(`/lectures/${id}`)).json<{ live: object }>();
    assert.deepEqual(stored, live);
  });

  void test("are refused in a tree and in a section that opens, and nothing is stored", async () => {
    const { course, publish } = await taught();
    const closed = await aSection(operator, course, { title: "Later", status: "draft" });
    await lectureIn(closed, { title: "Comet" });
    assertStatus(await publish(), 200);
    const opened = await operator.patch(`/sections/${closed.id}`, { status: "published" });
    assert.equal(problemOf(opened).code, "not_publishable");
    const { etag, sections } = await treeOf(operator, course);
    const lectures = [...sections[0]!.lectures, { title: "Comet", kind: "text" }];
    const tree = { sections: [{ ...sections[0], lectures }, sections[1]] };
    const put = (content: object) => operator.put(`/courses/${course}/curriculum`, content, { "if-match": etag });
    assert.equal(problemOf(await put(tree)).code, "not_publishable");
    assert.equal((await treeOf(operator, course)).etag, etag);
    const whole = [
      { ...sections[0], lectures: [...lectures.slice(0, -1), { ...lectures.at(-1), body_markdown: "!" }] },
    ];
    assertStatus(await put({ sections: [...whole, sections[1]] }), 200);
  });

  void test("cannot come from a change of a published one, and spaces are no content", async () => {
    const { section, publish } = await taught();
    assertStatus(await publish(), 200);
    const { id } = await lectureIn(section, { kind: "text", body_markdown: "A text." });
    for (const fields of [{ body_markdown: null }, { body_markdown: " \n\t" }, { kind: "live" }]) {
      const refused = await operator.patch(`/lectures/${id}`, fields);
      assert.equal(problemOf(refused).code, "not_publishable", JSON.stringify(fields));
    }
    assertStatus(await operator.patch(`/lectures/${id}`, { kind: "live", live }), 200);
    assertStatus(await operator.patch(`/lectures/${id}`, { body_markdown: null }), 200);
    assertStatus(await operator.patch(`/lectures/${id}`, { live: null, status: "draft" }), 200);
  });

  void test("cannot come from deleting or replacing the content of a published one", async () => {
    const { section, publish } = await taught();
    assertStatus(await publish(), 200);
    const open = async (kind: string, path: string) => {
      const { id } = await lectureIn(section, { kind, status: "draft" });
      const [, fill] = contents.find(([name]) => name === kind)!;
      const made = await fill(id);
      assert.ok(made.statusCode < 300, made.body);
      assertStatus(await operator.patch(`/lectures/${id}`, { status: "published" }), 200);
      return { id, part: path === "" ? `/attachments/${made.json<{ id: string }>().id}` : `/lectures/${id}${path}` };
    };
    for (const [kind, path] of [
      ["quiz", "/quiz"],
      ["assignment", "/assignment"],
      ["pdf", ""],
    ] as const) {
      const { id, part } = await open(kind, path);
      const refused = await operator.delete(part);
      assert.equal(problemOf(refused).code, "not_publishable", kind);
      assertStatus(await operator.get(part), 200);
      assertStatus(await operator.patch(`/lectures/${id}`, { body_markdown: "A text." }), 200);
      assert.ok((await operator.delete(part)).statusCode < 300, kind);
    }
  });

  void test("stay editable if an earlier release stored them, and so does their course", async () => {
    const { course, section, publish } = await taught();
    assertStatus(await publish(), 200);
    const { id } = await lectureIn(section, { kind: "text", body_markdown: "A text." });
    await database.run`
      update lectures set body_markdown = null, body_html = null
       where site_id = ${operator.site.id} and id = ${parseId("lecture", id)}`;
    assertStatus(await operator.patch(`/lectures/${id}`, { title: "Moons" }), 200);
    const read = (await operator.get(`/lectures/${id}`)).json<Record<string, unknown>>();
    assertStatus(await operator.patch(`/lectures/${id}`, { ...read, title: "Moon" }), 200);
    assertStatus(await operator.patch(`/courses/${course}`, { name: "Sky" }), 200);
    const { etag, sections } = await treeOf(operator, course);
    assertStatus(await operator.put(`/courses/${course}/curriculum`, { sections }, { "if-match": etag }), 200);
  });

  void test("are refused in an import into a published course", async () => {
    const school = await anOperator(`${curriculumScopes} school:read school:write`);
    const titled = { title: "One", kind: "text", body_markdown: "A text." };
    const send = (...lectures: object[]) => {
      const course = { name: "Tides", slug: "tides", status: "published", sections: [{ title: "All", lectures }] };
      return imported(school, { format: "course_json", inline: JSON.stringify(course) });
    };
    assert.deepEqual(countsOf(await send(titled)), [1, 0, 0, 0]);
    const job = await send(titled, { title: "Two", kind: "text" });
    assert.deepEqual(await faultsOf(school, job), [["courses.json", "/status empty_lecture"]]);
    assert.deepEqual(countsOf(await send(titled, { ...titled, title: "Two" })), [0, 1, 0, 0]);
  });
});
