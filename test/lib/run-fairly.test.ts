import assert from "node:assert/strict";
import { test } from "node:test";
import { runFairly } from "#lib/work/run-fairly.ts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue of one slot that is occupied until `next` is called; each call ends one task. */
function aQueue({ maxWaitingPerKey = 10, maxWaiting = 20 } = {}) {
  const inTurn = runFairly({ maxRunning: 1, maxWaitingPerKey, maxWaiting, refusal: () => new Error("full") });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    add: (name: string) =>
      inTurn(name[0]!, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    async next() {
      ends.shift()!();
      await settled();
    },
  };
}

void test("Waiting tasks run round robin by key, and in order of arrival within a key", async () => {
  const queue = aQueue();
  const results = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map(queue.add);
  while (queue.started.length < results.length) await queue.next();
  await queue.next();
  await Promise.all(results);
  assert.deepEqual(queue.started, ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

void test("A key with a full queue is rejected while others are accepted", async () => {
  const queue = aQueue({ maxWaitingPerKey: 2, maxWaiting: 3 });
  const kept = ["a1", "a2", "a3"].map(queue.add);
  await assert.rejects(queue.add("a4"), { message: "full" });
  kept.push(queue.add("b1"));
  await assert.rejects(queue.add("c1"), { message: "full" });
  while (queue.started.length < kept.length) await queue.next();
  await queue.next();
  await Promise.all(kept);
  assert.deepEqual(queue.started, ["a1", "a2", "b1", "a3"]);
});
