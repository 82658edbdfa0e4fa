import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root, sliceOf, sourceFiles } from "../support/data/source-tree.ts";

/**
 * Files of a slice that files outside of it import: its face. The rest can change without a look at other slices. The
 * numbers in faces.json only fall. A slice opens its declaration and its operations without an entry.
 */
function facesOf(): Record<string, number> {
  const faces = new Map<string, Set<string>>();
  for (const { path: file, imports } of sourceFiles()) {
    for (const { target } of imports) {
      const slice = sliceOf(target);
      if (slice === undefined || slice.startsWith("platform") || slice === sliceOf(file)) continue;
      faces.set(slice, (faces.get(slice) ?? new Set()).add(target));
    }
  }
  const sizes = [...faces]
    .map(([slice, files]): [string, number] => [slice, files.size])
    .filter(([, size]) => size > 2);
  return Object.fromEntries(sizes.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

void test("The face of a slice does not grow: others import its types, its queries and what it has opened already", () => {
  const file = path.join(import.meta.dirname, "faces.json");
  const faces = facesOf();
  assert.deepEqual(
    faces,
    JSON.parse(readFileSync(file, "utf8")),
    "Import a file that is imported already. If a face has become smaller, lower its number in test/sources/faces.json.",
  );
  assert.ok(Object.keys(faces).length > 40, path.relative(root, file));
});
