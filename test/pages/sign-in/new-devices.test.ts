import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestBrowser } from "../../support/browser-session.ts";
import { day, later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailAbout, mailsInAll } from "../../support/doubles/mailroom.ts";
import { enterPassword } from "../../support/second-factors.ts";
import { type AMember, aSite, password } from "../../support/world.ts";
import { askToSignUp, linkTo } from "../support/sign-up-forms.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function enter(browser: TestBrowser, member: AMember) {
  await enterPassword(browser, member);
  await browser.submit(await browser.open("/account"), {}, "/sign-out");
}

/** A member who has used one browser. */
async function aKnownPerson() {
  const site = await aSite();
  const member = await site.member();
  const browser = site.browser();
  await enter(browser, member);
  return { site, member, browser };
}

void describe("A sign-in with a browser that a person has not used before", () => {
  void test("is announced by email, with the device and a link to the sessions", async () => {
    const { site, member } = await aKnownPerson();
    await enter(site.browser({ "user-agent": firefox }), member);
    const { email } = await mailAbout(member.email, /New sign-in to Harbour School/);
    assert.match(email.text!, /Firefox · Linux/);
    assert.ok(email.text!.includes(`${site.origin}/account#sessions`));
    assert.match(email.text!, /sign out all other sessions/);
  });

  void test("is announced in the language of the person", async () => {
    const { site, member } = await aKnownPerson();
    await database.run`update accounts set locale = 'zh-TW' where id = ${member.accountId}`;
    await enter(site.browser(), member);
    await mailAbout(member.email, /有新的瀏覽器登入/);
  });

  void test("is announced once for each browser, and a few times per day", async () => {
    const { site, member, browser } = await aKnownPerson();
    await enter(browser, member);
    assert.equal(await mailsInAll(member.email), 0);
    const second = site.browser();
    await enter(second, member);
    await enter(second, member);
    assert.equal(await mailsInAll(member.email), 1);
    for (let count = 0; count < 6; count++) await enter(site.browser(), member);
    assert.equal(await mailsInAll(member.email), 5);
    await later(day, () => enter(site.browser(), member));
    assert.equal(await mailsInAll(member.email), 6);
  });

  void test("does not repeat what an unknown program calls itself", async () => {
    const { site, member } = await aKnownPerson();
    await enter(site.browser({ "user-agent": "Call 555-0100 at once" }), member);
    const { email } = await mailAbout(member.email, /New sign-in/);
    assert.doesNotMatch(email.text!, /555|Device/);
  });

  void test("at another school is none of this one's", async () => {
    const { member, browser } = await aKnownPerson();
    const elsewhere = await aSite();
    const there = await elsewhere.member({ email: member.email });
    await enter(elsewhere.browser(), there);
    await enter(browser, member);
    assert.equal(await mailsInAll(member.email), 0);
  });
});

void test("A sign-up, and a change of the password, announce no device", async () => {
  const site = await aSite({ openSignUp: true });
  const browser = site.browser();
  const email = `bo-${site.id}@example.test`;
  await askToSignUp(browser, { email });
  const page = await browser.open(await linkTo(email));
  await browser.submit(page, {});
  assert.equal((await browser.open("/account")).address, "/account");
  assert.equal(await mailsInAll(email), 1);

  const { member, browser: own } = await aKnownPerson();
  await enterPassword(own, member);
  const form = await own.open("/account/password");
  await own.submit(form, { current: password, password: "quiet-lantern-copper-58" }, "/account/password");
  await mailAbout(member.email, /password/i);
  assert.equal(await mailsInAll(member.email), 1);
});
