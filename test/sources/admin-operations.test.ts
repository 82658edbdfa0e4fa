import assert from "node:assert/strict";
import { test } from "node:test";
import { adminOperations } from "#operations/admin-operations.ts";
import { routes } from "#operations/routes.ts";
import { exportedOperations } from "../support/data/exported-operations.ts";
import { type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

/** Operations of visitors, whose pages staff previews. */
const ofVisitors = ["showCourse", "showPageShell"];

const groups = await Promise.all(Object.values(adminOperations).map((load) => load()));
const withoutPath = new Set(groups.flatMap((group) => Object.keys(group)));
const withPath = new Set(routes.map(({ operation }) => operation.name));

const files = sourceFiles().filter(({ path }) => path.startsWith("pages/"));

/** Names that a file imports when it is loaded, of the domain and the authorization server. */
const importedBy = ({ imports }: SourceFile): string[] =>
  imports
    .filter(({ target, isType, isLazy }) => /^(?:domain|oauth)\//.test(target) && !isType && !isLazy)
    .flatMap(({ names }) => names);

void test("Pages load the operations of staff without a path by their group, on first use", () => {
  const early = files.flatMap((file) =>
    importedBy(file)
      .filter((name) => withoutPath.has(name))
      .map((name) => `${file.path} imports ${name}`),
  );
  assert.deepEqual(early, [], "Load it: const { … } = await adminOperations.….();");
});

void test("The admin area performs operations of the table only: with a path, or in a group without paths", async () => {
  const known = new Set((await exportedOperations()).map(({ name }) => name));
  const ofAdmin = files.filter(({ path }) => path.startsWith("pages/admin/"));
  const beside = ofAdmin.flatMap(importedBy).filter((name) => known.has(name) && !withPath.has(name));
  assert.deepEqual([...new Set(beside)].toSorted(), ofVisitors, "Add it to a group in src/operations/admin.");
});

void test("No operation without a path has one, and a page uses each", () => {
  assert.deepEqual(
    [...withoutPath].filter((name) => withPath.has(name)),
    [],
  );
  const texts = files.filter(({ imports }) =>
    imports.some(({ target }) => target === "operations/admin-operations.ts"),
  );
  assert.ok(texts.length > 50);
  const unused = [...withoutPath].filter((name) => !texts.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)));
  assert.deepEqual(unused, []);
});
