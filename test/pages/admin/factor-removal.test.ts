import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Role } from "#access/roles.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { later, minute } from "../../support/clock.ts";
import { mailAbout } from "../../support/doubles/mailroom.ts";
import { enterPassword, isSignedIn, setUpApp } from "../../support/second-factors.ts";
import { type AMember, aSite, type ASite, password } from "../../support/world.ts";
import { auditOf } from "../../support/worlds/records.ts";

const pathOf = ({ sub }: AMember) => `/admin/members/${sub}`;
const removalOf = (member: AMember) => `${pathOf(member)}/second-factors/remove`;

async function someoneWhoLostThem(roles: Role[] = ["lecturer"]) {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const member = await site.member({ roles });
  const { browser: own } = await setUpApp(site, member);
  return { site, owner, member, own, browser: await site.signedIn(owner) };
}

/** Sends the form of the page, whether the page has it or not. */
async function tryToRemove(browser: TestBrowser, member: AMember, more: Record<string, string> = {}) {
  const { body } = await browser.open("/account");
  const csrf = /name="csrf" value="([^"]*)"/.exec(body)![1]!;
  return browser.request("POST", removalOf(member), { csrf, confirmed: "yes", ...more });
}

const isProtected = async (site: ASite, member: AMember) =>
  (await enterPassword(site.browser(), member)).body.includes('name="code"');

void describe("The owner of a school", () => {
  void test("removes the factors of a member who lost them, after a question", async () => {
    const { site, member, own, browser } = await someoneWhoLostThem();
    const shown = await browser.open(pathOf(member));
    assert.match(shown.body, /Authenticator app/);
    const question = await browser.submit(shown, {}, removalOf(member));
    assert.match(question.body, /Check first that it is really them/);
    assert.equal(await isProtected(site, member), true);
    const done = await browser.submit(question, {}, removalOf(member));
    assert.match(done.body, /second factors have been removed/);
    assert.equal(done.body.includes(removalOf(member)), false);
    assert.equal(await isSignedIn(own), false);
    assert.equal(await isProtected(site, member), false);
    await mailAbout(member.email, /Your second factors at .* were removed/);
    const entry = (await auditOf(site)).find(({ action }) => action === "removeSecondFactors")!;
    assert.deepEqual([entry.resourceId, entry.details["removed"]], [member.sub, 1]);
  });

  void test("confirms their identity first, if they signed in long ago", async () => {
    const { site, member, browser } = await someoneWhoLostThem();
    await later(11 * minute, async () => {
      const asked = await tryToRemove(browser, member);
      assert.equal(asked.statusCode, 403);
      assert.match(asked.body, /Confirm that it is you/);
      assert.equal(await isProtected(site, member), true);
      const again = await browser.submit(await browser.open(pathOf(member)), {}, removalOf(member));
      await browser.submit(again, { current: password });
      assert.equal((await tryToRemove(browser, member)).statusCode, 303);
    });
    assert.equal(await isProtected(site, member), false);
  });

  void test("cannot remove those of another owner, nor their own", async () => {
    const { site, owner, member, browser } = await someoneWhoLostThem(["owner"]);
    assert.equal((await browser.open(pathOf(member))).body.includes(removalOf(member)), false);
    const refused = await tryToRemove(browser, member);
    assert.equal(refused.statusCode, 403);
    assert.match(refused.body, /lectern member recover/);
    assert.equal(await isProtected(site, member), true);
    const own = await setUpApp(site, owner);
    assert.equal((await tryToRemove(own.browser, owner)).statusCode, 403);
    assert.equal(await isProtected(site, owner), true);
  });

  void test("sees nothing to remove of a member without a factor", async () => {
    const { site, browser } = await someoneWhoLostThem();
    const other = await site.member();
    assert.equal((await browser.open(pathOf(other))).body.includes(removalOf(other)), false);
  });
});

void test("Managers and members cannot remove second factors", async () => {
  const { site, member } = await someoneWhoLostThem(["student"]);
  const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
  assert.equal((await manager.open(pathOf(member))).body.includes(removalOf(member)), false);
  for (const browser of [manager, await site.signedIn(await site.member())]) {
    assert.equal((await tryToRemove(browser, member)).statusCode, 403);
  }
  assert.equal(await isProtected(site, member), true);
});
