import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "#database/database.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { openQuotas } from "#http/quota.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { database } from "../support/databases/database.ts";
import { now } from "../support/clock.ts";
import { until } from "../support/until.ts";
import { aSite } from "../support/world.ts";
import { holdLocks } from "../rest/support/at-once.ts";

const report = (error: unknown) => assert.fail(String(error));
const policy = { name: "requests", perMinute: 100 };
const at = now();

const open = (processes: number) => openQuotas(database, { processes, report });
const take = async (process: Quotas, site: Site) => process.take(site, policy, "client", at);
const burst = async (process: Quotas, site: Site, requests: number) => {
  const balances = await Promise.all(Array.from({ length: requests }, () => take(process, site)));
  return balances.filter(({ allowed }) => allowed).length;
};

void test("The processes of one machine together never allow more requests per minute than the limit", async ({
  mock,
}) => {
  const { site } = await aSite();
  mock.timers.enable({ apis: ["setInterval"] });
  const processes = [open(3), open(3), open(3)];
  const bursts = await Promise.all(processes.map((process) => burst(process, site, 80)));
  let allowed = bursts.reduce((sum, one) => sum + one);
  assert.ok(allowed > 80 && allowed <= 100, `${allowed} requests were allowed`);
  // Each process may have reserved some for its next requests.
  for (const process of processes) while ((await take(process, site)).allowed) allowed++;
  assert.equal(allowed, 100);
  const next = open(3);
  assert.equal(await burst(next, site, 10), 0, "A process without requests before knows what the others have counted.");
  await Promise.all([...processes, next].map((process) => process.close()));
});

void test("A process uses the whole limit if the others have no requests", async ({ mock }) => {
  const { site } = await aSite();
  mock.timers.enable({ apis: ["setInterval"] });
  const [one, other] = [open(2), open(2)];
  assert.equal((await take(one, site)).allowed, true);
  let allowed = await burst(other, site, 120);
  assert.ok(allowed < 99, "The first process has reserved some for its next requests.");
  // It returns them after a second without requests.
  await until(async () => {
    mock.timers.tick(1000);
    if ((await take(other, site)).allowed) allowed++;
    return allowed === 99;
  }, "the last requests");
  mock.timers.tick(1000);
  assert.equal((await take(other, site)).allowed, false);
  await Promise.all([one.close(), other.close()]);
});

void test("What is left is counted for each site, and for both machines after a second", async ({ mock }) => {
  const [{ site }, { site: neighbour }] = [await aSite(), await aSite()];
  mock.timers.enable({ apis: ["setInterval"] });
  const [one, other] = [open(1), open(1)];
  assert.equal(await burst(one, site, 60), 60);
  assert.equal(await burst(one, neighbour, 10), 10);
  await burst(other, site, 1);
  const remaining = async (process: Quotas, of: Site) => {
    mock.timers.tick(1000);
    return (await take(process, of)).remaining;
  };
  await until(async () => (await remaining(other, site)) < 40, "the counts of the other machine");
  assert.ok((await remaining(one, neighbour)) > 80);
  await Promise.all([one.close(), other.close()]);
});

void test("Two machines that count the same subjects in different order wait for each other, but never both", async ({
  mock,
}) => {
  const tested = await aSite();
  const { site } = tested;
  mock.timers.enable({ apis: ["setInterval"] });
  const [one, other] = [open(1), open(1)];
  const subjects = ["first", "second", "third"];
  const countIn = (process: Quotas, names: readonly string[]) =>
    Promise.all(names.map(async (name) => process.take(site, policy, name, at)));
  const counted = () =>
    database.many<{ digest: Buffer; count: number }>`
      select digest, count from rate_limits where site_id = ${site.id}`;

  await countIn(one, ["second"]);
  mock.timers.tick(1000);
  const [second] = await until(async () => {
    const rows = await counted();
    return rows.length === 1 && rows;
  }, "the first count");
  const locking = "select from rate_limits where site_id = $1 and digest = $2 for update";
  const lock = await holdLocks({ site: tested }, locking, [site.id, second!.digest]);
  await countIn(one, subjects);
  await countIn(other, subjects.toReversed());
  mock.timers.tick(1000);
  await lock.waiting(2);
  await lock.release();
  await Promise.all([one.close(), other.close()]);
  assert.deepEqual(
    (await counted()).map(({ count }) => count).toSorted((one, two) => one - two),
    [2, 2, 3],
  );
});

void test("Without the database, requests are not refused for a limit", async ({ mock }) => {
  mock.timers.enable({ apis: ["setInterval"] });
  const closed = openDatabase({ host: "127.0.0.1", port: 1, user: "lectern", database: "lectern" });
  const reported: unknown[] = [];
  const quotas = openQuotas(closed, { processes: 2, report: (error) => reported.push(error) });
  const { site } = await aSite();
  assert.equal(await burst(quotas, site, 3), 3);
  assert.equal(reported.length, 1);
  await quotas.close();
  await closed.close();
});
