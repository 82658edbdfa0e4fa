import assert from "node:assert/strict";
import { test } from "node:test";
import { archivedNames } from "#domain/transfer/site-archive/archived-resources.ts";
import schema from "#database/schema.json" with { type: "json" };
import { archivedAs, leftOut } from "./tables.ts";

void test("Every table of the schema is part of an archive, or listed as left out with a reason", () => {
  const listed = [...Object.keys(archivedAs), ...Object.keys(leftOut)].toSorted();
  assert.deepEqual(
    listed,
    Object.keys(schema).toSorted(),
    "Add new tables to the archive, or to tables.ts with a reason.",
  );
  const holding = new Set<string>(Object.values(archivedAs));
  assert.deepEqual([...holding].toSorted(), [...archivedNames, "courses"].toSorted());
});
