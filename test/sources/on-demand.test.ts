import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceFiles } from "../support/data/source-tree.ts";

/** Folders whose code is loaded with its first use, so that schools that do not use it need no memory for it. */
const onDemand = [
  "domain/people/identity-providers/saml/",
  "lib/xml/",
  "operations/admin/",
  "operations/routes/",
  "mcp/tools/",
];

const isOnDemand = (file: string) => onDemand.some((folder) => file.startsWith(folder));

void test("Code of features that few schools use, and groups of operations, are imported when they run", () => {
  const early = sourceFiles()
    .filter((file) => !isOnDemand(file.path))
    .flatMap((file) => file.imports.map((one) => ({ ...one, from: file.path })))
    .filter(({ target, isType, isLazy }) => isOnDemand(target) && !isType && !isLazy);
  assert.deepEqual(
    early.map(({ from, target }) => `${from} imports ${target}`),
    [],
  );
  const lazy = sourceFiles().flatMap((file) =>
    file.imports.filter(({ target, isLazy }) => isLazy && isOnDemand(target)),
  );
  assert.ok(lazy.length > 3, "The folders are still imported.");
});
