import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { listInWorker } from "#lib/work/run-in-worker.ts";

/** Sends one part, and ends. */
const ending = new URL(
  `data:text/javascript,${encodeURIComponent(
    'import { parentPort } from "node:worker_threads"; parentPort.postMessage(["first"]); parentPort.unref();',
  )}`,
);

void test("A worker that ends before its next part is reported immediately", async () => {
  const started = Promise.withResolvers<Worker>();
  process.once("worker", started.resolve);
  const parts = listInWorker<string>(ending, { workerData: undefined, timeoutMs: 60_000 });
  const first = parts.next();
  const worker = await started.promise;
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  assert.deepEqual(await first, { done: false, value: ["first"] });
  await ended;
  await assert.rejects(parts.next(), /The worker ended without a response\./);
});
