import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { later, minute } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { auditOf, outboxOf, setStatus, unverifyEmail } from "../../support/worlds/records.ts";
import { aSite, type ASite, authorizeUrl, buildProcess, password, siteAt } from "../../support/world.ts";
import { alertOn, anAddress, askForPassword, chosen, linkTo, signIn } from "../support/sign-up-forms.ts";

/** A person invited by the site. */
async function invitedAt(site: ASite, email: string): Promise<string> {
  const newcomer = { email, name: "Ana", roles: ["student"] } as const;
  return (await database.transaction((db) => addMemberTo({ db, site: site.site }, newcomer, new Date()))).id;
}

async function reset(site: ASite, email: string, secret = chosen, browser = site.browser(), mails = 1) {
  await askForPassword(browser, email);
  return browser.submit(await browser.open(await linkTo(email, mails)), { password: secret });
}

void describe("A forgotten password", () => {
  void test("is replaced by an emailed link, and only the new one works", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = site.browser();
    const entrance = await browser.open("/sign-in");
    assert.match(entrance.body, /href="\/password\/forgotten">Forgot your password\?</);
    await askForPassword(browser, `  ${member.email.toUpperCase()} `);
    const address = await linkTo(member.email);
    assert.match(address, /^\/password\/new\?link=lml_[\w-]{43}$/);
    const done = await browser.submit(await browser.open(address), { password: chosen });
    assert.equal(done.address, "/sign-in?done=password_set");
    assert.match(done.body, /role="status"/);
    assert.equal((await signIn(site, member.email, password)).status, 401);
    assert.equal((await signIn(site, member.email, chosen)).address, "/learn");
    const entries = (await auditOf(site)).filter(({ action }) => /assword/.test(action));
    assert.deepEqual(
      entries.map(({ action, actorKind, resourceType }) => [action, actorKind, resourceType]),
      [
        ["requestPasswordReset", "anonymous", "member"],
        ["setPassword", "anonymous", "member"],
      ],
    );
    assert.equal(entries[1]!.memberId, member.id);
  });

  void test("disconnects apps at every school if requested on the same page", async () => {
    const [here, there] = [await aSite(), await aSite()];
    const member = await here.member();
    const same = await there.member({ email: member.email });
    const tokens = [
      await here.connect(await here.register(), member, "openid"),
      await there.connect(await there.register(), same, "openid"),
    ];
    await mailsTo(member.email, 2);
    const browser = here.browser();
    await askForPassword(browser, member.email);
    const page = await browser.open(await linkTo(member.email, 3));
    assert.match(page.body, /type="checkbox"\s+name="disconnect_apps"/);
    const short = await browser.submit(page, { password: "short", disconnect_apps: "on" });
    assert.match(short.body, /name="disconnect_apps"\s+checked/);
    assert.equal((await here.userinfo(tokens[0]!.access_token)).statusCode, 200);
    await browser.submit(page, { password: chosen, disconnect_apps: "on" });
    assert.equal((await here.userinfo(tokens[0]!.access_token)).statusCode, 401);
    assert.equal((await there.userinfo(tokens[1]!.access_token)).statusCode, 401);
    for (const site of [here, there]) {
      assert.ok((await auditOf(site)).some(({ action }) => action === "disconnectApplication"));
      assert.ok((await outboxOf(site)).some(({ type }) => type === "oauth_client.revoked"));
    }
  });

  void test("disconnects apps of the schools with that setting, and of no others", async () => {
    const [here, there] = [await aSite(), await aSite({ disconnectAppsOnPasswordReset: true })];
    const member = await here.member();
    const same = await there.member({ email: member.email });
    const tokens = [
      await here.connect(await here.register(), member, "openid"),
      await there.connect(await there.register(), same, "openid"),
    ];
    await mailsTo(member.email, 2);
    await reset(here, member.email, chosen, here.browser(), 3);
    assert.equal((await here.userinfo(tokens[0]!.access_token)).statusCode, 200);
    assert.equal((await there.userinfo(tokens[1]!.access_token)).statusCode, 401);
    const browser = there.browser();
    await askForPassword(browser, member.email);
    const page = await browser.open(await linkTo(member.email, 5));
    assert.doesNotMatch(page.body, /name="disconnect_apps"/);
    assert.match(page.body, /will be disconnected/);
  });

  void test("cannot be replaced by the person's email address", async () => {
    const site = await aSite();
    const { email } = await site.member();
    const browser = site.browser();
    await askForPassword(browser, email);
    const page = await browser.open(await linkTo(email));
    const refused = await browser.submit(page, { password: email.toUpperCase() });
    assert.equal(refused.status, 422);
    assert.match(refused.body, /must not be your email address/);
    assert.equal((await signIn(site, email, password)).address, "/learn");
  });

  void test("once replaced, ends all sessions at every school and keeps applications connected", async () => {
    const [here, there] = [await aSite(), await aSite()];
    const member = await here.member();
    const same = await there.member({ email: member.email });
    const browsers = [await here.signedIn(member), await there.signedIn(same)];
    const neighbour = await here.signedIn(await here.member());
    const tokens = await here.connect(await here.register(), member, "openid");
    // The first email is about the application.
    await mailsTo(member.email, 1);
    await reset(here, member.email, chosen, here.browser(), 2);
    for (const browser of browsers) assert.match((await browser.open("/account")).address, /^\/sign-in/);
    assert.equal((await neighbour.open("/account")).address, "/account");
    assert.equal((await here.userinfo(tokens.access_token)).statusCode, 200);
    assert.equal((await signIn(there, member.email, chosen)).address, "/learn");
    const entry = (await auditOf(there)).find(({ action }) => action === "setPassword")!;
    assert.equal(entry.memberId, same.id);
  });

  void test("sends a notification by email and verifies the address", async () => {
    const site = await aSite();
    const member = await site.member();
    await unverifyEmail(member);
    await reset(site, member.email);
    const [, notice] = await mailsTo(member.email, 2);
    assert.match(notice!.email.subject!, /was changed/);
    assert.ok(notice!.email.text!.includes("/password/forgotten"));
    assert.throws(() => linkIn(notice!));
    assert.ok((await findAccountByEmail(database, member.email))!.emailVerifiedAt);
  });

  void test("An invited member claims their account in the same way, at the requested site only", async () => {
    const [here, there] = [await aSite(), await aSite()];
    const email = anAddress();
    const [first, second] = [await invitedAt(here, email), await invitedAt(there, email)];
    await askForPassword(here.browser(), email);
    assert.match((await mailsTo(email))[0]!.email.subject!, /^Choose your password/);
    const browser = here.browser();
    await browser.submit(await browser.open(await linkTo(email)), { password: chosen });
    assert.equal((await findMember(here.context(), first))!.status, "active");
    assert.equal((await findMember(there.context(), second))!.status, "invited");
    for (const site of [here, there]) assert.equal((await signIn(site, email, chosen)).address, "/learn");
    assert.equal((await findMember(there.context(), second))!.status, "active", "Signing in accepts the invitation.");
    const subjects = (await mailsTo(email, await mailsInAll(email))).map((mail) => mail.email.subject ?? "");
    const others = subjects.filter((subject) => !subject.startsWith("New sign-in"));
    assert.equal(others.length, 1, "A first password is no change to notify of.");
  });

  void test("A suspended member can choose a new password and stays suspended", async () => {
    const site = await aSite();
    const member = await site.member();
    await setStatus(site, member, "suspended");
    await reset(site, member.email);
    assert.equal((await signIn(site, member.email, chosen)).status, 401);
  });

  void test("A link works once, also for concurrent submits, and invalidates all earlier links", async () => {
    const site = await aSite();
    const { email } = await site.member();
    await askForPassword(site.browser(), email);
    await askForPassword(site.browser(), email);
    const [first, second] = (await mailsTo(email, 2)).map(linkIn);
    const browser = site.browser();
    const [page, other] = [await browser.open(first!), await browser.open(second!)];
    const presses = await Promise.all([1, 2, 3].map((turn) => browser.submit(page, { password: `${chosen}-${turn}` })));
    assert.equal(presses.filter(({ address }) => address.startsWith("/sign-in")).length, 1);
    for (const address of [first!, second!]) assert.equal((await browser.open(address)).status, 404);
    assert.equal((await browser.submit(other, { password: chosen })).status, 404);
  });

  void test("A link works for an hour", async () => {
    const site = await aSite();
    const { email } = await site.member();
    await askForPassword(site.browser(), email);
    const address = await linkTo(email);
    const browser = site.browser();
    const page = await browser.open(address);
    await later(60 * minute + 1, async () => {
      assert.equal((await browser.open(address)).status, 404);
      assert.equal((await browser.submit(page, { password: chosen })).status, 404);
    });
    await later(59 * minute, async () => assert.equal((await browser.open(address)).status, 200));
  });

  void test("A rejected password does not consume the link", async () => {
    const site = await aSite();
    const { email } = await site.member();
    await askForPassword(site.browser(), email);
    const browser = site.browser();
    let page = await browser.open(await linkTo(email));
    for (const weak of ["short", "password123", "x".repeat(201), ""]) {
      page = await browser.submit(page, { password: weak });
      assert.equal(page.status, 422, weak);
      assert.ok(alertOn(page));
    }
    assert.equal((await browser.submit(page, { password: chosen })).address, "/sign-in?done=password_set");
  });

  void test("A forged form changes nothing", async () => {
    const site = await aSite();
    const { email } = await site.member();
    const browser = site.browser();
    await askForPassword(browser, email);
    const link = (await linkTo(email)).split("=")[1]!;
    const forged = await browser.request("POST", "/password/new", { link, password: chosen, csrf: "made-up" });
    assert.equal(forged.statusCode, 403);
    assert.ok(forged.body.includes(link), "The form is shown again.");
    assert.equal((await browser.request("POST", "/password/forgotten", { email, csrf: "" })).statusCode, 403);
    assert.equal((await signIn(site, email, password)).address, "/learn");
  });

  void test("A reset during an authorization request returns to the application", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = site.browser();
    const entrance = await browser.open(authorizeUrl(await site.register()).url);
    const way = /href="(\/password\/forgotten\?authorization=aut_\w+)"/.exec(entrance.body)![1]!;
    await browser.submit(await browser.open(way), { email: member.email });
    const done = await browser.submit(await browser.open(await linkTo(member.email)), { password: chosen });
    assert.match(done.address, /^\/sign-in\?authorization=aut_\w+&done=password_set$/);
    assert.match((await browser.submit(done, { email: member.email, password: chosen })).address, /^\/consent\?/);
  });

  void test("An invalid address is the only reported error", async () => {
    const site = await aSite();
    for (const email of ["", "nowhere", "a@b\r\nBcc: x@example.test", '"><script>@x', "a\u0000@example.test"]) {
      const page = await askForPassword(site.browser(), email);
      assert.ok(page.status === 422 || page.status === 400, `${email}: ${page.status}`);
      assert.equal(page.body.includes("<script>"), false);
    }
  });

  void test("Without outgoing email the page says so, and the sign-in page names a contact", async () => {
    const site = siteAt((await aSite()).site, buildProcess());
    const { email } = await site.member();
    const entrance = await site.browser().open("/sign-in");
    assert.doesNotMatch(entrance.body, /password\/forgotten/);
    assert.match(entrance.body, /The administrators of .* can reset it/);
    const page = await site.browser().open("/password/forgotten");
    assert.deepEqual([page.status, /cannot send emails/.test(page.body)], [404, true]);
    assert.equal((await site.browser().open("/password/forgotten", { email, csrf: "" })).status, 404);
  });

  void test("The page that sets a password sends no referrer and is never cached", async () => {
    const site = await aSite();
    const { email } = await site.member();
    await askForPassword(site.browser(), email);
    const { headers } = (await site.browser().open(await linkTo(email))).response;
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cache-control"], "no-store");
  });
});
