import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { routes } from "#operations/routes.ts";
import { operationsByExport } from "../support/data/exported-operations.ts";
import { type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

const table = "operations/admin-operations.ts";

/** Operations outside of the table that the admin area performs, with the reason. */
const beside: Readonly<Record<string, string>> = {
  showCourse: "staff without the right to membership plans sees those that visitors see",
  showPageShell: "staff previews pages of visitors",
  createWebhookEndpointOfForm: "createWebhookEndpoint, with an ID that the form has chosen",
};

const groups = await Promise.all(Object.values(adminOperations).map((load) => load()));
const withoutPath = new Set(groups.flatMap((group) => Object.keys(group)));
const withPath = new Set(routes.map(({ operation }) => operation.name));

const files = sourceFiles().filter(({ path }) => path.startsWith("pages/admin/"));

const operations = await operationsByExport();

/** Operations that a file imports when it is loaded, under these names. */
const importedBy = ({ imports }: SourceFile): { name: string; operation: Operation }[] =>
  imports
    .filter(({ isType, isLazy }) => !isType && !isLazy)
    .flatMap(({ target, names }) =>
      names.flatMap((name) => {
        const operation = operations.get(`${target} ${name}`);
        return operation ? [{ name, operation }] : [];
      }),
    );

void test("The admin area loads the operations of staff without a path by their group, on first use", () => {
  const early = files.flatMap((file) =>
    importedBy(file)
      .filter(({ operation }) => withoutPath.has(operation.name))
      .map(({ name }) => `${file.path} imports ${name}`),
  );
  assert.deepEqual(early, [], "Load it from adminOperations.");
});

void test("The admin area performs operations of the table only: with a path, or in a group without paths", () => {
  const imported = files.flatMap(importedBy);
  assert.ok(imported.length > 100);
  const unlisted = imported.filter(({ name, operation }) => name !== operation.name || !withPath.has(name));
  assert.deepEqual(
    unlisted.map(({ name }) => name).filter((name) => !(name in beside)),
    [],
    "Add it to a group in src/operations/admin.",
  );
});

void test("A group has the names of its operations", () => {
  for (const group of groups) {
    const named = Object.entries<Operation>(group);
    assert.deepEqual(
      named.map(([key]) => key),
      named.map(([, { name }]) => name),
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
