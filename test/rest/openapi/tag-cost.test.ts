import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuTime } from "../../support/meters/cpu-time.ts";
import { aSite } from "../../support/world.ts";

const clients = 24;

void test("Clients that read a part of the description at the same time share its computation", async () => {
  const site = await aSite();
  const read = async (tag: string) => {
    const { statusCode, body } = await site.get(`/openapi.json?tag=${tag}`);
    assert.equal(statusCode, 200);
    return body;
  };
  // Loads the surface and compiles the code.
  await read("webhook_events");
  await read("coupons");
  const one = await cpuTime(() => read("courses"));
  const bodies: string[] = [];
  const many = await cpuTime(async () => {
    bodies.push(...(await Promise.all(Array.from({ length: clients }, () => read("orders")))));
  });
  assert.equal(new Set(bodies).size, 1);
  // Each for itself would take as many times as long.
  assert.ok(many < (one * clients) / 3, `${clients} clients: ${many} ms, one: ${one} ms`);
});
