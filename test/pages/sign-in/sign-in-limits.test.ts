import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { later, minute } from "../../support/clock.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { stopwatch } from "../../support/meters/stopwatch.ts";
import { aSite, type ASite, buildProcess, password, siteAt } from "../../support/world.ts";
import { signInDelaysOf } from "../support/sign-in-delays.ts";

async function attempt(site: ASite, email: string, secret: string, address: string, browser?: TestBrowser) {
  const visitor = browser ?? site.browser({}, address);
  return visitor.submit(await visitor.open("/sign-in"), { email, password: secret });
}

const fail = (site: ASite, email: string, times: number, address = "198.51.100.1") =>
  Promise.all(Array.from({ length: times }, () => attempt(site, email, "wrong", address)));

const statuses = (pages: { status: number }[]) => pages.map(({ status }) => status);

void test("After ten failures for one account from one address the next is 429, even with the right password", async () => {
  const site = await aSite();
  const { email } = await site.member();
  const watch = stopwatch();
  assert.deepEqual(new Set(statuses(await fail(site, email, 10))), new Set([401]));

  const refused = await attempt(site, email, password, "198.51.100.1");
  assert.equal(refused.status, 429);
  watch.assertRestOf(900, refused.response.headers["retry-after"]);
  assert.match(String(refused.response.headers["content-type"]), /^text\/html/);
  assert.equal((await attempt(site, email.toUpperCase(), password, "198.51.100.1")).status, 429);
});

void test("The member can sign in from another address, and others from the same one", async () => {
  const site = await aSite();
  const [member, neighbour] = [await site.member(), await site.member()];
  await fail(site, member.email, 10);
  assert.equal((await attempt(site, neighbour.email, password, "198.51.100.1")).address, "/learn");
  assert.equal((await attempt(site, member.email, password, "198.51.100.2")).address, "/learn");
});

void test("An unknown address has the same limit, so that it does not disclose membership", async () => {
  const site = await aSite();
  const unknown = `unknown-${newId()}@example.test`;
  await fail(site, unknown, 10);
  assert.equal((await attempt(site, unknown, "wrong", "198.51.100.1")).status, 429);
});

void test("The limit resets after 15 minutes", async () => {
  const site = await aSite();
  const { email } = await site.member();
  await fail(site, email, 11);
  await later(14 * minute, async () =>
    assert.equal((await attempt(site, email, password, "198.51.100.1")).status, 429),
  );
  await later(16 * minute, async () =>
    assert.equal((await attempt(site, email, password, "198.51.100.1")).address, "/learn"),
  );
});

void test("A limit of a clock that was a day ahead ends when the clock is reset", async () => {
  const site = await aSite();
  const { email } = await site.member();
  await later(24 * 60 * minute, async () => {
    await fail(site, email, 10);
    assert.equal((await attempt(site, email, password, "198.51.100.1")).status, 429);
  });
  assert.equal((await attempt(site, email, password, "198.51.100.1")).address, "/learn");
});

void test("Successful sign-ins do not count", async () => {
  const site = await aSite();
  const { email } = await site.member();
  for (let turn = 0; turn < 12; turn++) {
    assert.equal((await attempt(site, email, password, "198.51.100.1")).address, "/learn");
  }
});

void test("After 50 failures from one address, for any accounts, all of them are 429", async () => {
  const site = await aSite();
  const { email } = await site.member();
  const guesses = Array.from({ length: 50 }, () => fail(site, `guess-${newId()}@example.test`, 1));
  assert.deepEqual(new Set(statuses((await Promise.all(guesses)).flat())), new Set([401]));
  assert.equal((await attempt(site, email, password, "198.51.100.1")).status, 429);
  assert.equal((await attempt(site, email, password, "198.51.100.2")).address, "/learn");
});

void test("Two processes share the count", async () => {
  const site = await aSite();
  const { email } = await site.member();
  const other = siteAt(site.site, buildProcess());
  await Promise.all([fail(site, email, 5), fail(other, email, 5)]);
  for (const process of [site, other]) {
    assert.equal((await attempt(process, email, password, "198.51.100.1")).status, 429);
  }
});

void test("Failures over many addresses lock no member out: they add a delay, and none for a known browser", async () => {
  const site = await aSite();
  const { email } = await site.member();
  const known = site.browser({}, "203.0.113.9");
  await attempt(site, email, password, "", known);
  await known.submit(await known.open("/account"), {}, "/sign-out");

  const attackers = Array.from({ length: 10 }, (_, index) => fail(site, email, 1, `198.51.100.${index + 10}`));
  assert.deepEqual(new Set(statuses((await Promise.all(attackers)).flat())), new Set([401]));
  const delays = (browser?: TestBrowser) =>
    signInDelaysOf(async () =>
      assert.equal((await attempt(site, email, password, "198.51.100.99", browser)).address, "/learn"),
    );
  assert.deepEqual(await delays(), [200]);

  await Promise.all(Array.from({ length: 2 }, () => count(site.context(), limits.signInPerAccount, email)));
  assert.deepEqual(await delays(), [800], "Each further failure doubles the delay.");
  assert.deepEqual(await delays(known), [], "A browser that the member has used does not wait.");
});

void test("A known browser has its own count: another visitor behind the same address does not consume it", async () => {
  const site = await aSite();
  const [member, other] = [await site.member(), await site.member()];
  const known = site.browser({}, "198.51.100.1");
  assert.equal((await attempt(site, member.email, password, "198.51.100.1", known)).address, "/learn");
  known.cookies.delete("__Host-lectern_session");

  await fail(site, member.email, 11);
  await fail(site, other.email, 45);
  assert.equal((await attempt(site, other.email, password, "198.51.100.1")).status, 429);
  assert.equal((await attempt(site, member.email, password, "198.51.100.1", known)).address, "/learn");

  known.cookies.delete("__Host-lectern_session");
  for (let failure = 0; failure < 10; failure++) await attempt(site, member.email, "wrong", "198.51.100.1", known);
  assert.equal((await attempt(site, member.email, password, "198.51.100.1", known)).status, 429);
});

void test("All addresses of an IPv6 network count as one", async () => {
  const site = await aSite();
  const { email } = await site.member();
  for (let host = 1; host <= 10; host++) await attempt(site, email, "wrong", `2001:db8:5:6::${host}`);
  assert.equal((await attempt(site, email, password, "2001:db8:5:6:7::1")).status, 429);
  assert.equal((await attempt(site, email, password, "2001:db8:5:7::1")).address, "/learn");
});

void test("The audit log records each reached limit once with account and address, and not each attempt", async () => {
  const site = await aSite();
  const [member, other] = [await site.member(), await site.member()];
  const recorded = async () =>
    (await auditOf(site)).map(({ action, memberId, details, address }) => [action, memberId, details, address]);
  await fail(site, member.email, 10);
  assert.deepEqual(await recorded(), []);

  const [from, limit] = ["198.51.100.1", (name: string) => ({ limit: `sign-in/${name}` })];
  for (let attempts = 0; attempts < 3; attempts++) await fail(site, member.email, 2);
  assert.deepEqual(await recorded(), [["refuseSignIn", member.id, limit("account+address"), from]]);
  await fail(site, `unknown-${newId()}@example.test`, 30);
  assert.deepEqual((await recorded()).slice(1), [["refuseSignIn", null, limit("account+address"), from]]);
  await fail(site, other.email, 10);
  assert.deepEqual((await recorded()).slice(2), [["refuseSignIn", other.id, limit("address"), from]]);
  await attempt(site, member.email, "wrong", "198.51.100.2");
  assert.deepEqual((await recorded()).at(-1), ["refuseSignIn", member.id, limit("account"), "198.51.100.2"]);
});
