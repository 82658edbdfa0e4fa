import assert from "node:assert/strict";
import { test } from "node:test";

/** An instance of its own: the times of these tests must not move those of other tests in the process. */
const instance = new URL("../../src/lib/ids/uuid-v7.ts?instance", import.meta.url).href;
const { uuidV7 } = (await import(instance)) as typeof import("#lib/ids/uuid-v7.ts");

void test("UUIDs increase within a millisecond, over milliseconds, and after the clock was set back", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const made: string[] = [];
  for (const step of [0, 1, 60_000, -3_600_000, 0]) {
    t.mock.timers.setTime(Date.now() + step);
    for (let count = 0; count < 2000; count++) made.push(uuidV7());
  }
  assert.deepEqual(made, made.toSorted());
  assert.equal(new Set(made).size, made.length);
  for (const id of made) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

void test("A UUID begins with its time in milliseconds and ends with random bits", (t) => {
  // After the times of the test before.
  const now = Date.now() + 3_600_000;
  t.mock.timers.enable({ apis: ["Date"], now });
  const [first, second] = [uuidV7(), uuidV7()];
  for (const id of [first, second]) assert.equal(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16), now);
  assert.notEqual(first.slice(-8), second.slice(-8));
});
