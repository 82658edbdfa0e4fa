import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseOutage } from "#database/connection/outage.ts";
import { UnusableDatabaseError } from "#database/migrate/unusable-database.ts";
import { retryStart, startLimits } from "#domain/platform/queue/retry-start.ts";

/** A start whose attempts take this many seconds each. */
function aStart(seconds: number) {
  const state = { time: 0, attempts: 0 };
  const log = { info() {}, warn() {}, error() {} };
  const wait = async (milliseconds: number) => void (state.time += milliseconds);
  const retry = retryStart(log, { clock: () => state.time, wait });
  const step = (isReached: boolean) => async () => {
    state.attempts++;
    state.time += seconds * 1000;
    if (!isReached) throw new DatabaseOutage("unreachable", "The server is silent.");
  };
  return { state, retry, step };
}

void test("The start of the job queue ends within minutes when each attempt waits until its time limit", async () => {
  const { state, retry, step } = aStart(25);
  await assert.rejects(retry(step(false)), UnusableDatabaseError);
  assert.ok(state.time <= (startLimits.seconds + 25) * 1000, `${state.time} ms`);
  assert.equal(state.attempts, 5);
});

void test("The steps of a start share the number of attempts, and a success does not renew it", async () => {
  const { state, retry, step } = aStart(0);
  for (let failures = 1; failures < startLimits.attempts; failures++) {
    let isReached = false;
    await retry(() => step(isReached)().finally(() => (isReached = true)));
  }
  await assert.rejects(
    retry(step(false)),
    /did not respond to the job queue in 10 attempts \(last: The server is silent/,
  );
  assert.equal(state.attempts, 2 * startLimits.attempts - 1);
});
