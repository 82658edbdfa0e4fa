import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { routes } from "#operations/routes.ts";
import { exportedOperations } from "../support/data/exported-operations.ts";
import { type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

const table = "operations/admin-operations.ts";

/** Operations of visitors, whose pages staff previews. */
const ofVisitors = ["showCourse", "showPageShell"];

const groups = await Promise.all(Object.values(adminOperations).map((load) => load()));
const withoutPath = new Set(groups.flatMap((group) => Object.keys(group)));
const withPath = new Set(routes.map(({ operation }) => operation.name));

const files = sourceFiles().filter(({ path }) => path.startsWith("pages/admin/"));

/** Names that a file imports of the domain and the authorization server when it is loaded. */
const importedBy = ({ imports }: SourceFile): string[] =>
  imports
    .filter(({ target, isType, isLazy }) => /^(?:domain|oauth)\//.test(target) && !isType && !isLazy)
    .flatMap(({ names }) => names);

void test("The admin area loads the operations of staff without a path by their group, on first use", () => {
  const early = files.flatMap((file) =>
    importedBy(file)
      .filter((name) => withoutPath.has(name))
      .map((name) => `${file.path} imports ${name}`),
  );
  assert.deepEqual(early, [], "Load it from adminOperations.");
});

void test("The admin area performs operations of the table only: with a path, or in a group without paths", async () => {
  const known = new Set((await exportedOperations()).map(({ name }) => name));
  const beside = files.flatMap(importedBy).filter((name) => known.has(name) && !withPath.has(name));
  assert.deepEqual([...new Set(beside)].toSorted(), ofVisitors, "Add it to a group in src/operations/admin.");
});

void test("A group has the names of its operations", () => {
  for (const group of groups) {
    const operations = Object.entries<Operation>(group);
    assert.deepEqual(
      operations.map(([key]) => key),
      operations.map(([, { name }]) => name),
    );
  }
});

void test("No operation of these groups has a path, and the admin area uses each", () => {
  assert.deepEqual(
    [...withoutPath].filter((name) => withPath.has(name)),
    [],
  );
  const loading = files.filter(({ imports }) => imports.some(({ target }) => target === table));
  assert.ok(loading.length > 50);
  const unused = [...withoutPath].filter((name) => !loading.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)));
  assert.deepEqual(unused, []);
});
