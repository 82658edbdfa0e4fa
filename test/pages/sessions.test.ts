import assert from "node:assert/strict";
import { test } from "node:test";
import { day, later, minute } from "../support/clock.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import { aSite } from "../support/world.ts";

const isSignedIn = async (browser: TestBrowser) => (await browser.open("/account")).address === "/account";

void test("A session that nobody uses ends after thirty days", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  await later(30 * day + minute, async () => assert.equal(await isSignedIn(browser), false));
});

void test("A session that is used goes on, and its cookie with it", async () => {
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

void test("A site may let its sessions be shorter", async () => {
  const site = await aSite({ sessionLifetime: 3600 });
  const browser = await site.signedIn(await site.member());
  await later(59 * minute, async () => assert.equal(await isSignedIn(browser), true));
  const other = await site.signedIn(await site.member());
  await later(61 * minute, async () => assert.equal(await isSignedIn(other), false));
});

void test("A cookie that was never given out, or is no secret, is nobody", async () => {
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
