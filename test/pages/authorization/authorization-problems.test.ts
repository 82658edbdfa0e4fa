import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { cookieName } from "#http/cookies.ts";
import type { Page } from "../../support/browser-session.ts";
import { later, minute } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { changeClient } from "../../support/worlds/records.ts";
import { type ASite } from "../../support/world.ts";
import { requested, textOf } from "../support/asked.ts";

const day = 24 * 60 * minute;
const trusted = (site: ASite) => site.operatorClient();
const home = 'href="https://buddy.example.test"';

/** Asserts a page about the cause in plain terms, without error codes and without claiming that nothing was sent. */
function assertProblem(page: Page, title: RegExp, ...more: RegExp[]): void {
  const text = textOf(page);
  assert.equal(page.status, 400, text);
  for (const expected of [title, ...more]) assert.match(text, expected);
  assert.doesNotMatch(text, /Invalid request|No information about you|For developers/);
}

void describe("A person whose authorization request cannot continue", () => {
  void test("reads after Back that the application was allowed, and how to return", async () => {
    const { browser, page } = await requested({}, trusted);
    await browser.submit(page, { decision: "allow" });
    const back = await browser.open(page.address);
    assertProblem(back, /You have already allowed this request/, /You allowed Study Buddy to use your account/);
    assert.ok(back.body.includes(home));
    assert.ok(back.body.includes('href="/account#applications"'));
  });

  void test("reads after Back that the application was denied", async () => {
    const { browser, page } = await requested({}, trusted);
    await browser.submit(page, { decision: "deny" });
    assertProblem(
      await browser.open(page.address),
      /You have already denied this request/,
      /You denied access to Study Buddy/,
    );
  });

  void test("reads the same after a second submit, which changes nothing", async () => {
    const { browser, page } = await requested();
    await browser.submit(page, { decision: "allow" });
    assertProblem(await browser.submit(page, { decision: "deny" }), /already allowed/, /You allowed Reader/);
  });

  void test("gets no link to an unreviewed application", async () => {
    const { browser, page } = await requested();
    await browser.submit(page, { decision: "allow" });
    assert.doesNotMatch((await browser.open(page.address)).body, /href="http/);
  });

  void test("reads that the link has expired, for a day with the name of the application", async () => {
    const { browser, page } = await requested({}, trusted);
    await later(16 * minute, async () => {
      const expired = await browser.open(page.address);
      assertProblem(expired, /This sign-in link has expired/, /Return to Study Buddy and sign in again from there/);
      assert.ok(expired.body.includes(home));
      assertProblem(await browser.submit(page, { decision: "allow" }), /This sign-in link has expired/);
    });
    await database.run`delete from authorizations where id = ${idIn(page)}`;
    await later(2 * day, async () => {
      assertProblem(await browser.open(page.address), /This sign-in link has expired/, /Return to the app/);
    });
  });

  void test("reads to continue in the browser in which it began, without the name of the application", async () => {
    const { site, page, member } = await requested({}, trusted);
    for (const other of [site.browser(), await site.signedIn(member)]) {
      const opened = await other.open(page.address);
      assertProblem(opened, /Continue in the browser in which you started/, /allow cookies for Harbour School/);
      assert.doesNotMatch(opened.body, /Study Buddy|buddy\.example/);
    }
    const signIn = await site.browser().open(page.address.replace("/consent", "/sign-in"));
    assertProblem(signIn, /Continue in the browser in which you started/);
  });

  void test("reads the same after the cookies are lost", async () => {
    const { browser, page } = await requested({}, trusted);
    browser.cookies.clear();
    assertProblem(await browser.open(page.address), /this browser no longer has the cookies/);
  });

  void test("reads that the application was removed or blocked meanwhile", async () => {
    for (const change of [{ deletedAt: new Date() }, { blockedAt: new Date() }]) {
      const { site, client, browser, page } = await requested({}, trusted);
      await changeClient(site, client, change);
      const gone = [await browser.open(page.address), await browser.submit(page, { decision: "allow" })];
      for (const each of gone) assertProblem(each, /no longer available/, /removed or blocked Study Buddy/);
    }
  });

  void test("reads that the application changed if its redirect URI was removed", async () => {
    const { site, client, browser, page } = await requested({}, trusted);
    await changeClient(site, client, { redirectUris: ["https://buddy.example.test/other"] });
    assertProblem(await browser.submit(page, { decision: "allow" }), /This app has changed/);
  });

  void test("reads that an unknown link is invalid", async () => {
    const { browser } = await requested();
    const named = ["nonsense", formatId("authorization", newId()), formatId("client", newId())];
    for (const id of named) assertProblem(await browser.open(`/consent?authorization=${id}`), /is not valid/);
    assertProblem(await browser.open("/consent"), /is not valid/);
  });

  void test("is displayed again with an explanation after another member has signed in in the same browser", async () => {
    const { site, browser, page } = await requested();
    const other = await site.signedIn(await site.member({ email: `bo-${newId()}@example.test` }));
    const name = cookieName(site.site, "session");
    browser.cookies.set(name, other.cookies.get(name)!);
    const again = await browser.submit(page, { decision: "allow" });
    assert.equal(again.status, 200);
    assert.match(textOf(again), /You are now signed in as bo-.*choose again/);
  });

  void test("is displayed again with an explanation if the page had an outdated token", async () => {
    const { browser, page } = await requested();
    const again = await browser.submit(page, { decision: "allow", csrf: "stale" });
    assert.equal(again.status, 200);
    assert.match(textOf(again), /This page had expired, so your choice was not used/);
  });
});

const idIn = ({ address }: Page): string => parseId("authorization", /aut_[a-z0-9]+/.exec(address)![0])!;
