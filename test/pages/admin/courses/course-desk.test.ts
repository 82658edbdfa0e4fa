import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Visitor } from "../../../support/browsers/visitor.ts";
import { aSite } from "../../../support/world.ts";
import { operatorOf } from "../../../rest/support/operator.ts";
import { aCourse, anOutline, readTree } from "../../support/outline.ts";

interface Checklist {
  publishable: boolean;
  whole_course: boolean;
  checks: { check: string; required: boolean; done: boolean; lecture_count: number; lectures: { title: string }[] }[];
}

const one = [{ title: "A", lectures: ["one"] }];

async function aDesk(nodes = one, fields: object = { course_type: "free" }) {
  const site = await aSite();
  const operator = await operatorOf(
    site,
    "courses:read courses:write curriculum:read curriculum:write lecturers:write",
  );
  const course = await aCourse(operator, nodes, fields);
  const owner = await site.member({ roles: ["owner"] });
  const address = `/admin/courses/${course}`;
  const visitor = await new Visitor(await site.signedIn(owner)).open(address);
  const checklist = async () => (await operator.get(`/courses/${course}/checklist`)).json<Checklist>();
  const open = async () => (await checklist()).checks.filter(({ done }) => !done).map(({ check }) => check);
  return { site, operator, course, address, visitor, checklist, open };
}

void describe("The checklist of a course", () => {
  void test("lists in order what is missing, with links, and publishes in one step when nothing needed is missing", async () => {
    const { operator, course, address, visitor, checklist, open } = await aDesk([], { course_type: "paid" });
    assert.deepEqual(await open(), ["cover", "description", "outcomes", "lecturer", "price", "lecture"]);
    assert.equal((await checklist()).publishable, false);
    visitor.sees("Before you publish", "Still needed: 2", "Add a price, or make the course free");
    assert.ok(!visitor.offers("Publish"));
    await visitor.click("Add a price, or make the course free");
    visitor.sees("How students pay");
    await operator.patch(`/courses/${course}`, { course_type: "free", description_markdown: "All about knots." });
    await operator.post(`/courses/${course}/sections`, { title: "A" });
    const section = (await readTree(operator, course)).sections[0]!.id;
    await operator.post(`/sections/${section}/lectures`, { title: "Empty", kind: "text" });
    await visitor.open(address);
    visitor.sees("Still needed: 1", "Give every published lecture its content", "Empty");
    const lecture = (await readTree(operator, course)).sections[0]!.lectures[0]!.id;
    await operator.patch(`/lectures/${lecture}`, { body_markdown: "Make a loop." });
    await visitor.open(address);
    visitor.sees("You can publish the course.");
    await visitor.click("Publish");
    visitor.sees("Published", "What could be better").seesNot("Before you publish");
  });

  void test("agrees with the operation that publishes", async () => {
    const { operator, course, checklist } = await aDesk(one, { course_type: "paid" });
    assert.equal((await checklist()).publishable, false);
    assert.equal((await operator.post(`/courses/${course}/publish`)).statusCode, 422);
    await operator.patch(`/courses/${course}`, { course_type: "free" });
    assert.equal((await checklist()).publishable, true);
    assert.equal((await operator.post(`/courses/${course}/publish`)).statusCode, 200);
  });

  void test("finds pictures without text, skipped headings, and videos without captions", async () => {
    const { operator, course, checklist, open } = await aDesk([{ title: "A", lectures: ["one", "two", "three"] }]);
    const [first, second, third] = (await readTree(operator, course)).sections[0]!.lectures;
    const image = "https://school.example/knot.png";
    await operator.patch(`/lectures/${first!.id}`, {
      body_markdown: `![A bowline](${image})\n\n## Loops\n\n### Small`,
    });
    assert.deepEqual(await open(), ["cover", "description", "outcomes", "lecturer"]);
    await operator.patch(`/lectures/${second!.id}`, { body_markdown: `![](${image})\n\n## Loops\n\n#### Tiny` });
    const video = { provider: "hls", external_url: "https://cdn.school.example/a.m3u8" };
    const changed = await operator.patch(`/lectures/${third!.id}`, { kind: "video", video });
    assert.equal(changed.statusCode, 200, changed.body);
    assert.deepEqual((await open()).slice(4), ["captions", "alternative_text", "heading_order"]);
    const named = (await checklist()).checks.flatMap(({ lectures }) => lectures.map(({ title }) => title));
    assert.deepEqual(named, ["three", "two", "two"]);
  });

  void test("reads a bounded part of a course with long texts", async () => {
    const lectures = Array.from({ length: 30 }, (_, index) => `L${index}`);
    const { operator, course, checklist } = await aDesk([{ title: "A", lectures }]);
    for (const { id } of (await readTree(operator, course)).sections[0]!.lectures) {
      const long = await operator.patch(`/lectures/${id}`, { body_markdown: "knot ".repeat(19_900) });
      assert.equal(long.statusCode, 200, long.body);
    }
    assert.equal((await checklist()).whole_course, false);
  });
});

void describe("Lectures that are drafts", () => {
  void test("are named before the course is published, and published together", async () => {
    const { operator, course, address, visitor, checklist, open } = await aDesk([
      { title: "A", lectures: ["one", "two"] },
    ]);
    const [first] = (await readTree(operator, course)).sections[0]!.lectures;
    await operator.patch(`/lectures/${first!.id}`, { status: "draft" });
    assert.ok((await open()).includes("drafts"));
    const drafts = (await checklist()).checks.find(({ check }) => check === "drafts")!;
    assert.deepEqual([drafts.required, drafts.lectures.map(({ title }) => title)], [false, ["one"]]);
    await visitor.open(address);
    visitor.sees("You can publish the course. This would make it better:");
    await visitor.click("Publish these lectures");
    assert.ok(!(await open()).includes("drafts"));
    await visitor.open(address);
    await visitor.click("Publish");
    visitor.sees("Published. It is on the site now.");
  });
});

void describe("The page of a course", () => {
  void test("shows who teaches it, adds a lecturer and removes one", async () => {
    const { operator, visitor, address } = await aDesk();
    await operator.post("/lecturers", { name: "Idris Bell" });
    await operator.post("/lecturers", { name: "June Park" });
    await visitor.open(address);
    visitor.sees("Who teaches this course", "Nobody yet.").enter({ Lecturer: "Idris Bell" });
    await visitor.click("Add: Lecturer");
    visitor.enter({ Lecturer: "June Park" });
    await visitor.click("Add: Lecturer");
    visitor.sees(/Who teaches this course.*Idris Bell.*June Park/);
    await visitor.click("Remove: Idris Bell");
    visitor.sees(/Who teaches this course June Park/);
    await visitor.click("New lecturer");
    visitor.sees("Biography");
  });

  void test("suggests as the first lecturer the person who reads it, and nobody else", async () => {
    const { site, operator, course } = await aDesk();
    const person = await site.member({ roles: ["owner"], name: "Marta Silva" });
    await operator.post("/lecturers", { name: "Idris Bell" });
    const browser = await site.signedIn(person);
    const chosen = async () =>
      /<select id="lecturer"[^]*?<\/select>/.exec((await browser.open(`/admin/courses/${course}`)).body)![0];
    assert.match(await chosen(), /required>\s*<option value="">Choose who teaches it/);
    assert.doesNotMatch(await chosen(), /selected/);
    await operator.post("/lecturers", { name: "Marta Silva", member_id: person.sub });
    assert.match(await chosen(), /<option value="ltr_\w+" selected>Marta Silva/);
    const page = await browser.open(`/admin/courses/${course}`);
    const nobody = await browser.submit(page, { act: "add", lecturer: "" }, `/admin/courses/${course}/lecturers`);
    assert.equal(nobody.status, 200);
    assert.match(nobody.body, /Nobody yet\./);
  });

  void test("leads to the outline first, and has sentences for an assistant with the addresses of the course", async () => {
    const { site, operator, course, visitor } = await aDesk();
    const { url } = (await operator.get(`/courses/${course}`)).json<{ url: string }>();
    visitor.sees("Ask an assistant", `(${url})`, `${site.origin}/mcp/connect`);
    await visitor.click("Outline");
    visitor.sees("one");
  });

  void test("offers to lecturers what their role may do, and to assistants only reading", async () => {
    const { site, operator, course, address } = await aDesk();
    const lecturer = await site.member({ roles: ["lecturer"] });
    const profile = await operator.post("/lecturers", { name: "Idris Bell", member_id: lecturer.sub });
    await operator.patch(`/courses/${course}`, { lecturer_ids: [profile.json<{ id: string }>().id] });
    const teaching = await new Visitor(await site.signedIn(lecturer)).open(address);
    teaching.sees("Before you publish", "Idris Bell").seesNot("New lecturer");
    assert.ok(teaching.offers("Publish"));
    const { address: outline } = await anOutline(one, site);
    assert.equal(
      (await (await site.signedIn(lecturer)).request("GET", outline.replace("/outline", ""))).statusCode,
      404,
    );
  });
});

void test("The preview of a course begins with the first lecture of its first section", async () => {
  const nodes = ["A", "B"].map((title) => ({ title, lectures: [`${title} one`, `${title} two`] }));
  const { operator, course, visitor, address } = await aDesk(nodes);
  const { sections } = await readTree(operator, course);
  await operator.patch(`/sections/${sections[1]!.id}`, { position: 0 });
  await visitor.open(address);
  await visitor.click("Preview as a student");
  visitor.sees("B one");
});
