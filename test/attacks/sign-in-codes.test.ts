import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { limits, count } from "#domain/platform/rate-limits/rate-limits.ts";
import { database } from "../support/databases/database.ts";
import { mailsInAll } from "../support/doubles/mailroom.ts";
import { hour, later, minute } from "../support/clock.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import {
  anAskedCode,
  askForCode,
  aSiteWithCodes,
  codeIn,
  enterDigits,
  otherThan,
} from "../pages/sign-in/support/mailed-codes.ts";
import { memberIn } from "../pages/sign-in/support/provider-site.ts";
import { alertOn, anAddress } from "../pages/support/sign-up-forms.ts";

const csrfOf = ({ body }: { body: string }) => /name="csrf" value="([^"]*)"/.exec(body)![1]!;

const assertNobody = async (browser: TestBrowser) => assert.equal(await memberIn(browser), undefined);

void describe("A link of a sign-in code", () => {
  void test("signs in no one when a mail scanner or the person opens it", async () => {
    const { site, browser, link } = await anAskedCode();
    for (const opened of [browser, site.browser(), site.browser()]) {
      assert.equal((await opened.open(link)).status, 200);
      await assertNobody(opened);
    }
    const form = { link: link.split("link=")[1]! };
    assert.equal((await browser.request("POST", "/sign-in/link", form)).statusCode, 403);
    await assertNobody(browser);
    assert.equal((await browser.submit(await browser.open(link), {}, "/sign-in/link")).address, "/learn");
  });

  void test("signs in no other browser, where it offers the digits, and keeps working in its own", async () => {
    const { site, browser, link, digits } = await anAskedCode();
    const stranger = site.browser();
    const page = await stranger.open(link);
    assert.ok(page.body.includes(digits));
    assert.doesNotMatch(page.body, /<form method="post" action="\/sign-in\/link"/);
    const csrf = csrfOf(await stranger.open("/sign-in"));
    const secret = link.split("link=")[1]!;
    assert.ok((await stranger.open("/sign-in/link", { csrf, link: secret })).body.includes(digits));
    await assertNobody(stranger);
    assert.equal((await browser.submit(await browser.open(link), {}, "/sign-in/link")).address, "/learn");
  });

  void test("works once, and so do the digits", async () => {
    const { site, browser, page, link, digits } = await anAskedCode();
    const confirm = await browser.open(link);
    await browser.submit(confirm, {}, "/sign-in/link");
    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    const csrf = csrfOf(await browser.open("/sign-in"));
    assert.equal((await browser.open(link)).status, 404);
    assert.equal((await browser.open("/sign-in/link", { csrf, link: link.split("link=")[1]! })).status, 404);
    assert.equal((await browser.open("/sign-in/email/enter", { csrf, digits })).status, 401);
    await assertNobody(browser);
    assert.ok(page && site);
  });

  void test("signs in once if it is confirmed twice at the same moment", async () => {
    const { site, member, browser, link } = await anAskedCode();
    const csrf = csrfOf(await browser.open(link));
    const confirm = () => browser.request("POST", "/sign-in/link", { csrf, link: link.split("link=")[1]! });
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    assert.equal(answers.filter(({ statusCode }) => statusCode === 303).length, 1);
    const sessions = await database.many`
      select 1 from sessions where site_id = ${site.id} and member_id = ${member.id}`;
    assert.equal(sessions.length, 1);
  });

  void test("works at no other school", async () => {
    const { browser, link, digits } = await anAskedCode();
    const elsewhere = await aSiteWithCodes();
    const there = elsewhere.browser();
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    assert.equal((await there.open(link)).status, 404);
    const csrf = csrfOf(await there.open("/sign-in"));
    assert.equal((await there.open("/sign-in/email/enter", { csrf, digits })).status, 401);
    await assertNobody(there);
  });
});

void describe("Digits", () => {
  void test("from one browser are worth nothing in another, also where a code waits (login CSRF)", async () => {
    const { site, digits } = await anAskedCode();
    const victim = await anAskedCode(site);
    assert.match((await enterDigits(victim.browser, victim.page, digits)).body, /not right/);
    await assertNobody(victim.browser);
    const bare = site.browser();
    const csrf = csrfOf(await bare.open("/sign-in"));
    assert.equal((await bare.open("/sign-in/email/enter", { csrf, digits })).status, 401);
    await assertNobody(bare);
  });

  void test("are refused from a page of another site, which can also not ask for a code", async () => {
    const { site, browser, digits, member } = await anAskedCode();
    const csrf = csrfOf(await browser.open("/sign-in/email"));
    const forms: Record<string, string>[] = [
      { digits },
      { digits, csrf: "x" },
      { digits, csrf: csrfOf(await site.browser().open("/sign-in")) },
    ];
    for (const sent of forms) {
      assert.equal((await browser.request("POST", "/sign-in/email/enter", sent)).statusCode, 403);
    }
    const crossSite = { "sec-fetch-site": "cross-site" };
    const forged = await browser.request("POST", "/sign-in/email/enter", { csrf, digits }, crossSite);
    const asked = await browser.request("POST", "/sign-in/email", { csrf, email: member.email }, crossSite);
    assert.deepEqual([forged.statusCode, asked.statusCode], [403, 403]);
    await assertNobody(browser);
    assert.equal(await mailsInAll(member.email), 1);
  });

  void test("have five tries for each code, also at the same moment", async () => {
    const { browser, page, digits, link } = await anAskedCode();
    const csrf = csrfOf(page);
    const guess = (by: number) =>
      browser.request("POST", "/sign-in/email/enter", { csrf, digits: otherThan(digits, by) });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, by) => guess(by + 1)));
    assert.equal(answers.filter(({ body }) => body.includes("are not right")).length, 5);
    assert.match((await enterDigits(browser, page, digits)).body, /Too many wrong digits/);
    await assertNobody(browser);
    assert.equal((await browser.submit(await browser.open(link), {}, "/sign-in/link")).address, "/learn");
  });

  void test("cannot be guessed across many codes and networks: twenty tries for an account in a week", async () => {
    const { site, member, browser, page, digits } = await anAskedCode();
    let tried = 0;
    for (let code = 0; code < 5; code++) {
      const attacker = site.browser({}, `198.51.100.${code}`);
      const asked = await askForCode(attacker, member.email);
      const right = (await codeIn(member.email, code + 2)).digits;
      for (let by = 1; by <= 5; by++) {
        const { body } = await enterDigits(attacker, asked, otherThan(right, by));
        if (body.includes("are not right")) tried++;
        else assert.match(alertOn({ body } as never)!, /Digits are off for now/);
      }
      if (code === 4) assert.match((await enterDigits(attacker, asked, right)).body, /Digits are off|Too many/);
      await assertNobody(attacker);
    }
    assert.equal(tried, 20);
    // Not even the right ones of the person, in a browser that they have never used: their link works.
    assert.match((await enterDigits(browser, page, digits)).body, /Digits are off for now/);
    const entries = await database.many<{ details: { limit?: string } }>`
      select details from audit_entries where site_id = ${site.id} and action = 'refuseSignIn'`;
    assert.deepEqual(
      entries.map(({ details }) => details.limit),
      ["sign-in-digits/account"],
    );
  });

  void test("in a browser that the member has used work although strangers used up the tries", async () => {
    const { site, member, browser, page, digits } = await anAskedCode();
    await enterDigits(browser, page, digits);
    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    const subject = member.email;
    for (let turn = 0; turn < 21; turn++) await count(site.context(), limits.digitsPerAccount, subject);
    const again = await askForCode(browser, member.email);
    assert.equal((await enterDigits(browser, again, (await codeIn(member.email, 2)).digits)).address, "/learn");
  });

  void test("are off for all strange browsers of a school after 500 wrong ones in a day, and unknown addresses look alike", async () => {
    const { site, browser, page, digits } = await anAskedCode();
    const unknown = site.browser();
    const other = await askForCode(unknown, anAddress());
    await count(site.context(), limits.digitsPerSite, "", 500);
    const answers = [await enterDigits(browser, page, digits), await enterDigits(unknown, other, "123456")];
    for (const { body } of answers) assert.match(body, /Digits are off for now/);
    await later(25 * hour, async () => {
      const fresh = await anAskedCode(site);
      assert.equal((await enterDigits(fresh.browser, fresh.page, fresh.digits)).address, "/learn");
    });
  });

  void test("for addresses without a member do not use up the tries of the school", async () => {
    const site = await aSiteWithCodes();
    const browser = site.browser();
    const page = await askForCode(browser, anAddress());
    for (let turn = 0; turn < 3; turn++) await enterDigits(browser, page, "123456");
    assert.equal((await count(site.context(), limits.digitsPerSite, "", 0)).count, 0);
  });

  void test("are limited per network", async () => {
    const { site, browser, page, digits } = await anAskedCode();
    await count(site.context(), limits.digitsPerAddress, "127.0.0.1", 100);
    const refused = await enterDigits(browser, page, digits);
    assert.equal(refused.status, 429);
    assert.match(alertOn(refused)!, /Too many attempts/);
    await later(16 * minute, async () => assertNobody(browser));
  });
});
