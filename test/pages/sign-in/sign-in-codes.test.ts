import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { minute, later } from "../../support/clock.ts";
import { memberIn } from "./support/provider-site.ts";
import { askForCode, aSiteWithCodes, codeIn, enterDigits, latestMethods } from "./support/mailed-codes.ts";
import { aSite, authorizeUrl } from "../../support/world.ts";
import { anAddress } from "../support/sign-up-forms.ts";

void describe("A code by email", () => {
  void test("signs a member in where they were going, with its digits", async () => {
    const site = await aSiteWithCodes();
    const { email, id } = await site.member();
    const browser = site.browser();
    const page = await askForCode(browser, email, "/sign-in?return_to=/account");
    assert.equal(page.address, "/sign-in/email?return_to=%2Faccount");
    assert.match(page.body, /autocomplete="one-time-code"/);
    assert.match(page.body, /inputmode="numeric"/);
    const { digits } = await codeIn(email);
    const spaced = `${digits.slice(0, 3)} ${digits.slice(3)}`;
    assert.equal((await enterDigits(browser, page, spaced)).address, "/account");
    assert.deepEqual(await latestMethods(site, id), ["mail"]);
  });

  void test("signs a member in with the button of its link, in the same browser", async () => {
    const site = await aSiteWithCodes();
    const { email } = await site.member({ roles: ["owner"] });
    const browser = site.browser();
    await askForCode(browser, email);
    const { link } = await codeIn(email);
    const page = await browser.open(link);
    assert.equal(await memberIn(browser), undefined);
    assert.match(page.body, /You asked to sign in as/);
    assert.equal((await browser.submit(page, {}, "/sign-in/link")).address, "/admin");
  });

  void test("continues the authorization request that waited for it", async () => {
    const site = await aSiteWithCodes();
    const { email } = await site.member();
    const browser = site.browser();
    const asked = await browser.open(authorizeUrl(await site.register()).url);
    const page = await askForCode(browser, email, asked.address);
    const { digits } = await codeIn(email);
    assert.match((await enterDigits(browser, page, digits)).address, /^\/consent\?authorization=/);
  });

  void test("accepts an invitation of its address, which it verifies, without a password", async () => {
    const site = await aSiteWithCodes();
    const email = anAddress();
    const invited = { email, name: "Bo Lind", roles: ["student"] } as const;
    await database.transaction((db) => addMemberTo({ db, site: site.site }, invited, new Date()));
    const browser = site.browser();
    const page = await askForCode(browser, email);
    assert.equal((await enterDigits(browser, page, (await codeIn(email)).digits)).address, "/learn");
    const account = await database.first<{ emailVerifiedAt: Date | null; passwordHash: string | null }>`
      select email_verified_at, password_hash from accounts where email_key = ${email}`;
    assert.ok(account?.emailVerifiedAt);
    assert.equal(account.passwordHash, null);
  });

  void test("replaces the earlier one of the same browser", async () => {
    const site = await aSiteWithCodes();
    const { email } = await site.member();
    const browser = site.browser();
    const page = await askForCode(browser, email);
    const first = await codeIn(email);
    const again = await browser.submit(page, {}, "/sign-in/email");
    assert.match(again.body, /a new email is on its way/);
    const second = await codeIn(email, 2);
    assert.equal((await browser.open(first.link)).status, 404);
    assert.equal((await enterDigits(browser, again, second.digits)).address, "/learn");
  });
});

void describe("The sign-in page", () => {
  void test("has no code unless the school offers it", async () => {
    const site = await aSite();
    const browser = site.browser();
    assert.doesNotMatch((await browser.open("/sign-in")).body, /sign-in\/email/);
    for (const path of ["/sign-in/email", "/sign-in/link?link=x"]) assert.equal((await browser.open(path)).status, 404);
  });

  void test("begins with the code if the school wants so, and leads to the password", async () => {
    const site = await aSiteWithCodes({ signInByEmail: "first" });
    const browser = site.browser();
    const page = await browser.open("/sign-in?return_to=/account");
    assert.doesNotMatch(page.body, /type="password"/);
    assert.match(page.body, /Use your password instead/);
    const [, password = ""] = /href="(\/sign-in\?[^"]*way=password)"/.exec(page.body) ?? [];
    const { body } = await browser.open(password.replaceAll("&amp;", "&"));
    assert.match(body, /type="password"/);
    assert.match(body, /formaction="\/sign-in\/email\?return_to=%2Faccount"/);
  });

  void test("says what to enter instead of something that is no address", async () => {
    const site = await aSiteWithCodes();
    const page = await askForCode(site.browser(), "ana");
    assert.equal(page.status, 422);
    assert.match(page.body, /Enter your email address, such as/);
  });
});

void test("A code expires after fifteen minutes", async () => {
  const site = await aSiteWithCodes();
  const { email } = await site.member();
  const browser = site.browser();
  const page = await askForCode(browser, email);
  const { digits, link } = await codeIn(email);
  await later(16 * minute, async () => {
    assert.match((await enterDigits(browser, page, digits)).body, /expired or was used/);
    assert.equal((await browser.open(link)).status, 404);
  });
  const rows = await database.many`select 1 from sign_in_codes where site_id = ${site.id}`;
  assert.equal(rows.length, 1);
});

void test("The email has the digits on a line of their own, and a warning, in both languages", async () => {
  const site = await aSiteWithCodes();
  const { email } = await site.member();
  await askForCode(site.browser({ "accept-language": "zh-TW" }), email);
  const [mail] = await mailsTo(email);
  assert.match(mail!.email.text ?? "", /^\d{6}$/m);
  assert.match(mail!.email.text ?? "", /請勿告訴任何人/);
  assert.match(mail!.email.html ?? "", /\d{6}/);
});
