import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { createAccountFor } from "#domain/people/members/access/claim-account.ts";
import { hashPassword } from "#domain/people/accounts/password.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { isSignedIn } from "../../support/second-factors.ts";
import { aSite, password } from "../../support/world.ts";
import { anAddress, anonymous, chosen, linkTo } from "../support/sign-up-forms.ts";
import { askForCode, aSiteWithCodes, codeIn, enterDigits, latestMethods } from "./support/mailed-codes.ts";

/** A school that signs people in by email first. */
const aSchool = () => aSiteWithCodes({ signInByEmail: "first", openSignUp: true });

type School = Awaited<ReturnType<typeof aSchool>>;

async function request(site: School, email: string, browser = site.browser()) {
  return browser.submit(await browser.open("/sign-up"), { name: "Bo Lind", email }, "/sign-up");
}

async function signInByPassword(site: School, email: string, secret: string) {
  const browser = site.browser();
  return browser.submit(await browser.open("/sign-in?way=password"), { email, password: secret });
}

const accountOf = (email: string) =>
  database.first<{ passwordHash: string | null; emailVerifiedAt: Date | null }>`
    select password_hash, email_verified_at from accounts where email = ${email}`;

void describe("At a school that signs people in by email first, a new person", () => {
  void test("signs up with name and address only, and then signs in with a code", async () => {
    const site = await aSchool();
    const [email, browser] = [anAddress(), site.browser()];
    assert.doesNotMatch((await browser.open("/sign-up")).body, /type="password"/);
    await request(site, email, browser);
    const link = await linkTo(email);
    const done = await browser.submit(await browser.open(link), {}, "/sign-up/confirm");
    assert.equal(done.address, "/learn");
    assert.equal(await isSignedIn(browser), true);
    const account = await accountOf(email);
    assert.equal(account?.passwordHash, null);
    assert.notEqual(account?.emailVerifiedAt, null);
    const member = await database.first<{ id: string }>`
      select id from members where site_id = ${site.id} and email = ${email}`;
    assert.deepEqual(await latestMethods(site, member!.id), ["mail"]);
    assert.equal((await browser.open(link)).status, 404);

    const later = site.browser();
    const page = await askForCode(later, email);
    assert.equal((await enterDigits(later, page, (await codeIn(email, 2)).digits)).address, "/learn");
  });

  void test("enters the name again in another browser, and the requester's browser stays outside", async () => {
    const site = await aSchool();
    const [email, attacker, victim] = [anAddress(), site.browser(), site.browser()];
    await request(site, email, attacker);
    const page = await victim.open(await linkTo(email));
    assert.doesNotMatch(page.body, /type="password"/);
    assert.match(page.body, /name="name"/);
    const done = await victim.submit(page, { name: "Vi Dahl" }, "/sign-up/confirm");
    assert.equal(done.address, "/learn");
    assert.match((await victim.open("/account")).body, /Vi Dahl/);
    assert.equal(await isSignedIn(attacker), false);
  });

  void test("sees the same page whether the address has an account or not", async () => {
    const site = await aSchool();
    const member = await site.member();
    const newcomer = anAddress();
    const [known, unknown] = [await request(site, member.email), await request(site, newcomer)];
    assert.equal(anonymous(known, member.email), anonymous(unknown, newcomer));
    const [mail] = await mailsTo(member.email);
    assert.doesNotMatch(mail!.email.text!, /sign-up\/confirm/);
  });

  void test("who has signed up before gets the way to sign in, and no password", async () => {
    const site = await aSchool();
    const [email, browser] = [anAddress(), site.browser()];
    await request(site, email, browser);
    await browser.submit(await browser.open(await linkTo(email)), {}, "/sign-up/confirm");
    await request(site, email);
    const second = (await mailsTo(email, 2)).at(-1)!;
    assert.doesNotMatch(second.email.text!, /password\/new|sign-up\/confirm/);
  });

  void test("replaces a password that an operator of another school chose for the address", async () => {
    const [site, elsewhere] = [await aSchool(), await aSite()];
    const email = anAddress();
    const hash = await hashPassword(password);
    await database.transaction(async (db) => {
      const scope = { db, site: elsewhere.site, now: now() };
      const member = await addMemberTo(scope, { email, name: "Vi", roles: ["student"] }, now());
      assert.ok(await createAccountFor(scope, member, hash));
    });
    const browser = site.browser();
    await request(site, email, browser);
    const page = await browser.open(await linkTo(email));
    assert.match(page.body, /type="password"/);
    await browser.submit(page, { name: "Vi", password: chosen }, "/sign-up/confirm");
    for (const school of [site, elsewhere]) {
      assert.equal((await signInByPassword(school, email, password)).status, 401);
    }
    assert.equal((await signInByPassword(site, email, chosen)).address, "/learn");
  });

  void test("chooses a password if the school has turned to passwords since", async () => {
    const site = await aSchool();
    const [email, browser] = [anAddress(), site.browser()];
    await request(site, email, browser);
    await site.set({ signInByEmail: "offered" });
    const page = await browser.open(await linkTo(email));
    assert.match(page.body, /type="password"/);
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)![1]!;
    const link = /name="link" value="([^"]*)"/.exec(page.body)![1]!;
    assert.equal((await browser.open("/sign-up/confirm", { csrf, link, name: "Bo" })).status, 422);
    assert.equal(await isSignedIn(browser), false);
    assert.equal((await browser.submit(page, { name: "Bo", password: chosen }, "/sign-up/confirm")).address, "/learn");
  });
});

void test("At a school that only offers codes, a sign-up needs a password", async () => {
  const site = await aSiteWithCodes({ openSignUp: true });
  const browser = site.browser();
  const page = await browser.open("/sign-up");
  assert.match(page.body, /type="password"/);
  const refused = await browser.submit(page, { name: "Bo Lind", email: anAddress(), password: "" }, "/sign-up");
  assert.equal(refused.status, 422);
});
