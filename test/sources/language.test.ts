import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { sourceFiles } from "../support/source-tree.ts";

/** Phrases of the project's former private dialect. CONTRIBUTING.md asks for plain technical English. */
const banned =
  /\b(?:whoever|whomever|anew|mend(?:s|ed|ing)?|(?:is|are|be|was|were) told|tells? (?:of|what|whether|how)|(?:is|are) to be|no more of|of what|that there (?:is|are)|stands? (?:beside|below|apart)|for good|goes on|go on)\b/i;
const vagueOpening = /^(?:What|Of|Whether|Where|Whoever|Who|So long|So that|As it|How)\b/;
const comments = /\/\*[\s\S]*?\*\/|(?<![:"'`\\/])\/\/[^\n]*/g;

/** Prose of the demo courses is not technical text. */
const files = sourceFiles().filter(({ path: file }) => !file.startsWith("demo/content/"));

void test("Source files contain no phrases of the former dialect", () => {
  const found = files.flatMap(({ path: file, text }) =>
    text.split("\n").flatMap((line, index) => (banned.test(line) ? `${file}:${index + 1}: ${line.trim()}` : [])),
  );
  assert.deepEqual(found, []);
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

void test("Summaries of operations have at most 60 characters and one clause", () => {
  const text = readFileSync(path.join(import.meta.dirname, "../contracts/openapi.json"), "utf8");
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { summary?: string }>> };
  const summaries = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ summary }) => summary ?? []),
  );
  assert.ok(summaries.length > 200);
  assert.deepEqual(
    summaries.filter((summary) => summary.length > 60 || /[;:]/.test(summary) || banned.test(summary)),
    [],
  );
});
