import assert from "node:assert/strict";
import { test } from "node:test";
import { productVersion } from "#lib/settings/product-version.ts";
import {
  changesSince,
  presentSurface,
  readApiChanges,
  readApiRecord,
  withChanges,
} from "../../support/releases/api-record.ts";
import { differencesOf } from "../../support/releases/api-differences.ts";
import type { Surface } from "../../support/releases/api-surface.ts";
import { aSite } from "../../support/world.ts";

const majorOf = (version: string) => version.split(".")[0];

void test("A release breaks nothing of the one before, unless its major version is another", async () => {
  const record = readApiRecord();
  const changes = changesSince(record, await presentSurface());
  const isNewMajor = majorOf(record.version) !== majorOf(productVersion());
  const breaking = changes.filter((change) => change.breaking && !isNewMajor);
  assert.deepEqual(
    breaking.map(({ kind, text }) => `${kind}: ${text}`),
    [],
    "Keep what clients rely on (docs/reference/versions.md), and announce its end with deprecate().",
  );
  const written = changes.map(({ breaking: _breaking, ...change }) => change);
  const [next] = readApiChanges();
  assert.equal(next?.version, null);
  assert.deepEqual(next.changes, written, "Run npm run contracts.");
});

void test("Removals, stricter requests and weaker responses are breaking, additions are not", () => {
  const before: Surface = {
    "operation getCourse": { about: "`GET /courses/{course}`", type: "get /courses", scope: "courses:read" },
    "parameter getCourse.query.status": { type: "string", required: false, sent: true, values: ["draft", "published"] },
    "field Course.name": { type: "string", required: true, received: true },
    "field CourseInput.name": { type: "string", required: false, sent: true, max: 200 },
  };
  const kinds = (after: Surface) => differencesOf(before, after).map(({ kind, breaking }) => [kind, breaking]);
  const changed = (name: string, part: object): Surface => ({ ...before, [name]: { ...before[name], ...part } });
  const without = (removed: string) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== removed));
  assert.deepEqual(kinds(before), []);
  for (const after of [
    changed("operation getCourse", { scope: "courses:write" }),
    changed("parameter getCourse.query.status", { values: ["draft"] }),
    changed("field Course.name", { type: "integer" }),
    changed("field Course.name", { nullable: true }),
    changed("field Course.name", { required: false }),
    changed("field CourseInput.name", { required: true }),
    changed("field CourseInput.name", { max: 100 }),
  ]) {
    assert.deepEqual(kinds(after), [["changed", true]]);
  }
  assert.deepEqual(kinds(without("parameter getCourse.query.status")), [["removed", true]]);
  assert.deepEqual(kinds(without("operation getCourse")), [["removed", true]]);
  assert.deepEqual(kinds(changed("parameter getCourse.query.status", { values: ["draft", "published", "archived"] })), [
    ["changed", false],
  ]);
  const added = (name: string, part: object) => kinds({ ...before, [name]: part });
  assert.deepEqual(added("field Course.level", { type: "string", received: true }), [["added", false]]);
  assert.deepEqual(added("field CourseInput.level", { type: "string", sent: true, required: true }), [["added", true]]);
  assert.deepEqual(added("operation listCourses", { about: "`GET /courses`" }), [["added", false]]);
  assert.deepEqual(kinds(changed("field CourseInput.name", { deprecated: true })), [["deprecated", false]]);
});

const change = (text: string) => ({ area: "Operations" as const, kind: "added" as const, text });

void test("A release gets the changes until then, and keeps them if it is recorded again", () => {
  const first = { version: "0.1.0", date: "2026-11-23", changes: [] };
  const found = [{ ...change("one"), breaking: false }];
  const open = { version: null, date: null, changes: [] };
  const release = { version: "0.2.0", date: "2026-11-30" };
  const next = withChanges([{ ...open, changes: [change("zero")] }, first], null, found);
  assert.deepEqual(next, [{ ...open, changes: [change("one")] }, first]);
  const recorded = withChanges(next, release, found);
  assert.deepEqual(recorded, [open, { ...release, changes: [change("one")] }, first]);
  assert.deepEqual(withChanges(recorded, release, []), recorded);
  const more = withChanges(recorded, release, [{ ...change("two"), breaking: false }]);
  assert.deepEqual(more[1]!.changes, [change("one"), change("two")]);
});

void test("/docs/changelog lists the changes as a page, as Markdown and as a feed", async () => {
  const site = await aSite();
  const page = await site.get("/docs/changelog");
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /<code>POST \/api\/v1\/courses\/\{course\}\/duplicate<\/code>: Duplicate a course/);
  const markdown = await site.get("/docs/changelog.md");
  assert.match(String(markdown.headers["content-type"]), /^text\/markdown/);
  const headings = [...markdown.body.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);
  const expected = readApiChanges()
    .filter(({ version, changes }) => version !== null || changes.length > 0)
    .map(({ version, date }) => (version === null ? "Next release" : `${version} (${date})`));
  assert.deepEqual(headings, expected);
  assert.equal(headings.at(-1), "0.1.0 (2026-11-23)");
  const feed = await site.get("/docs/changelog.atom");
  assert.match(String(feed.headers["content-type"]), /^application\/atom\+xml/);
  assert.match(feed.body, /<updated>2026-11-23T00:00:00Z<\/updated>/);
  assert.ok((await site.get("/docs")).body.includes('href="/docs/changelog"'));
});
