import assert from "node:assert/strict";
import { test } from "node:test";
import { later, hour } from "../support/clock.ts";
import { aSite, type ASite, loopbackRedirect } from "../support/world.ts";

const register = (site: ASite, redirect: string) =>
  site.post("/api/oauth/register", { client_name: "Reader", redirect_uris: [redirect] });

async function statuses(site: ASite, redirect: string, times: number): Promise<number[]> {
  const found = [];
  for (let turn = 0; turn < times; turn++) found.push((await register(site, redirect)).statusCode);
  return found;
}

const refused = "https://app.example.test/callback";

void test("The setting limits registrations per address and hour", async () => {
  const site = await aSite({ registrationsPerHour: 3 });
  assert.deepEqual(await statuses(site, loopbackRedirect, 4), [201, 201, 201, 429]);
  assert.ok(Number((await register(site, loopbackRedirect)).headers["retry-after"]) > 3500);
  await later(hour, async () => assert.equal((await register(site, loopbackRedirect)).statusCode, 201));
});

void test("By default 300 are allowed", async () => {
  assert.equal((await aSite()).settings.registrationsPerHour, 300);
});

void test("Rejected attempts have their own limit and do not consume the other", async () => {
  const site = await aSite({ registrationsPerHour: 3 });
  assert.deepEqual(await statuses(site, refused, 5), [400, 400, 400, 429, 429]);
  assert.deepEqual(await statuses(site, loopbackRedirect, 4), [201, 201, 201, 429]);
});

void test("An address over its registration limit gets no further details of rejected attempts", async () => {
  const site = await aSite({ registrationsPerHour: 1 });
  assert.deepEqual(await statuses(site, loopbackRedirect, 1), [201]);
  assert.deepEqual(await statuses(site, refused, 2), [429, 429]);
});
