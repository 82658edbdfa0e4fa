import assert from "node:assert/strict";
import { test } from "node:test";
import { coalesce } from "#lib/work/coalesce.ts";

void test("Concurrent callers share the outcome of a task, also a failure; afterwards it runs again", async () => {
  const once = coalesce<number>();
  const gates = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  let runs = 0;
  const task = () => gates[runs++]!.promise;

  const together = [once("a", task), once("a", task), once("a", task)];
  gates[0]!.resolve(7);
  assert.deepEqual(await Promise.all(together), [7, 7, 7]);
  assert.equal(runs, 1);

  const failing = [once("a", task), once("a", task)];
  gates[1]!.reject(new Error("No."));
  for (const outcome of failing) await assert.rejects(outcome, /No\./);
  assert.equal(runs, 2);
});

void test("Tasks with other names run concurrently", async () => {
  const once = coalesce<string>();
  const never = new Promise<string>(() => {});
  void once("a", () => never);
  assert.equal(await once("b", async () => "b"), "b");
});
