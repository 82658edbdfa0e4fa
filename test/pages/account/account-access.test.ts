import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { hour, later, minute } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { auditActions, auditOf, outboxOf, unverifyEmail } from "../../support/worlds/records.ts";
import { type AMember, aSite, type ASite, buildProcess, password, siteAt } from "../../support/world.ts";
import { alertOn, anAddress, anonymous, askForPassword, chosen, linkTo, signIn } from "../support/sign-up-forms.ts";

const session = "__Host-lectern_session";

async function aPersonIn(site: ASite) {
  const member = await site.member();
  return { member, browser: await site.signedIn(member) };
}

async function askForEmail(site: ASite, member: AMember, email: string, current = password) {
  const browser = await site.signedIn(member);
  const page = await browser.submit(await browser.open("/account/email"), { email, current }, "/account/email");
  return { browser, page };
}

async function changePassword(site: ASite, member: AMember, current: string, next: string) {
  const browser = await site.signedIn(member);
  const before = browser.cookies.get(session);
  const form = await browser.open("/account/password");
  const page = await browser.submit(form, { current, password: next }, "/account/password");
  return { browser, before, page };
}

const emailOf = async ({ accountId }: AMember) =>
  (await database.first<{ email: string }>`select email from accounts where id = ${accountId}`)!.email;

void describe("An unverified email address", () => {
  void test("is announced on the account page and verified by an emailed link", async () => {
    const site = await aSite();
    const { member, browser } = await aPersonIn(site);
    assert.doesNotMatch((await browser.open("/account")).body, /account\/email\/verify/);
    await unverifyEmail(member);
    const requested = await browser.submit(await browser.open("/account"), {}, "/account/email/verify");
    assert.equal(requested.status, 200);
    const address = await linkTo(member.email);
    assert.match(address, /^\/email\/confirm\?link=lml_/);
    const elsewhere = site.browser();
    const page = await elsewhere.open(address);
    assert.equal((await findAccountByEmail(database, member.email))!.emailVerifiedAt, null);
    const done = await elsewhere.submit(page, {});
    assert.equal(done.status, 200);
    assert.ok(done.body.includes(member.email));
    assert.ok((await findAccountByEmail(database, member.email))!.emailVerifiedAt);
    assert.doesNotMatch((await browser.open("/account")).body, /account\/email\/verify/);
    assert.equal((await elsewhere.submit(page, {})).status, 404);
    assert.deepEqual(await auditActions(site), ["requestEmailVerification", "verifyEmail"]);
    assert.equal((await auditOf(site))[1]!.memberId, member.id);
  });

  void test("gets five emails an hour, and a sixth request shows the same page", async () => {
    const site = await aSite();
    const { member, browser } = await aPersonIn(site);
    await unverifyEmail(member);
    for (let turn = 0; turn < 7; turn++) {
      const page = await browser.submit(await browser.open("/account"), {}, "/account/email/verify");
      assert.equal(page.status, 200);
    }
    assert.equal(await mailsInAll(member.email), 5);
  });
});

void describe("A new email address", () => {
  void test("takes effect once it is verified; the old address is notified twice", async () => {
    const [site, elsewhere] = [await aSite(), await aSite()];
    const member = await site.member();
    const same = await elsewhere.member({ email: member.email });
    const email = anAddress();
    const { browser, page } = await askForEmail(site, member, email);
    assert.ok(page.body.includes(email));
    const [notice] = await mailsTo(member.email);
    assert.ok(notice!.email.text!.includes(email));
    assert.throws(() => linkIn(notice!));
    assert.equal(await emailOf(member), member.email);

    const confirm = await browser.open(await linkTo(email));
    assert.equal(await emailOf(member), member.email, "Opening the link changes nothing yet.");
    const done = await browser.submit(confirm, {}, "/email/confirm");
    assert.equal(done.status, 200);
    assert.equal(await emailOf(member), email);
    assert.equal((await signIn(site, member.email, password)).status, 401);
    assert.equal((await signIn(elsewhere, email, password)).address, "/learn");
    assert.match((await mailsTo(member.email, 2))[1]!.email.subject!, /was changed/);

    for (const [place, id] of [
      [site, member.id],
      [elsewhere, same.id],
    ] as const) {
      const entry = (await auditOf(place)).find(({ action }) => action === "changeEmail")!;
      assert.equal(entry.memberId, id);
      assert.equal((await findMember(place.context(), id))!.email, email, "The contact address was the same.");
      const [event] = await outboxOf(place);
      assert.deepEqual([event!.type, event!.data["email"]], ["member.updated", email]);
      const actors = await database.many`select member_id from outbox_events where site_id = ${place.id}`;
      assert.deepEqual(actors, [{ memberId: id }], "Each site identifies the member by its own id.");
    }
  });

  void test("is confirmed signed in to the account: its link leads to the sign-in page, which leads back in this browser only", async () => {
    const site = await aSite();
    const member = await site.member();
    const email = anAddress();
    await askForEmail(site, member, email);
    const link = await linkTo(email);
    const phone = site.browser();
    const asked = await phone.open(link);
    const [, address = ""] = /href="(\/sign-in\?return_to=[^"]+)"/.exec(asked.body) ?? [];
    assert.ok(!address.includes("lml_"), "Addresses are logged and stored.");
    const back = new URLSearchParams(address.split("?")[1]).get("return_to")!;
    assert.equal((await site.browser().open(back)).status, 404);
    const signedIn = await phone.submit(await phone.open(address), { email: member.email, password });
    assert.deepEqual([signedIn.address, signedIn.status], [back, 200]);
    assert.ok(signedIn.body.includes(member.email));
    assert.equal(await emailOf(member), member.email);
    assert.equal((await phone.submit(signedIn, {}, "/email/confirm")).status, 200);
    assert.equal(await emailOf(member), email);
  });

  void test("requires the password, with the same attempt limit as the sign-in page", async () => {
    const site = await aSite();
    const { browser } = await aPersonIn(site);
    const email = anAddress();
    const form = await browser.open("/account/email");
    for (let turn = 0; turn < 10; turn++) {
      const page = await browser.submit(form, { email, current: "wrong" }, "/account/email");
      assert.deepEqual([page.status, alertOn(page)], [401, "The password is incorrect. Check it and try again."]);
    }
    const refused = await browser.submit(form, { email, current: password }, "/account/email");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.response.headers["retry-after"]) > 800);
    assert.equal(await mailsInAll(email), 0);
    assert.equal((await auditActions(site)).filter((action) => action === "refusePassword").length, 10);
  });

  void test("A new email address that is invalid or unchanged is reported as such", async () => {
    const site = await aSite();
    const member = await site.member();
    for (const [email, words] of [
      ["nowhere", "not an email address"],
      [member.email.toUpperCase(), "already"],
    ] as const) {
      const { page } = await askForEmail(site, member, email);
      assert.equal(page.status, 422);
      assert.ok(alertOn(page)!.includes(words));
    }
  });

  void test("The email address of another account gets the same response; its owner is notified, and nothing can be verified", async () => {
    const site = await aSite();
    const [member, other] = [await site.member(), await site.member()];
    const taken = await askForEmail(site, member, other.email);
    const free = anAddress();
    const fresh = await askForEmail(site, member, free);
    assert.equal(anonymous(taken.page, other.email), anonymous(fresh.page, free));
    const [mail] = await mailsTo(other.email);
    assert.match(mail!.email.subject!, /already/);
    assert.throws(() => linkIn(mail!));
  });

  void test("An email address that another account has taken in the meantime is not reassigned", async () => {
    const site = await aSite({ openSignUp: true });
    const member = await site.member();
    const email = anAddress();
    const { browser } = await askForEmail(site, member, email);
    const confirm = await browser.open(await linkTo(email));
    await site.member({ email });
    const done = await browser.submit(confirm, {}, "/email/confirm");
    assert.equal(done.status, 409);
    assert.match(alertOn(done)!, /Another account now uses this address/);
    assert.equal(await emailOf(member), member.email);
  });

  void test("invalidates all earlier emailed links, and so does a new password", async () => {
    const site = await aSite();
    const member = await site.member();
    const email = anAddress();
    const { browser } = await askForEmail(site, member, email);
    const change = await linkTo(email);
    await askForPassword(site.browser(), member.email);
    const reset = linkIn((await mailsTo(member.email, 2)).find(({ raw }) => raw.includes("link="))!);
    await browser.submit(await browser.open(change), {}, "/email/confirm");
    assert.equal((await site.browser().open(reset)).status, 404, "The email went to the old address.");

    const second = { ...member, email };
    const next = anAddress();
    await askForEmail(site, second, next);
    const pending = await linkTo(next);
    await askForPassword(site.browser(), email);
    const mails = await mailsTo(email, 3);
    const newPassword = linkIn(mails.findLast(({ raw }) => raw.includes("/password/new"))!);
    const visitor = site.browser();
    await visitor.submit(await visitor.open(newPassword), { password: chosen });
    assert.equal((await site.browser().open(pending)).status, 404, "A password change stops the email change.");
  });

  void test("is verified within an hour", async () => {
    const site = await aSite();
    const member = await site.member();
    const email = anAddress();
    const { browser } = await askForEmail(site, member, email);
    const confirm = await browser.open(await linkTo(email));
    await later(hour + minute, async () =>
      assert.equal((await browser.submit(confirm, {}, "/email/confirm")).status, 404),
    );
  });

  void test("cannot be entered without outgoing email, and the account page does not offer it", async () => {
    const first = await aSite();
    const site = siteAt(first.site, buildProcess());
    const member = await site.member();
    await unverifyEmail(member);
    const browser = await site.signedIn(member);
    const page = await browser.open("/account");
    assert.doesNotMatch(page.body, /account\/email/);
    assert.equal((await browser.open("/account/email")).status, 404);
    for (const path of ["/account/email", "/account/email/verify"]) {
      assert.equal((await browser.open(path, { email: anAddress() })).status, 404, path);
    }
    assert.equal((await browser.open("/account/password")).status, 200);
  });
});

void describe("A new password", () => {
  void test("takes effect immediately; other browsers are signed out, and this one gets a new session", async () => {
    const site = await aSite();
    const member = await site.member();
    const other = await site.signedIn(member);
    const { browser, before, page } = await changePassword(site, member, password, chosen);
    assert.equal(page.address, "/account?done=password_changed");
    assert.match(page.body, /role="status"/);
    assert.notEqual(browser.cookies.get(session), before);
    assert.match((await other.open("/account")).address, /^\/sign-in/);
    assert.equal((await signIn(site, member.email, password)).status, 401);
    assert.equal((await signIn(site, member.email, chosen)).address, "/learn");
    assert.match((await mailsTo(member.email))[0]!.email.subject!, /was changed/);
    const entry = (await auditOf(site)).find(({ action }) => action === "changePassword")!;
    assert.deepEqual([entry.actorKind, entry.memberId], ["person", member.id]);
  });

  void test("requires the old one and must be strong enough", async () => {
    const site = await aSite();
    const member = await site.member();
    assert.equal((await changePassword(site, member, "wrong", chosen)).page.status, 401);
    for (const weak of ["short", "password123", ""]) {
      assert.equal((await changePassword(site, member, password, weak)).page.status, 422, weak);
    }
    assert.equal((await signIn(site, member.email, password)).address, "/learn");
  });

  void test("is set by one of two concurrent requests, and the other gets an error", async () => {
    const site = await aSite();
    const member = await site.member();
    const both = await Promise.all([
      changePassword(site, member, password, `${chosen}-1`),
      changePassword(site, member, password, `${chosen}-2`),
    ]);
    const [done, refused] = both.toSorted((one, other) => one.page.status - other.page.status);
    assert.equal(done!.page.address, "/account?done=password_changed");
    assert.ok(refused!.page.status >= 400);
  });

  void test("cannot be set by a forged form or without a session", async () => {
    const site = await aSite();
    const { browser } = await aPersonIn(site);
    const fields = { email: anAddress(), current: password, password: chosen };
    for (const path of ["/account/email", "/account/password"]) {
      assert.equal((await browser.request("POST", path, { ...fields, csrf: "made-up" })).statusCode, 403);
      const stranger = site.browser();
      const csrf = /name="csrf" value="([^"]+)"/.exec((await stranger.open("/sign-in")).body)![1]!;
      assert.match((await stranger.open(path, { ...fields, csrf })).address, /^\/sign-in/);
      assert.equal((await stranger.open(path)).address, `/sign-in?return_to=${path}`);
    }
    assert.deepEqual(await auditActions(site), []);
  });
});
