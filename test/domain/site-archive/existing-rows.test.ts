import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { ExistingRows } from "#domain/transfer/site-archive/existing-rows.ts";

void test("Rows with the same key are taken in order, however many there are", () => {
  const rows = new ExistingRows();
  const ids = Array.from({ length: 20_000 }, () => formatId("course", newId()));
  for (const [number, id] of ids.entries()) rows.add("canceled", id, `row ${number}`);
  rows.add("completed", undefined, "row");
  const taken = ids.map((_id, number) => {
    const row = rows.take("canceled");
    return row?.hasDigest(`row ${number}`) === true ? row.id : undefined;
  });
  assert.deepEqual(taken, ids);
  assert.equal(rows.take("canceled"), undefined);
  const other = rows.take("completed");
  assert.deepEqual([other?.id, other?.hasDigest("row"), other?.hasDigest("another")], [undefined, true, false]);
});
