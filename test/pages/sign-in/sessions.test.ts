import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, later, minute } from "../../support/clock.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { setRoles, setStatus } from "../../support/worlds/records.ts";
import { aSite, authorizeUrl, password } from "../../support/world.ts";

const session = "__Host-lectern_session";

const isSignedIn = async (browser: TestBrowser) => (await browser.open("/account")).address === "/account";

void test("An unused session ends after 30 days", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  await later(30 * day + minute, async () => assert.equal(await isSignedIn(browser), false));
});

void test("A session in use is extended with its cookie", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  for (const days of [29, 58, 87]) {
    await later(days * day, async () => {
      const { response } = await browser.open("/account");
      const [cookie] = response.cookies as { name: string; maxAge?: number }[];
      assert.deepEqual([cookie!.name, cookie!.maxAge], ["__Host-lectern_session", 30 * 86_400]);
    });
  }
  await later(118 * day, async () => assert.equal(await isSignedIn(browser), false));
});

void test("Use within a few minutes writes nothing", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  await browser.open("/account");
  await later(2 * minute, async () => {
    const { response } = await browser.open("/account");
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.cookies, []);
  });
});

void test("A site can configure shorter sessions", async () => {
  const site = await aSite({ sessionLifetime: 3600 });
  const browser = await site.signedIn(await site.member());
  await later(59 * minute, async () => assert.equal(await isSignedIn(browser), true));
  const other = await site.signedIn(await site.member());
  await later(61 * minute, async () => assert.equal(await isSignedIn(other), false));
});

void test("An unknown or malformed cookie identifies no member", async () => {
  const site = await aSite();
  for (const value of [
    "",
    "x",
    `lss_${"x".repeat(43)}`,
    `lss_${"x".repeat(42)}`,
    "%00",
    "lss_'; drop table sessions",
  ]) {
    const browser = site.browser();
    browser.cookies.set("__Host-lectern_session", value);
    assert.equal(await isSignedIn(browser), false);
  }
});

void describe("A session", () => {
  void test("has a secret that cannot be fixed in advance", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = site.browser();
    const planted = `lss_${"A".repeat(43)}`;
    browser.cookies.set(session, planted);
    await browser.submit(await browser.open("/sign-in"), { email: member.email, password });
    assert.notEqual(browser.cookies.get(session), planted);
    const attacker = site.browser();
    attacker.cookies.set(session, planted);
    assert.match((await attacker.open("/account")).address, /^\/sign-in/);
  });

  void test("gets a new secret at every sign-in, which invalidates the old one", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    const before = browser.cookies.get(session)!;
    const requested = await browser.open(authorizeUrl(await site.register(), { prompt: "login" }).url);
    await browser.submit(requested, { email: member.email, password });
    assert.notEqual(browser.cookies.get(session), before);
    const old = site.browser();
    old.cookies.set(session, before);
    assert.match((await old.open("/account")).address, /^\/sign-in/);
    assert.equal((await browser.open("/account")).address, "/account");
  });

  void test("ends permanently by signing out", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const secret = browser.cookies.get(session)!;
    const page = await browser.submit(await browser.open("/account"), {}, "/sign-out");
    assert.equal(page.status, 200);
    assert.equal(browser.cookies.has(session), false);
    browser.cookies.set(session, secret);
    assert.match((await browser.open("/account")).address, /^\/sign-in/);
  });

  void test("ends at the next page for a member who is suspended or loses every role", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    await setStatus(site, member, "suspended");
    assert.match((await browser.open("/account")).address, /^\/sign-in/);
    await setStatus(site, member, "active");
    assert.equal((await browser.open("/account")).address, "/account");
    await setRoles(site, member, []);
    assert.match((await browser.open("/account")).address, /^\/sign-in/);
  });
});
