import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { aLiveSite } from "../../support/worlds/live-site.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const megabyte = 1024 * 1024;

/** Megabytes of buffers in use. */
function bufferedMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers / megabyte;
}

void test("Many slow clients of /openapi.json without gzip do not hold the whole text once each", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const requests: ClientRequest[] = [];
  /** Its response is not read. */
  async function begin(): Promise<IncomingMessage> {
    const request = get(`${live.origin}/openapi.json`, { agent: false });
    requests.push(request);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return response.pause();
  }
  const first = await begin();
  const before = bufferedMegabytes();
  const count = 60;
  const responses = await Promise.all(Array.from({ length: count }, begin));
  const size = Number(first.headers["content-length"]);
  assert.ok(size > megabyte);
  const limit = (count * size) / megabyte / 4;
  let held = bufferedMegabytes() - before;
  // Memory is released in the background after a collection. What the responses hold stays.
  for (let turn = 0; held >= limit && turn < 100; turn++) {
    await nextTurn();
    held = bufferedMegabytes() - before;
  }
  assert.ok(held < limit, `${held.toFixed()} MB are held for ${count} clients.`);

  const chunks: Buffer[] = [];
  for await (const chunk of responses[0]!) chunks.push(chunk as Buffer);
  assert.equal(Buffer.concat(chunks).length, size);
  for (const request of requests) request.destroy();
});
