import assert from "node:assert/strict";
import { test } from "node:test";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { holdLocks } from "../../rest/support/at-once.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { database } from "../../support/database.ts";
import { folderOf } from "./fixtures/folder.ts";
import { aSmallSet, freshNumbers } from "./fixtures/oulad.ts";

void test("An import locks enrollments, then students, each in ID order, like other work on many of them", async (t) => {
  const operator = await anOperator("students:read");
  const { id: siteId } = operator.site.site;
  const folder = folderOf(t, aSmallSet(freshNumbers()));
  const context = { ...operator.site.context(), caller: { kind: "cli" } as const };
  await importOulad(context, folder);
  // The second import changes none of these rows, and locks them before it compares them.
  const ofCourse = `
    from enrollments where site_id = $1 and course_id = (select id from courses where site_id = $1 and slug = 'aaa-2013b')`;
  for (const [table, ids] of [
    ["enrollments", `select id ${ofCourse}`],
    ["members", `select student_id ${ofCourse}`],
  ] as const) {
    const rows = `select id from ${table} where site_id = $1 and id in (${ids}) order by id`;
    const { rows: all } = await database.pool.query<{ id: string }>(rows, [siteId]);
    assert.ok(all.length > 2);
    const lock = await holdLocks(operator, `${rows} limit 1 for update`, [siteId]);
    const again = importOulad(context, folder);
    await lock.waiting(1);
    const { rows: free } = await database.pool.query<{ id: string }>(`${rows} for update skip locked`, [siteId]);
    await lock.release();
    await again;
    assert.deepEqual(free, all.slice(1), table);
  }
});
