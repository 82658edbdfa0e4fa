import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestBrowser } from "../../support/browser-session.ts";
import { day, hour, later, minute } from "../../support/clock.ts";
import { countStatements } from "../../support/meters/count-statements.ts";
import { enterPassword, isSignedIn } from "../../support/second-factors.ts";
import { answerOf, aSite, authorizeUrl, password } from "../../support/world.ts";
import { setRoles } from "../../support/worlds/records.ts";
import { formIn } from "../support/unsaved-forms.ts";

async function aLecturer(settings: Parameters<typeof aSite>[0]) {
  const site = await aSite(settings);
  const member = await site.member({ roles: ["lecturer"] });
  return { site, member, browser: await site.signedIn(member) };
}

/** Uses a session every so often, until a time. */
async function use(browser: TestBrowser, every: number, until: number) {
  for (let time = every; time <= until; time += every) await later(time, () => browser.open("/account"));
}

void describe("A session", () => {
  void test("ends without use after the idle lifetime of the role", async () => {
    const { browser } = await aLecturer({ sessionIdleLecturer: 3600 });
    await later(59 * minute, async () => assert.equal(await isSignedIn(browser), true));
    await later(59 * minute + 61 * minute, async () => assert.equal(await isSignedIn(browser), false));
  });

  void test("lasts for the whole idle lifetime after its last use, also a short one", async () => {
    const { browser } = await aLecturer({ sessionIdleLecturer: 600 });
    await later(4 * minute, () => browser.open("/account"));
    await later(13 * minute, async () => assert.equal(await isSignedIn(browser), true));
  });

  void test("ends after the absolute lifetime of the role, however it is used", async () => {
    const { browser } = await aLecturer({ sessionAbsoluteLecturer: 8 * 3600 });
    await use(browser, hour, 7 * hour);
    await later(8 * hour - minute, async () => assert.equal(await isSignedIn(browser), true));
    await later(8 * hour + minute, async () => assert.equal(await isSignedIn(browser), false));
  });

  void test("begins again with a sign-in, and not with a confirmation", async () => {
    const { site, member } = await aLecturer({ sessionAbsoluteLecturer: 3600 });
    const browser = site.browser();
    await enterPassword(browser, member);
    await later(50 * minute, async () => {
      const asked = await browser.open("/account/security/app");
      await browser.submit(asked, { current: password });
      assert.equal(await isSignedIn(browser), true);
    });
    await later(61 * minute, async () => {
      assert.equal(await isSignedIn(browser), false);
      await enterPassword(browser, member);
      assert.equal(await isSignedIn(browser), true);
    });
  });

  void test("follows the strictest rule of several roles, and roles that change", async () => {
    const { site, member, browser } = await aLecturer({ sessionIdleOwner: 1800, sessionAbsoluteManager: 7200 });
    await later(2 * hour + minute, async () => {
      assert.equal(await isSignedIn(browser), true);
      await setRoles(site, member, ["lecturer", "manager"]);
      assert.equal(await isSignedIn(browser), false);
      await setRoles(site, member, ["lecturer", "owner"]);
      assert.equal(await isSignedIn(browser), true);
    });
    await later(2 * hour + 32 * minute, async () => assert.equal(await isSignedIn(browser), false));
  });

  void test("can last longer than the general lifetime, with its cookie", async () => {
    const { site, member } = await aLecturer({ sessionLifetime: 3600, sessionIdleLecturer: 60 * 86_400 });
    const browser = site.browser();
    const { response } = await enterPassword(browser, member);
    assert.equal(response.statusCode, 200);
    await later(20 * day, async () => {
      const page = await browser.request("GET", "/account");
      const cookie = page.cookies.find(({ name }) => name.endsWith("lectern_session"));
      assert.deepEqual([page.statusCode, cookie?.maxAge], [200, 60 * 86_400]);
    });
    await later(75 * day, async () => assert.equal(await isSignedIn(browser), true));
  });

  void test("leaves the list of sessions at its end, and gives applications no code", async () => {
    const { site, member, browser } = await aLecturer({});
    const { url } = authorizeUrl(await site.operatorClient(), { scope: "openid" });
    assert.ok(answerOf(await browser.submit(await browser.open(url), { decision: "allow" })).code);
    await use(browser, 30 * minute, 3 * hour);
    await later(3 * hour + minute, async () => {
      const other = await site.signedIn(member);
      assert.match((await other.open("/account")).body, /sessions\/revoke-others/);
      await site.set({ sessionAbsoluteLecturer: 7200 });
      assert.doesNotMatch((await other.open("/account")).body, /sessions\/revoke-others/);
      assert.match((await browser.open(url)).address, /^\/sign-in\?/);
    });
  });
});

void test("A person whose session has ended reads it at the sign-in page, and keeps what they entered", async () => {
  const { member, browser } = await aLecturer({ sessionIdleLecturer: 3600 });
  const form = await browser.open("/account/email");
  await later(2 * hour, async () => {
    assert.match((await browser.open("/admin")).body, /Your session has ended/);
    const asked = await browser.submit(form, { email: "new@elsewhere.example" }, "/account/email");
    assert.equal(asked.status, 403);
    const restored = await browser.submit(asked, { email: member.email, password });
    assert.match(formIn(restored.body, "/account/email"), /value="new@elsewhere\.example"/);
  });
});

void test("A visitor, and a person who has signed out, read nothing about a session", async () => {
  const { site, browser } = await aLecturer({});
  await browser.submit(await browser.open("/account"), {}, "/sign-out");
  for (const visitor of [browser, site.browser()]) {
    assert.doesNotMatch((await visitor.open("/sign-in")).body, /session has ended/);
  }
});

void test("Rules of roles cost no statement when a session is read", async () => {
  const rules = { sessionIdleLecturer: 3600, sessionAbsoluteLecturer: 7200, secondFactorRequired: ["owner" as const] };
  const costs: number[] = [];
  for (const settings of [{}, rules]) {
    const { browser } = await aLecturer(settings);
    await browser.open("/account");
    costs.push((await countStatements(() => browser.request("GET", "/account"))).statements);
  }
  assert.equal(costs[0], costs[1]);
});
