import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hasFactor, findFactors } from "#domain/people/second-factors/queries.ts";
import { digest } from "#lib/secrets/secret.ts";
import { database } from "../../support/databases/database.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { linkIn, mailAbout, mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { anOpenIdProvider } from "../../support/doubles/openid-provider.ts";
import { isSignedIn, setUpApp } from "../../support/second-factors.ts";
import { type AMember, password } from "../../support/world.ts";
import {
  aConnectedSite,
  addressIn,
  aSiteOnline,
  connectIn,
  type Connected,
  connectProvider,
  personAt,
  signInWith,
} from "../../pages/sign-in/support/provider-site.ts";
import { askForCode, codeIn, enterDigits } from "../../pages/sign-in/support/mailed-codes.ts";
import { anAddress, askForPassword, chosen, askToSignUp, linkTo, signIn } from "../../pages/support/sign-up-forms.ts";
import { operatorOf } from "../../rest/support/operator.ts";

// Trojan identifiers (Sudhodanan and Paverd, "Pre-hijacked accounts"): the attacker leaves another way into an account
// whose address then belongs to the victim.

const aSiteWithEverything = async (): Promise<Connected> =>
  connectProvider(await aSiteOnline({ signInByEmail: "offered", openSignUp: true }), await anOpenIdProvider());

/** A member without a password, with an identity at the provider, asks to move the account to an address. */
async function moveAccount(connected: Connected, email: string): Promise<TestBrowser> {
  const claims = personAt(connected.domain, { sub: "trojan" });
  assert.equal((await signInWith(connected, claims)).page.address, "/learn");
  const browser = connected.site.browser();
  const code = await askForCode(browser, claims.email);
  await enterDigits(browser, code, (await codeIn(claims.email)).digits);
  const asked = await browser.submit(await browser.open("/account/email"), { email }, "/account/email");
  assert.equal(asked.status, 200);
  return browser;
}

const changeLink = async (email: string): Promise<string> => linkIn((await mailsTo(email))[0]!);

const csrfIn = ({ body }: Page): string => /name="csrf" value="([^"]*)"/.exec(body)![1]!;

/** Confirms the link as its page would, although the page has no such form. */
const forceConfirm = async (browser: TestBrowser, link: string, page: Page): Promise<Page> =>
  browser.open("/email/confirm", { csrf: csrfIn(page), link: link.split("link=")[1]! });

const accountsOf = async (email: string): Promise<number> =>
  (await database.many`select from accounts where email = ${email}`).length;

/** Everything that a person can leave at a site to come back, in the account of a member. */
async function leaveWaysIn(connected: Connected, member: AMember) {
  const { site, provider, wireId } = connected;
  const browser = site.browser();
  assert.equal((await signIn(site, member.email, password, browser)).address, "/learn");
  const action = `/account/sign-in/${wireId}/connect`;
  const leaving = await browser.submit(await browser.open("/account/sign-in"), { current: password }, action);
  await browser.open(provider.approve(addressIn(leaving), { sub: "trojan" }));
  const client = await site.operatorClient();
  const tokens = await connectIn(browser, site, client);
  const csrf = csrfIn(await browser.open("/account/events"));
  await browser.open("/account/events/calendar", { csrf, act: "renew" });
  const [, calendar] = /https?:\/\/[^/"]+(\/calendar-feeds\/[^"]+\.ics)/.exec(
    (await browser.open("/account/events")).body,
  )!;
  return { browser, client, tokens, calendar: calendar! };
}

/** Names the ways of the attacker that still work. */
async function openWays(
  connected: Connected,
  email: string,
  { browser, client, tokens, calendar }: Awaited<ReturnType<typeof leaveWaysIn>>,
): Promise<string[]> {
  const { site } = connected;
  const known = await database.many`
    select from known_browsers where site_id = ${site.id} and digest = ${digest(browser.cookies.get("__Host-lectern_browser")!)}`;
  const ways: Record<string, boolean> = {
    session: await isSignedIn(browser),
    password: (await signIn(site, email, password)).status !== 401,
    identity: (await signInWith(connected, { sub: "trojan" })).page.status !== 403,
    access: (await site.userinfo(tokens.access_token)).statusCode !== 401,
    refresh: (await site.refresh(client, tokens.refresh_token)).statusCode !== 400,
    calendar: (await site.get(calendar)).statusCode !== 404,
    browser: known.length > 0,
  };
  return Object.keys(ways).filter((way) => ways[way]);
}

/** Replaces the password by a mailed link. Emails from before are delivered first. */
async function resetPassword(browser: TestBrowser, email: string): Promise<void> {
  const before = await mailsInAll(email);
  await askForPassword(browser, email);
  await browser.submit(await browser.open(await linkTo(email, before + 1)), { password: chosen });
}

void describe("A trojan identifier does not reach the victim's account", () => {
  void test("by a change of address that the victim confirms unaware, without a session", async () => {
    const connected = await aSiteWithEverything();
    const email = anAddress();
    const attacker = await moveAccount(connected, email);
    const victim = connected.site.browser();
    const link = await changeLink(email);
    const page = await victim.open(link);
    assert.equal(page.status, 200);
    assert.match(page.body, /Someone signed in to .* asked to change the address/s);
    assert.match(page.body, new RegExp(`a…@${connected.domain}`));
    assert.ok(!page.body.includes(`ana@${connected.domain}`), "The address of a stranger is masked.");
    assert.doesNotMatch(page.body, /action="\/email\/confirm"/);
    const forced = await forceConfirm(victim, link, await victim.open("/sign-in"));
    assert.equal(forced.status, 403);
    assert.equal(await accountsOf(email), 0);
    // The victim signs up as if nothing had happened.
    await askToSignUp(victim, { email, name: "Vi Berg" });
    await victim.submit(await victim.open(await linkTo(email, 2)), {});
    assert.equal(await accountsOf(email), 1);
    assert.match((await victim.open("/account")).body, /Vi Berg/);
    assert.doesNotMatch((await attacker.open("/account")).body, /Vi Berg/);
  });

  void test("by a change of address that the victim confirms unaware, signed in to an account of their own", async () => {
    const connected = await aSiteWithEverything();
    const [email, own] = [anAddress(), await connected.site.member()];
    await moveAccount(connected, email);
    const victim = await connected.site.signedIn(own);
    const link = await changeLink(email);
    const page = await victim.open(link);
    assert.match(page.body, /You are signed in as .*, which is another account/s);
    assert.ok(page.body.includes(own.email));
    assert.doesNotMatch(page.body, /action="\/email\/confirm"/);
    const forced = await forceConfirm(victim, link, await victim.open("/account"));
    assert.equal(forced.status, 403);
    assert.equal(await accountsOf(email), 0);
  });

  void test("by ways into an account with a password that others know, once the victim replaces the password", async () => {
    const connected = await aSiteWithEverything();
    const { site } = connected;
    const member = await site.member();
    await database.run`update accounts set password_site_id = ${site.id} where id = ${member.accountId}`;
    const left = await leaveWaysIn(connected, member);
    assert.equal((await openWays(connected, member.email, left)).length, 7);
    const victim = site.browser();
    await resetPassword(victim, member.email);
    assert.deepEqual(await openWays(connected, member.email, left), []);
    assert.equal((await signIn(site, member.email, chosen)).address, "/learn");
  });

  void test("by ways into an account with a password that others know, once the victim enters a mailed code", async () => {
    const connected = await aSiteWithEverything();
    const { site } = connected;
    const member = await site.member();
    await database.run`update accounts set password_site_id = ${site.id} where id = ${member.accountId}`;
    const left = await leaveWaysIn(connected, member);
    const victim = site.browser();
    const before = await mailsInAll(member.email);
    const asked = await askForCode(victim, member.email);
    const { digits } = await codeIn(member.email, before + 1);
    assert.equal((await enterDigits(victim, asked, digits)).address, "/learn");
    assert.deepEqual(await openWays(connected, member.email, left), []);
    assert.equal(await isSignedIn(victim), true);
    // The victim learns of it.
    await mailAbout(member.email, /password .* was changed/);
  });

  void test("by a second factor of the attacker: a mailed code then proves nothing", async () => {
    const { site } = await aSiteWithEverything();
    const member = await site.member();
    await database.run`
      update accounts set password_site_id = ${site.id}, email_verified_at = null where id = ${member.accountId}`;
    await setUpApp(site, member);
    const before = await mailsInAll(member.email);
    const victim = site.browser();
    const asked = await askForCode(victim, member.email);
    await enterDigits(victim, asked, (await codeIn(member.email, before + 1)).digits);
    assert.equal(await isSignedIn(victim), false);
    assert.equal(hasFactor(await findFactors(site.context(), member.id)), true);
    const account = await database.one<{ emailVerifiedAt: Date | null }>`
      select email_verified_at from accounts where id = ${member.accountId}`;
    assert.equal(account.emailVerifiedAt, null);
  });

  void test("by an identity from before a member was removed, once the address is a member again", async () => {
    const connected = await aConnectedSite();
    const { site } = connected;
    const member = await site.member();
    const former = await leaveWaysIn(connected, member);
    const operator = await operatorOf(site, "members:read members:write");
    assert.equal((await operator.delete(`/members/${member.sub}`)).statusCode, 204);
    assert.equal((await operator.post("/members", { email: member.email, roles: ["student"] })).statusCode, 201);
    const victim = site.browser();
    await resetPassword(victim, member.email);
    assert.equal(await isSignedIn(victim), true);
    assert.deepEqual(await openWays(connected, member.email, former), []);
  });
});
