import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { exportedOperations } from "../support/data/exported-operations.ts";
import { sourceFiles, textFiles } from "../support/data/source-tree.ts";

/** Phrases of the project's former private dialect. CONTRIBUTING.md asks for plain technical English. */
const banned =
  /\b(?:whoever|whomever|anew|mend(?:s|ed|ing)?|(?:is|are|be|was|were) told|tells? (?:of|what|whether|how)|(?:is|are) to be|no more of|of what|that there (?:is|are)|stands? (?:beside|below|apart)|for good|goes on|go on|any more|for instance|switch(?:es|ed|ing)? (?:on|off)|at once|(?:is|are|was|were) asked|of the last days|random moments)\b/i;
const vagueOpening = /^(?:What|Of|Whether|Where|Whoever|Who|So long|So that|As it|How)\b/;
const comments = /\/\*[\s\S]*?\*\/|(?<![:"'`\\/])\/\/[^\n]*/g;

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Modules and stylesheets of `src`. */
const files = [
  ...sourceFiles(),
  ...globSync("**/*.css", { cwd: path.join(root, "src") }).map((file) => ({ path: file, text: read(`src/${file}`) })),
];

const filesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*.{md,ts,mjs,yaml,conf}`, { cwd: root, exclude: ["**/node_modules/**", "test/sources/**"] });

const linesOf = (file: string): string[] =>
  read(file)
    .split("\n")
    .map((line, index) => `${file}:${index + 1}: ${line.trim()}`);

const testNamesOf = (file: string): string[] =>
  [...read(file).matchAll(/\b(?:test|describe)\(\s*(["`])((?:(?!\1).)*)\1/g)].map(([, , name]) => `${file}: ${name}`);

void test("Source files and texts contain no phrases of the former dialect", () => {
  const found = [...files, ...textFiles()].flatMap(({ path: file, text }) =>
    text.split("\n").flatMap((line, index) => (banned.test(line) ? `${file}:${index + 1}: ${line.trim()}` : [])),
  );
  assert.deepEqual(found, []);
});

void test("Documents, tools, benchmarks and test names contain no phrases of the former dialect", () => {
  const found = [
    ...["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].flatMap(linesOf),
    ...["docs", "tools", "bench", "examples", "deploy", "src/documents"].flatMap((folder) =>
      filesOf(folder).flatMap(linesOf),
    ),
    ...filesOf("test").flatMap(testNamesOf),
  ].filter((line) => banned.test(line));
  assert.deepEqual(found, []);
});

void test("Page copy and emails say “manually”, not “by hand”", () => {
  const copy = textFiles().filter(({ path: file }) => /^(?:pages|domain\/messages\/mail)\//.test(file));
  assert.ok(copy.length > 50);
  assert.deepEqual(
    copy.filter(({ text }) => /\bby hand\b/i.test(text)).map(({ path: file }) => file),
    [],
  );
});

void test("Comments open with a verb or a noun", () => {
  const found = files.flatMap(({ path: file, text }) =>
    [...text.matchAll(comments)]
      .map(([comment]) => comment.replace(/^[\s/*]+/, ""))
      .filter((comment) => vagueOpening.test(comment))
      .map((comment) => `${file}: ${comment.split("\n")[0]}`),
  );
  assert.deepEqual(found, []);
});

void test("Names of tests do not continue the name of their group with of or that", () => {
  const folder = path.join(import.meta.dirname, "..");
  const tests = globSync("**/*.ts", { cwd: folder });
  assert.ok(tests.length > 500);
  const found = tests.flatMap((file) =>
    [
      ...readFileSync(path.join(folder, file), "utf8").matchAll(/\b(?:test|describe)\(\s*["'`](?:of|that)\b[^\n]*/gi),
    ].map(([name]) => `${file}: ${name}`),
  );
  assert.deepEqual(found, []);
});

void test("Summaries of operations have at most 60 characters and one clause", async () => {
  const summaries = (await exportedOperations()).map(({ summary }) => summary);
  assert.ok(summaries.length > 600);
  assert.deepEqual(
    summaries.filter((summary) => summary.length > 60 || /[;:]/.test(summary) || banned.test(summary)),
    [],
  );
});

/** Openings of a description that name a question instead of a thing. */
const questionOpening = /^(?:What|Whether|Who|How)\b/;

void test("Descriptions of the operator API and the Member API open with a verb or a noun", () => {
  const openapi = JSON.parse(read("test/contracts/openapi.json")) as unknown;
  const memberApi = [...read("test/contracts/member-api.graphql").matchAll(/"""\s*([\s\S]*?)\s*"""/g)];
  const descriptions = [...descriptionsIn(openapi), ...memberApi.flatMap(([, text]) => text ?? [])];
  assert.ok(descriptions.length > 1000);
  assert.deepEqual(
    [...new Set(descriptions)].filter((text) => questionOpening.test(text)),
    [],
  );
});

/** Yields all descriptions of a schema. Examples contain content of schools. */
function* descriptionsIn(node: unknown): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === "description" && typeof value === "string") yield value;
    else if (key !== "example" && key !== "examples") yield* descriptionsIn(value);
  }
}
