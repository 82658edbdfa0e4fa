import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { test } from "node:test";
import { distribute, seconds } from "./distribute.ts";

void test("Every test file is run by exactly one process, in any order of the list", () => {
  const files = globSync("test/**/*.test.ts", { exclude: ["test/sources/**"] }).toSorted();
  const shares = distribute(files, 3);
  assert.deepEqual(shares.flat().toSorted(), files);
  assert.deepEqual(distribute(files.toReversed(), 3), shares);
  const absent = [...seconds.keys()].filter((file) => !files.includes(file));
  assert.deepEqual(absent, [], "test/distribute.ts names files that do not exist.");
});

void test("Slow files run in different processes", () => {
  const slow = ["test/operations/health.test.ts", "test/pages/docs/api-reference.test.ts"];
  const shares = distribute([...slow, "test/a.test.ts", "test/b.test.ts"], 2);
  assert.deepEqual(
    shares.map((files) => files.filter((file) => slow.includes(file)).length),
    [1, 1],
  );
});
