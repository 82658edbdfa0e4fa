import assert from "node:assert/strict";
import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { applyHeldGrade } from "#domain/learning/submissions/jobs/apply-held-grade.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { storage } from "../../support/worlds/storage.ts";
import { aClass, assignmentScopes } from "../support/assigned-class.ts";
import { inTurn, lockRow } from "../support/at-once.ts";
import { anOperator } from "../support/operator.ts";

/** A submission whose grade waits for its minute, in the browser of the person who graded it. */
async function aHeldGrade() {
  const operator = await anOperator(assignmentScopes);
  const student = await aClass(operator);
  await student.handIn({ text: "Over, under" });
  const { data } = (await operator.get("/submissions")).json<{ data: { id: string }[] }>();
  const wireId = data[0]!.id;
  const id = parseId("submission", wireId)!;
  const browser = await operator.site.signedIn(operator.member);
  const address = `/admin/submissions/${wireId}`;
  const held = await browser.submit(await browser.open(address), { act: "grade", score: "8" }, `${address}#problem`);
  assert.match(held.body, /Until then, you can undo it\./);
  const stored = await database.one<{ key: string }>`
    select held_grade ->> 'key' as key from submissions where site_id = ${operator.site.site.id} and id = ${id}`;
  const payload = { siteId: operator.site.site.id, submissionId: id, key: stored.key };
  return {
    operator,
    lock: () => lockRow(operator, { table: "submissions", id }),
    release: () => applyHeldGrade(database, payload, { now: now(), mail: undefined, storage }),
    undo: async () => (await browser.submit(held, { act: "undo" }, address)).body,
    status: async () => (await operator.get(`/submissions/${wireId}`)).json<{ status: string }>().status,
  };
}

void test("An undo that comes just before the release of a grade wins, and the student is not graded", async () => {
  const { lock, release, undo, status } = await aHeldGrade();
  const [page] = await inTurn<[string, void]>(await lock(), undo, release);
  assert.match(page, /Undone\. The student was not notified\./);
  assert.equal(await status(), "submitted");
});

void test("An undo that comes just after the release of a grade says that it is too late", async () => {
  const { lock, release, undo, status } = await aHeldGrade();
  const [, page] = await inTurn<[void, string]>(await lock(), release, undo);
  assert.match(page, /Too late to undo/);
  assert.equal(await status(), "graded");
});
