import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../support/data/source-tree.ts";

interface Attempt {
  file: string;
  /** Names of the group, if any, and of the test. */
  names: string[];
}

const folder = import.meta.dirname;

/** The attempts of README.md, each with the file above it. */
function listedAttempts(): Attempt[] {
  const attempts: Attempt[] = [];
  let file = "";
  for (const line of readFileSync(path.join(folder, "README.md"), "utf8").split("\n")) {
    const [, named] = /^`(.+\.test\.ts)`$/.exec(line) ?? [];
    if (named !== undefined) file = named;
    if (line.startsWith("- ")) attempts.push({ file, names: line.slice(2).split(" › ") });
  }
  return attempts;
}

const quoted = (text: string, name: string): boolean => text.includes(`"${name}"`) || text.includes(`\`${name}\``);

void test("Each takeover of the list is a test, at least 80 in all", () => {
  const attempts = listedAttempts();
  const texts = new Map(attempts.map(({ file }) => [file, readFileSync(path.join(root, file), "utf8")]));
  const missing = attempts.filter(({ file, names }) => !names.every((name) => quoted(texts.get(file)!, name)));
  assert.deepEqual(missing, []);
  const lines = attempts.map(({ file, names }) => `${file} ${names.join(" › ")}`);
  assert.equal(new Set(lines).size, lines.length);
  assert.ok(lines.length >= 80, `${lines.length} attempts`);
});

void test("Each test of a takeover in this folder is in the list", () => {
  const listed = new Set(listedAttempts().flatMap(({ file, names }) => names.map((name) => `${file} ${name}`)));
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".test.ts") && one !== "list.test.ts")) {
    const text = readFileSync(path.join(folder, name), "utf8");
    for (const [, title] of text.matchAll(/\btest\(\s*"([^"]+)"/g)) {
      assert.ok(listed.has(`test/attacks/takeovers/${name} ${title}`), `${name}: ${title}`);
    }
  }
});
