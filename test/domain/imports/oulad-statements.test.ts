import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { addMember } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { problemsOf } from "../../support/sent-statements.ts";
import { aSiteContext } from "../support.ts";
import { folderOf } from "./fixtures/folder.ts";
import { aSmallSet, freshNumbers } from "./fixtures/oulad.ts";

void test("A Citus cluster accepts the statements that merge people of the site, their results and progress", async (t) => {
  const s = freshNumbers();
  const context = (await aSiteContext())();
  await perform(addMember, context, { email: `s${s + 1}@example.invalid`, name: "Ana", roles: ["student"] });
  const query = t.mock.method(pg.Client.prototype, "query");
  await importOulad(context, folderOf(t, aSmallSet(s)));
  const sent = query.mock.calls.map(({ arguments: [statement] }) => statement).filter((one) => typeof one === "string");
  query.mock.restore();
  assert.deepEqual(
    sent.filter((statement) => statement.includes("temporary")),
    [],
  );
  for (const table of ["accounts", "members", "account_sites", "enrollments"]) {
    const merging = sent.find((statement) => statement.startsWith(`insert into ${table} `));
    assert.ok(merging, table);
    assert.deepEqual(await problemsOf(merging), [], table);
  }
  const results = sent.filter((statement) =>
    /^insert into (quiz_attempts|submissions|lecture_progress) /.test(statement),
  );
  assert.ok(results.length > 0);
  for (const merging of results) assert.deepEqual(await problemsOf(merging), []);
});
