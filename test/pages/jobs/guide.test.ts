import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../support/data/source-tree.ts";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");

void test("The guide lists the jobs that the tests walk, and no others", () => {
  const tested = globSync("test/pages/jobs/*.test.ts", { cwd: root })
    .filter((file) => !file.endsWith("guide.test.ts"))
    .flatMap((file) => [...read(file).matchAll(/^ {2}void test\("([^"]+)"/gm)].map(([, name]) => name!));
  const listed = [...read("docs/guides/run-a-school.md").matchAll(/^\| (?!job|-)(.+?) \|/gm)].map(([, name]) => name!);
  assert.deepEqual(listed.toSorted(), tested.toSorted());
  assert.ok(listed.length >= 74);
});
