import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { sourceFiles } from "../support/data/source-tree.ts";

/** Subqueries that the planner must not merge, and their former helpers. */
const hints = /\b(isPresent|rowsByKey|rowsOf\w*|rowsUnder|isPair|changesAt|changedRows|followsIndex)\b|offset 0/;

const hinted = (files: readonly { path: string; text: string }[]): string[] =>
  files
    .filter(({ path: file, text }) => !file.startsWith("database/table/") && hints.test(text))
    .map(({ path: file }) => file)
    .toSorted();

void test("Knowledge about query plans is in database/table, and in fewer and fewer statements beside it", () => {
  const file = path.join(import.meta.dirname, "planner-hints.json");
  assert.deepEqual(
    hinted(sourceFiles()),
    JSON.parse(readFileSync(file, "utf8")),
    "Use a part of database/table. If a file has no hints anymore, remove it from test/sources/planner-hints.json.",
  );
  const faulty = [{ path: "domain/faulty.ts", text: "select id from courses where id = $1 offset 0" }];
  assert.deepEqual(hinted(faulty), ["domain/faulty.ts"]);
});
