import assert from "node:assert/strict";
import { test } from "node:test";
import { day, later } from "../support/clock.ts";
import { setRoles, setStatus } from "../support/worlds/records.ts";
import {
  answerOf,
  aSite,
  httpsRedirect,
  type ASite,
  type AClient,
  authorizeUrl,
  type Tokens,
} from "../support/world.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import { ask, askInVain } from "./support/ask.ts";

async function allowed(redirectUris = [httpsRedirect], scope = "openid email account:read") {
  const site = await aSite();
  const client = await site.operatorClient({ redirectUris });
  const member = await site.member();
  const { browser } = await site.allow(client, member, scope);
  return { site, client, member, browser };
}

const isAsked = async (site: ASite, client: AClient, scope: string, browser: TestBrowser, extra = {}) => {
  const page = await ask(site, client, { scope, ...extra }, browser);
  assert.ok(page.status === 200 || page.status === 303);
  return page.address.startsWith("/consent?");
};

void test("Consent for an https redirect is remembered for the same scopes and for a subset", async () => {
  const { site, client, browser } = await allowed();
  for (const scope of ["openid email account:read", "openid", "email openid", "account:read phone"]) {
    assert.equal(await isAsked(site, client, scope, browser), false, scope);
  }
});

void test("An additional scope requires consent", async () => {
  const { site, client, browser } = await allowed();
  assert.equal(await isAsked(site, client, "openid profile", browser), true);
  assert.equal(await isAsked(site, client, "account:write", browser), true);
});

void test("Another redirect URI of the same client requires consent", async () => {
  const other = "https://buddy.example.test/other";
  const { site, client, browser } = await allowed([httpsRedirect, other]);
  assert.equal(await isAsked(site, client, "openid", browser, { redirect_uri: other }), true);
  assert.equal(await isAsked(site, client, "openid", browser), false);
});

void test("A loopback redirect requires consent every time, for every client", async () => {
  const loopback = "http://127.0.0.1/callback";
  const { site, client, browser } = await allowed([loopback, httpsRedirect]);
  assert.equal(await isAsked(site, client, "openid", browser, { redirect_uri: loopback }), true);
  const registered = await site.register();
  const again = await site.allow(registered, await site.member(), "openid");
  assert.equal(await isAsked(site, registered, "openid", again.browser), true);
});

void test("Another client and another member require consent", async () => {
  const { site, client, browser } = await allowed();
  assert.equal(await isAsked(site, await site.operatorClient(), "openid", browser), true);
  assert.equal(await isAsked(site, client, "openid", await site.signedIn(await site.member())), true);
});

void test("Consent belongs to the member and applies in another browser", async () => {
  const { site, client, member } = await allowed();
  assert.equal(await isAsked(site, client, "openid", await site.signedIn(member)), false);
});

async function withdraw(browser: TestBrowser) {
  const account = await browser.open("/account");
  const [action] = /\/account\/applications\/gra_\w+\/revoke/.exec(account.body)!;
  await browser.submit(account, {}, action);
}

void test("Withdrawing consent deletes it and revokes every token and every unused code", async () => {
  const { site, client, member, browser } = await allowed();
  const tokens = await site.connect(client, member, "openid");
  const pending = await site.allow(client, member, "openid");
  await withdraw(browser);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 400);
  assert.equal((await site.exchange(client, pending.code, pending.verifier)).statusCode, 400);
  assert.equal(await isAsked(site, client, "openid", browser), true);
  assert.equal((await askInVain(site, client, { prompt: "none" }, browser)).error, "consent_required");
});

void test("Consent given after a withdrawal is independent of the earlier one", async () => {
  const { site, client, member, browser } = await allowed();
  await withdraw(browser);
  await site.allow(client, member, "openid");
  assert.equal(await isAsked(site, client, "openid", browser), false);
  assert.equal(await isAsked(site, client, "openid email", browser), true);
});

void test("Remembered consent gives no code for a member who is suspended, has no role or is signed out", async () => {
  const { site, client, member, browser } = await allowed();
  const isSentToSignIn = async () => (await ask(site, client, {}, browser)).address.startsWith("/sign-in?");
  assert.equal(await isSentToSignIn(), false);

  await setStatus(site, member, "suspended");
  assert.equal(await isSentToSignIn(), true);
  await setStatus(site, member, "active");
  await setRoles(site, member, []);
  assert.equal(await isSentToSignIn(), true);
  await setRoles(site, member, ["student"]);
  assert.equal(await isSentToSignIn(), false);

  const elsewhere = await site.signedIn(member);
  await elsewhere.submit(await elsewhere.open("/account"), {}, "/account/sessions/revoke-others");
  assert.equal(await isSentToSignIn(), true);
});

void test("Remembered consent gives no code for an expired session", async () => {
  const { site, client, member, browser } = await allowed();
  await later(31 * day, async () => assert.match((await ask(site, client, {}, browser)).address, /^\/sign-in\?/));
  await site.set({ sessionLifetime: 600 });
  const brief = await site.signedIn(member);
  assert.match((await askInVain(site, client, {}, brief)).code, /^lac_/);
  await later(601_000, async () => assert.match((await ask(site, client, {}, brief)).address, /^\/sign-in\?/));
});

void test("A role that allows fewer scopes than consented gets those scopes, or an error if none remain", async () => {
  const site = await aSite();
  const client = await site.operatorClient({ audience: "operator" });
  const member = await site.member({ roles: ["owner"] });
  const scope = "courses:read orders:read";
  const { browser } = await site.allow(client, member, scope);
  const again = async () => {
    const { url, verifier } = authorizeUrl(client, { scope });
    const { code, error } = answerOf(await browser.open(url));
    return error ?? (await site.exchange(client, code, verifier)).json<Tokens>().scope;
  };
  assert.equal(await again(), scope);
  await setRoles(site, member, ["lecturer"]);
  assert.equal(await again(), "courses:read");
  await setRoles(site, member, ["student"]);
  assert.equal(await again(), "invalid_scope");
});
