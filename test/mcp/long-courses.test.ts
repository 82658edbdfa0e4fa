import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";

interface Part extends Json {
  id: string;
  title: string;
}

/** A course of three sections with 40 lectures each: its curriculum is too long for one result. */
async function aLongCourse() {
  const operator = await anOperatorAgent(await aSite({ mcpRequestsPerMinute: 10_000 }));
  const run = async (name: string, args: Json) => {
    const { result, failure, error } = await operator.call(name, args);
    assert.deepEqual([failure, error], [undefined, undefined], name);
    return result;
  };
  const { id: course } = await run("create_course", { name: "Tides" });
  const { etag } = await run("get_curriculum", { course });
  const sections = ["One", "Two", "Three"].map((title) => ({
    title,
    lectures: Array.from({ length: 40 }, (_lecture, index) => ({
      title: `${title} ${index}`,
      kind: "text",
      body_markdown: "Text.",
    })),
  }));
  await run("save_curriculum", { course, tree: { sections }, if_match: etag });
  const all = async (name: string, args: Json): Promise<Part[]> => {
    const found: Part[] = [];
    for (let cursor: unknown; cursor !== null;) {
      const { data, page } = await run(name, { ...args, ...(cursor !== undefined && { cursor }) });
      found.push(...(data as Part[]));
      cursor = (page as Json)["next_cursor"];
    }
    return found;
  };
  const sectionsOf = () => all("list_sections", { course });
  const lecturesOf = async ({ id }: Part) =>
    (await all("list_lectures", { course, section_id: id, sort: "position", limit: 100 })).map(({ title }) => title);
  return { operator, run, course, sectionsOf, lecturesOf, all };
}

void test("A course of 120 lectures can be read whole, section by section", async () => {
  const { run, course, sectionsOf, lecturesOf } = await aLongCourse();
  const { etag, truncated } = await run("get_curriculum", { course });
  assert.deepEqual([etag, truncated], [undefined, true]);
  const sections = await sectionsOf();
  assert.deepEqual(
    sections.map(({ title }) => title),
    ["One", "Two", "Three"],
  );
  for (const section of sections) {
    assert.deepEqual(
      await lecturesOf(section),
      Array.from({ length: 40 }, (_lecture, index) => `${section.title} ${index}`),
    );
  }
});

void test("Its parts can be added, renamed, moved and deleted one at a time", async () => {
  const { operator, run, course, sectionsOf, lecturesOf, all } = await aLongCourse();
  const [one, two, three] = (await sectionsOf()) as [Part, Part, Part];
  const added = (await run("save_section", { course, changes: { title: "Prologue", position: 0 } })) as Part;
  const { etag } = await run("get_section", { id: two.id });
  await run("save_section", { id: two.id, changes: { title: "Second" }, if_match: etag });
  const outdated = await operator.call("save_section", { id: two.id, changes: { title: "Lost" }, if_match: etag });
  assert.equal(outdated.failure?.code, "etag_mismatch");
  await run("reorder_sections", { course, ids: [added.id, three.id, one.id, two.id] });
  assert.deepEqual(
    (await sectionsOf()).map(({ title }) => title),
    ["Prologue", "Three", "One", "Second"],
  );

  const [first, second] = await all("list_lectures", { course, section_id: one.id, sort: "position" });
  await run("move_lecture", { id: first!.id, section_id: added.id, position: 0 });
  await run("delete_lecture", { id: second!.id, confirm: true });
  assert.deepEqual(await lecturesOf(added), ["One 0"]);
  assert.equal((await lecturesOf(one)).length, 38);

  const kept = await operator.call("delete_section", { id: two.id, move_lectures_to: added.id });
  assert.equal(kept.failure?.code, "confirmation_required");
  await run("delete_section", { id: two.id, move_lectures_to: added.id, removes: [two.id] });
  assert.equal((await lecturesOf(added)).length, 41);
});

void test("A section with lectures is deleted only by a caller that names all of them", async () => {
  const { operator, run, course, sectionsOf, all } = await aLongCourse();
  const [one] = await sectionsOf();
  const { id } = one!;
  assert.equal((await operator.call("delete_section", { id, removes: [id] })).failure?.code, "has_dependents");
  const lectures = await all("list_lectures", { course, section_id: id, limit: 100 });
  const incomplete = await operator.call("delete_section", { id, cascade: true, removes: [id] });
  assert.equal(incomplete.failure?.code, "confirmation_required");
  assert.ok(incomplete.failure.message.includes("“One 7”"), incomplete.failure.message);
  const removes = [id, ...lectures.map((lecture) => lecture.id)];
  await run("delete_section", { id, cascade: true, removes });
  assert.deepEqual(
    (await sectionsOf()).map(({ title }) => title),
    ["Two", "Three"],
  );
});

void test("The public outline has the IDs of sections", async () => {
  const { run, course, sectionsOf } = await aLongCourse();
  await run("save_course_plan", { course, plan: { name: "Free", plan_type: "free" } });
  await run("set_course_state", { course, state: "publish" });
  const { sections: shown } = (await run("get_course_outline", { course })) as { sections: Part[] };
  assert.deepEqual(
    shown.map(({ id, title }) => [id, title]),
    (await sectionsOf()).map(({ id, title }) => [id, title]),
  );
});
