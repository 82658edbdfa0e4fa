import assert from "node:assert/strict";
import { test } from "node:test";
import { limitConcurrency } from "#lib/work/limit-concurrency.ts";

/** A task that ends on request and records its start. */
function aTask(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    begun.push(name);
    return promise;
  };
  return { run, succeed: () => resolve(name), fail: () => reject(new Error(name)) };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

void test("Tasks run with limited concurrency in order of arrival, and a failure also frees its slot", async () => {
  const inTurn = limitConcurrency({ maxRunning: 2, maxWaiting: 2, refusal: () => new Error("full") });
  const begun: string[] = [];
  const [a, b, c, d] = [aTask(begun, "a"), aTask(begun, "b"), aTask(begun, "c"), aTask(begun, "d")];
  const results = [a, b, c, d].map(({ run }) => inTurn(run));
  await settled();
  assert.deepEqual(begun, ["a", "b"]);

  b.fail();
  await assert.rejects(results[1]!, { message: "b" });
  await settled();
  assert.deepEqual(begun, ["a", "b", "c"]);

  a.succeed();
  c.succeed();
  d.succeed();
  assert.deepEqual(await Promise.all([results[0], results[2], results[3]]), ["a", "c", "d"]);
});

void test("A full queue rejects immediately, and accepts again when there is room", async () => {
  const inTurn = limitConcurrency({ maxRunning: 1, maxWaiting: 1, refusal: () => new Error("full") });
  const [first, second, third] = [aTask([], "first"), aTask([], "second"), aTask([], "third")];
  const kept = [inTurn(first.run), inTurn(second.run)];
  await assert.rejects(inTurn(third.run), { message: "full" });
  first.succeed();
  second.succeed();
  await Promise.all(kept);
  third.succeed();
  assert.equal(await inTurn(third.run), "third");
});
