import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { countAcrossSites } from "#domain/platform/rate-limits/sign-in-attempts.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { later, minute } from "../../support/clock.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { stopwatch } from "../../support/meters/stopwatch.ts";
import { aSite, type ASite, password } from "../../support/world.ts";
import { signInDelaysOf } from "../support/sign-in-delays.ts";

async function attempt(site: ASite, email: string, secret: string, address: string, browser?: TestBrowser) {
  const visitor = browser ?? site.browser({}, address);
  return visitor.submit(await visitor.open("/sign-in"), { email, password: secret });
}

const fail = (site: ASite, email: string, times: number, address = "198.51.100.1") =>
  Promise.all(Array.from({ length: times }, () => attempt(site, email, "wrong", address)));

/** A person who is a member of two sites. */
async function atTwoSites() {
  const [first, second] = [await aSite(), await aSite()];
  const { email } = await first.member();
  const member = await second.member({ email, name: "Ana Lima" });
  return { first, second, email, member };
}

void test("Failures at one site count at every other site: ten from one address in total", async () => {
  const { first, second, email } = await atTwoSites();
  const watch = stopwatch();
  await fail(first, email, 6);
  await fail(second, email, 4);
  for (const site of [first, second]) {
    const refused = await attempt(site, email, password, "198.51.100.1");
    assert.equal(refused.status, 429);
    watch.assertRestOf(900, refused.response.headers["retry-after"]);
  }
  await later(16 * minute, async () =>
    assert.equal((await attempt(second, email, password, "198.51.100.1")).address, "/learn"),
  );
});

void test("The limit across sites is the same for an unknown address", async () => {
  const [first, second] = [await aSite(), await aSite()];
  const unknownEmail = `unknown-${newId()}@example.test`;
  await fail(first, unknownEmail, 10);
  assert.equal((await attempt(second, unknownEmail, "wrong", "198.51.100.1")).status, 429);
  assert.equal((await attempt(second, unknownEmail, "wrong", "198.51.100.2")).status, 401);
});

void test("The limit across sites is the same at a site where the account is no member", async () => {
  const [first, second] = [await aSite(), await aSite()];
  const { email } = await first.member();
  await fail(second, email, 10);
  assert.equal((await attempt(first, email, password, "198.51.100.1")).status, 429);
});

void test("Failures elsewhere over many addresses delay an unknown browser and reject no sign-in", async () => {
  const { first, second, email } = await atTwoSites();
  const known = second.browser({}, "203.0.113.9");
  assert.equal((await attempt(second, email, password, "", known)).address, "/learn");
  await known.submit(await known.open("/account"), {}, "/sign-out");

  await Promise.all(Array.from({ length: 10 }, (_, index) => fail(first, email, 1, `198.51.100.${index + 10}`)));
  const delays = (browser?: TestBrowser) =>
    signInDelaysOf(async () =>
      assert.equal((await attempt(second, email, password, "198.51.100.99", browser)).address, "/learn"),
    );
  assert.deepEqual(await delays(), [200]);

  const { signInPerAccountAcrossSites: limit } = limits;
  await Promise.all(Array.from({ length: 2 }, () => countAcrossSites(second.context(), limit, email)));
  assert.deepEqual(await delays(), [800], "Each further failure doubles the delay.");
  assert.deepEqual(await delays(known), [], "A browser that the member has used does not wait.");
});

void test("No site's audit log records attempts at another", async () => {
  const { first, second, email } = await atTwoSites();
  await fail(first, email, 10);
  for (let failure = 0; failure < 3; failure++) await fail(second, email, 1);
  assert.deepEqual(await auditOf(second), []);
  assert.deepEqual(await auditOf(first), []);
});

void test("Successful attempts do not count across sites", async () => {
  const { first, second, email } = await atTwoSites();
  for (let turn = 0; turn < 6; turn++) {
    for (const site of [first, second]) {
      assert.equal((await attempt(site, email, password, "198.51.100.1")).address, "/learn");
    }
  }
});

void test("A password prompt of an unknown browser counts the failures at other sites", async () => {
  const { first, second, email, member } = await atTwoSites();
  await fail(first, email, 10, "127.0.0.1");
  const browser = await second.signedIn(member);
  const page = await browser.open("/account/password");
  const fields = { current: password, password: "quartz-meadow-lantern-58" };
  const refused = await browser.submit(page, fields, "/account/password");
  assert.equal(refused.status, 429);
});
