import assert from "node:assert/strict";
import path from "node:path";
import { test, type TestContext } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { findCourseBySlug, insertCourse, updateCourse } from "#domain/catalog/courses/queries.ts";
import { listLectures, listSections } from "#domain/catalog/curriculum/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { textOfPage } from "#domain/transfer/imports/carpentries/text-of-page.ts";
import { importCarpentries } from "#domain/transfer/imports/carpentries/import-carpentries.ts";
import { auditOf } from "../../support/records.ts";
import { aSiteContext } from "../support.ts";
import { folderOf } from "./fixtures/folder.ts";
import { aLesson, knots } from "./fixtures/lesson.ts";

const counts = (created: number, updated: number, unchanged: number, removed: number) => ({
  created,
  updated,
  unchanged,
  removed,
});

async function imported(t: TestContext, files = aLesson("harbour/ropes")) {
  const context = (await aSiteContext())();
  const lines: string[] = [];
  const result = await importCarpentries(context, folderOf(t, files), (line) => lines.push(line));
  return { context, result, lines, course: (await findCourseBySlug(context, "ropes"))! };
}

const again = (t: TestContext, context: RequestContext, changes: Record<string, string | undefined>) => {
  const files = Object.entries({ ...aLesson("harbour/ropes"), ...changes }).filter(([, text]) => text !== undefined);
  return importCarpentries(context, folderOf(t, Object.fromEntries(files) as Record<string, string>));
};

void test("A lesson becomes a published course that names its source and license", async (t) => {
  const { course, lines } = await imported(t);
  assert.equal(course.name, "Ropes for Beginners");
  assert.equal(course.status, "published");
  assert.deepEqual(course.tags, ["ropes", "sailing"]);
  assert.equal(course.externalId, "carpentries/harbour/ropes");
  assert.equal(course.metadata["license_url"], "https://creativecommons.org/licenses/by/4.0/");
  assert.equal(course.metadata["source_commit"], "0123abc");
  assert.equal(course.metadata["attribution"], "The Carpentries Incubator and contributors");
  assert.match(course.descriptionMarkdown, /\[CC-BY 4\.0\]\(https:\/\/creativecommons\.org/);
  assert.match(course.descriptionMarkdown, /https:\/\/code\.example\/harbour\/ropes/);
  assert.deepEqual(lines, ["Ropes for Beginners: created, 3 sections, 4 lectures"]);
});

void test("Episodes become lectures in configured order, with labeled callouts and otherwise unchanged text", async (t) => {
  const { context, course } = await imported(t);
  const [episodes, learners, instructors] = await listSections(context, course.id);
  assert.deepEqual(
    [episodes, learners, instructors].map((section) => [section?.title, section?.status]),
    [
      ["Episodes", "published"],
      ["For learners", "published"],
      ["For instructors", "draft"],
    ],
  );
  const lectures = await listLectures(context, course.id);
  const of = (sectionId: string) => lectures.filter((lecture) => lecture.sectionId === sectionId);
  assert.deepEqual(
    of(episodes!.id).map(({ title, durationSeconds, required }) => [title, durationSeconds, required]),
    [
      ["Knots: an introduction", 150, true],
      ["Ropes", 900, true],
    ],
  );
  const [first] = of(episodes!.id);
  assert.equal(
    first!.bodyMarkdown,
    knots.replace("::::::::::::::::::: objectives", "**Objectives**").replace(":::::::::::::::::::\n\n", "\n"),
  );
  assert.deepEqual(
    of(learners!.id).map(({ title, durationSeconds, required }) => [title, durationSeconds, required]),
    [["Glossary", null, false]],
  );
  assert.deepEqual(
    of(instructors!.id).map(({ status, bodyMarkdown }) => [status, bodyMarkdown]),
    [["draft", "Bring rope.\r\n"]],
  );
});

void test("A second import changes nothing and reports that", async (t) => {
  const { context, result, course } = await imported(t);
  assert.deepEqual(result, { courses: counts(1, 0, 0, 0), sections: counts(3, 0, 0, 0), lectures: counts(4, 0, 0, 0) });
  assert.deepEqual(await again(t, context, {}), {
    courses: counts(0, 0, 1, 0),
    sections: counts(0, 0, 3, 0),
    lectures: counts(0, 0, 4, 0),
  });
  assert.deepEqual(await findCourseBySlug(context, "ropes"), course);
});

void test("A later import applies changes of the source, removes dropped episodes and restores returning ones", async (t) => {
  const { context, course } = await imported(t);
  const before = new Map((await listLectures(context, course.id)).map(({ title, id }) => [title, id]));
  const changed = await again(t, context, {
    "episodes/01-ropes.md": "---\ntitle: Ropes\nteaching: 20\n---\nSteel!\n",
    "learners/reference.md": undefined,
  });
  assert.deepEqual(changed, {
    courses: counts(0, 0, 1, 0),
    sections: counts(0, 1, 1, 1),
    lectures: counts(0, 1, 2, 1),
  });
  const counted = [course, await findCourseBySlug(context, "ropes")];
  assert.deepEqual(
    counted.map((one) => one?.lectureCount),
    [4, 3],
  );
  const titles = (await listLectures(context, course.id)).map(({ title }) => title);
  assert.deepEqual(titles.toSorted(), ["Knots: an introduction", "Notes", "Ropes"]);

  await again(t, context, {});
  const after = new Map((await listLectures(context, course.id)).map(({ title, id }) => [title, id]));
  assert.deepEqual(after, before);
});

void test("Manual changes of an imported course are kept", async (t) => {
  const { context, course } = await imported(t);
  await updateCourse(context, course, { slug: "all-about-ropes", status: "archived" }, context.now);
  await again(t, context, { "config.yaml": aLesson("harbour/ropes")["config.yaml"]!.replace("Beginners", "All") });
  const existing = await findCourseBySlug(context, "all-about-ropes");
  assert.deepEqual([existing?.name, existing?.status], ["Ropes for All", "archived"]);
});

void test("A lesson that its authors do not mark as taught becomes a draft", async (t) => {
  const files = aLesson("harbour/ropes");
  files["config.yaml"] = files["config.yaml"]!.replace("'stable'", "'pre-alpha'");
  const { course } = await imported(t, files);
  assert.deepEqual([course.status, course.publishedAt], ["draft", null]);
});

void test("Every import writes one audit entry with its counts", async (t) => {
  const { context } = await imported(t);
  await again(t, context, {});
  const entries = await auditOf(context);
  assert.deepEqual(
    entries.map(({ action, actorKind }) => [action, actorKind]),
    [
      ["importCarpentries", "cli"],
      ["importCarpentries", "cli"],
    ],
  );
  assert.deepEqual(entries[1]!.details["lectures"], counts(0, 0, 4, 0));
});

void test("A slug that another course uses is a conflict, and nothing is imported", async (t) => {
  const context = (await aSiteContext())();
  await insertCourse(context, { id: newId(), slug: "ropes", name: "Ours" }, context.now);
  const folder = folderOf(t, {
    ...Object.fromEntries(Object.entries(aLesson("harbour/anchors")).map(([name, text]) => [`a/${name}`, text])),
    ...Object.fromEntries(Object.entries(aLesson("harbour/ropes")).map(([name, text]) => [`b/${name}`, text])),
  });
  await assert.rejects(importCarpentries(context, folder), { code: "conflict", message: /slug ropes/ });
  assert.equal(await findCourseBySlug(context, "anchors"), undefined);
});

const wrong: [string, Record<string, string | undefined>, RegExp][] = [
  ["a folder without lessons", { "config.yaml": undefined }, /: expected a config\.yaml in the folder of a lesson$/],
  ["broken YAML", { "config.yaml": 'title: "Ropes\nlang: en\n' }, /config\.yaml:\d: expected YAML: /],
  ["a configuration without a title", { "config.yaml": "lang: en\n" }, /config\.yaml:1: `title` is missing/],
  ["a configuration that is a list", { "config.yaml": "- title\n" }, /config\.yaml:1: expected fields/],
  [
    "a listed episode that is missing",
    { "episodes/01-ropes.md": undefined },
    /config\.yaml:11: expected a file of .*episodes, 01-ropes\.md does not exist/,
  ],
  [
    "a page without front matter",
    { "learners/reference.md": "# Glossary\n" },
    /reference\.md:1: expected front matter/,
  ],
  [
    "minutes that are not a number",
    { "episodes/01-ropes.md": "---\ntitle: Ropes\nteaching: ten\n---\n" },
    /01-ropes\.md:3: expected a number of minutes as `teaching`, not "ten"/,
  ],
  [
    "broken front matter",
    { "episodes/01-ropes.md": "---\ntitle: Ropes\nteaching: [10\n---\n" },
    /01-ropes\.md:\d: expected YAML: /,
  ],
];
for (const [label, changes, message] of wrong) {
  void test(`An import of ${label} reports the file and line, and stores nothing`, async (t) => {
    const context = (await aSiteContext())();
    await assert.rejects(again(t, context, changes), { code: "validation_failed", message });
    assert.equal(await findCourseBySlug(context, "ropes"), undefined);
  });
}

void test("A missing folder is named in the error", async () => {
  const context = (await aSiteContext())();
  await assert.rejects(importCarpentries(context, path.join("nowhere", "at-all")), {
    code: "validation_failed",
    message: "nowhere/at-all: expected a folder with lessons, it does not exist",
  });
});

const read = (text: string) => textOfPage(text, "episodes", "https://ropes.example/a");

void test("Callouts of a page become their contents below a label, and its links point to the lesson's site", () => {
  const exercise = [":::: challenge", "", "## Tie it", "", "Now.", ":::::: solution", "So.", "::::::", "::::"].join(
    "\n",
  );
  assert.equal(read(exercise), ["", "## Tie it", "", "Now.", "", "**Solution**", "", "So.", ""].join("\n"));
  const code = "```\n::: challenge\n[a](b.md)\n```";
  assert.equal(read(code), code);
  for (const [written, rendered] of [
    ["[a](../learners/reference.md#bend)", "[a](https://ropes.example/a/reference.html#bend)"],
    ["![](fig/knot.png){alt='A knot' width=\"80%\"}", "![A knot](https://ropes.example/a/fig/knot.png)"],
    ["[r]: 02-ropes.md", "[r]: https://ropes.example/a/02-ropes.html"],
    ["[b](#here) [c](https://else.example/x.md)", "[b](#here) [c](https://else.example/x.md)"],
    ["[d](javascript:alert(1))", "[d](javascript:alert(1))"],
  ] as const) {
    assert.equal(read(written), rendered);
  }
  assert.equal(textOfPage("[a](b.md)", "episodes", undefined), "[a](b.md)");
});
