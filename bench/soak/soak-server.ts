import { createHistogram } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readConfig } from "../../src/server/config.ts";
import { importBuilt } from "../../src/server/built-code.ts";
import { settings } from "../harness/serving.ts";
import type { Collected, Sampled, Started } from "./soak-process.ts";

/** The complete product with its demo, which reports its memory and the delay of its event loop. */
const { serve } =
  (await importBuilt<typeof import("../../src/server/serve.ts")>("serve")) ??
  (await import("../../src/server/serve.ts"));
const server = await serve(readConfig((settings as { env: Record<string, string> }).env));

const sampleIntervalMs = 10;
const delays = createHistogram();
let expected = performance.now() + sampleIntervalMs;
setInterval(() => {
  const now = performance.now();
  delays.record(Math.max(1, Math.round((now - expected) * 1000)));
  expected = now + sampleIntervalMs;
}, sampleIntervalMs).unref();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const reply = (message: Started | Sampled | Collected) => void process.send!(message);

process.on("message", (request) => {
  if (request === "sample") {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    reply({ rss, heapUsed, p99Milliseconds: delays.percentile(99) / 1000, cpuMicroseconds: user + system });
    delays.reset();
  }
  if (request === "collect") {
    collectGarbage();
    collectGarbage();
    reply({ heapUsed: process.memoryUsage().heapUsed });
  }
});
const end = () => void server.close().then(() => process.exit(0));
process.on("SIGTERM", end);
process.on("disconnect", end);
reply({ connection: server.installation.embedded!.connection });
