import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceFiles } from "../support/data/source-tree.ts";

const trims = /\.string\(\)(?:\.\w+\([^()]*\))*\.trim\(\)/;

/** Names of OAuth clients are refused instead: an invisible character in them is an attempt to imitate. */
const areTrimmed = (path: string) => path.startsWith("domain/");

void test("Texts that people write are trimmed by trimmed(), which also removes invisible characters", () => {
  assert.ok(trims.test('z.string().max(20, "Too long.").trim()'));
  const found = sourceFiles().filter(({ path, text }) => areTrimmed(path) && trims.test(text));
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  );
});
