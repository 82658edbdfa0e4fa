import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../support/databases/database.ts";
import { minute, later } from "../support/clock.ts";
import { anOpenIdProvider, type Manners } from "../support/doubles/openid-provider.ts";
import type { Page, TestBrowser } from "../support/browser-session.ts";
import { aSite } from "../support/world.ts";
import {
  aConnectedSite,
  aSiteOnline,
  type Connected,
  connectProvider,
  leave,
  memberIn,
  personAt,
  signInWith,
} from "../pages/sign-in/support/provider-site.ts";

/** Asserts that no session and no new member exist. */
async function assertRefused(page: Page, browser: TestBrowser, { site }: Connected, status = 400): Promise<void> {
  assert.equal(page.status, status, page.body.slice(0, 2000));
  assert.match(page.body, /Sign-in did not work|Connect Harbour ID first|page has expired/);
  assert.equal(await memberIn(browser), undefined);
  const members = await database.many`select 1 from identities where site_id = ${site.id}`;
  assert.equal(members.length, 0);
}

const seconds = () => Math.floor(Date.now() / 1000);

const lies: Record<string, Manners> = {
  "a wrong issuer in the ID token": { idToken: { iss: "https://evil.apps.test" } },
  "a wrong nonce": { idToken: { nonce: "of another sign-in" } },
  "no nonce": { idToken: { nonce: undefined } },
  "the audience of another client": { idToken: { aud: "another-client" } },
  "several audiences without naming the school as the party": { idToken: { aud: ["school", "another-client"] } },
  "several audiences and another authorized party": { idToken: { aud: ["school", "other"], azp: "other" } },
  "an audience that is no text": { idToken: { aud: ["school", 7], azp: "school" } },
  "an expired ID token": { idToken: { exp: seconds() - 120, iat: seconds() - 600 } },
  "an ID token from the future": { idToken: { nbf: seconds() + 600 } },
  "no expiry": { idToken: { exp: undefined } },
  "no subject": { idToken: { sub: undefined } },
  "a subject that is no text": { idToken: { sub: { id: 1 } } },
  "a subject of 300 characters": { idToken: { sub: "a".repeat(300) } },
  "an unsigned ID token": { signature: "none" },
  "an ID token with the public key as a shared secret": { signature: "public" },
  "an ID token of a key that is not published": { signature: "stranger" },
  "another issuer in the response": { response: { iss: "https://evil.apps.test" } },
  "no issuer in the response, though it promises one": { response: { iss: undefined } },
  "an invented code": { response: { code: "invented" } },
  "an error beside the code": { response: { error: "access_denied" } },
  "tokens in the response": { response: { id_token: "e30.e30." } },
  "UserInfo about another person": {
    idToken: { email: undefined },
    userInfo: { sub: "another", email: "a@b.example" },
  },
};

void describe("A sign-in is refused if the provider sends", () => {
  for (const [lie, manners] of Object.entries(lies)) {
    void test(lie, async () => {
      const connected = await aConnectedSite();
      connected.provider.manners = manners;
      const { page, browser } = await signInWith(connected, personAt(connected.domain));
      await assertRefused(page, browser, connected);
    });
  }
});

void describe("A response is refused", () => {
  void test("a second time", async () => {
    const connected = await aConnectedSite();
    const browser = connected.site.browser();
    const response = connected.provider.approve(await leave(browser, connected.path), personAt(connected.domain));
    assert.equal((await browser.open(response)).address, "/learn");
    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    const page = await browser.open(response);
    assert.match(page.body, /was used already/);
    assert.equal(await memberIn(browser), undefined);
    assert.equal(connected.provider.exchanges.length, 1);
  });

  void test("in another browser, and still works in its own", async () => {
    const connected = await aConnectedSite();
    const [own, stranger] = [connected.site.browser(), connected.site.browser()];
    const response = connected.provider.approve(await leave(own, connected.path), personAt(connected.domain));
    await assertRefused(await stranger.open(response), stranger, connected);
    assert.equal((await own.open(response)).address, "/learn");
  });

  void test("after fifteen minutes", async () => {
    const connected = await aConnectedSite();
    const browser = connected.site.browser();
    const response = connected.provider.approve(await leave(browser, connected.path), personAt(connected.domain));
    await later(16 * minute, async () => assertRefused(await browser.open(response), browser, connected));
  });

  void test("with an unknown state, with two states, and without one", async () => {
    const connected = await aConnectedSite();
    const browser = connected.site.browser();
    const address = await leave(browser, connected.path);
    const response = connected.provider.approve(address, personAt(connected.domain));
    const state = new URL(address).searchParams.get("state")!;
    for (const changed of [
      response.replace(state, `lps_${"A".repeat(43)}`),
      `${response}&state=${state}`,
      response.replace(`state=${state}`, "x=1"),
    ]) {
      await assertRefused(await browser.open(changed), browser, connected);
    }
    assert.equal(connected.provider.exchanges.length, 0);
  });

  void test("at another school", async () => {
    const [connected, other] = [await aConnectedSite(), await aConnectedSite()];
    const browser = connected.site.browser();
    const response = connected.provider.approve(await leave(browser, connected.path), personAt(connected.domain));
    const there = other.site.browser();
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    assert.equal((await there.open(response)).status, 404);
    await assertRefused(await there.open(response.replace(connected.wireId, other.wireId)), there, other);
  });
});

async function twoProviders() {
  const site = await aSiteOnline();
  const honest = await connectProvider(site, await anOpenIdProvider());
  const evil = await connectProvider(site, await anOpenIdProvider(), { name: "Other ID" });
  return { site, honest, evil };
}

void describe("With two providers at a school", () => {
  void test("a code of one is not sent to the other (mix-up)", async () => {
    const { site, honest, evil } = await twoProviders();
    const browser = site.browser();
    // The evil provider sends the browser on to the honest one, with its own state.
    const begun = await leave(browser, evil.path);
    const passedOn = new URL(await leave(browser, honest.path));
    passedOn.searchParams.set("state", new URL(begun).searchParams.get("state")!);
    const response = honest.provider.approve(passedOn.href, personAt(honest.domain));
    await assertRefused(await browser.open(response), browser, honest);
    await assertRefused(await browser.open(response.replace(honest.wireId, evil.wireId)), browser, evil);
    assert.equal(evil.provider.exchanges.length, 0);
  });

  void test("the subject of one is not that of the other", async () => {
    const { honest, evil } = await twoProviders();
    const victim = personAt(honest.domain);
    await signInWith(honest, victim);
    const { page, browser } = await signInWith(evil, { sub: victim.sub, email: victim.email, email_verified: true });
    assert.match(page.body, /Connect Other ID first/);
    assert.equal(await memberIn(browser), undefined);
  });
});

void describe("An address gives no access to its account", () => {
  void test("if the provider does not say that it is verified", async () => {
    for (const verified of [false, undefined, "true", 1]) {
      const connected = await aConnectedSite();
      const { email } = await connected.site.member({ email: `ana@${connected.domain}` });
      const claims = personAt(connected.domain, { email, email_verified: verified });
      const { page, browser } = await signInWith(connected, claims);
      await assertRefused(page, browser, connected, 403);
    }
  });

  void test("if UserInfo verifies another address than the ID token names", async () => {
    const connected = await aConnectedSite({ groupRoles: { staff: ["lecturer"] } });
    const { email } = await connected.site.member({ email: `ana@${connected.domain}` });
    connected.provider.manners = { userInfo: { email: `bo@${connected.domain}`, email_verified: true } };
    const { page, browser } = await signInWith(connected, { sub: "1", email });
    await assertRefused(page, browser, connected, 403);
  });

  void test("at a domain that the school has not given to the provider", async () => {
    const connected = await aConnectedSite();
    const { email } = await connected.site.member();
    const lookalikes = [email, `ana@sub.${connected.domain}`, `ana@${connected.domain}.evil.example`];
    for (const address of [...lookalikes, `ana@${connected.domain}@evil.example`, connected.domain]) {
      const { page, browser } = await signInWith(connected, personAt("", { email: address }));
      await assertRefused(page, browser, connected, 403);
    }
  });

  void test("if it is only the contact address of a member who signs in with another one", async () => {
    const connected = await aConnectedSite();
    const { id } = await connected.site.member({ roles: ["owner"] });
    const email = `ana@${connected.domain}`;
    await database.run`
      update members set email = ${email}, email_key = ${email} where site_id = ${connected.site.id} and id = ${id}`;
    const { page, browser } = await signInWith(connected, personAt(connected.domain));
    await assertRefused(page, browser, connected, 403);
  });

  void test("once the address belongs to someone else at the provider", async () => {
    const connected = await aConnectedSite();
    const first = personAt(connected.domain);
    assert.equal((await signInWith(connected, first)).page.address, "/learn");
    const { page, browser } = await signInWith(connected, { ...first, sub: "the new owner of the address" });
    assert.equal(page.status, 403);
    assert.equal(await memberIn(browser), undefined);
  });

  void test("in another school, and the school of the provider does not learn about it", async () => {
    const [connected, elsewhere] = [await aConnectedSite(), await aSite({}, undefined, "Hidden School")];
    const email = `ana@${connected.domain}`;
    const victim = await elsewhere.member({ email });
    const { page, browser } = await signInWith(connected, personAt(connected.domain));
    assert.equal(page.address, "/learn");
    const account = await database.first<{ accountId: string }>`
      select account_id from members where site_id = ${connected.site.id} and email = ${email}`;
    assert.notEqual(account?.accountId, victim.accountId);
    assert.doesNotMatch((await memberIn(browser)) ?? "", /Hidden School/);
  });
});

void describe("A person does not get in", () => {
  void test("who is suspended or removed", async () => {
    for (const status of ["suspended", "removed"]) {
      const connected = await aConnectedSite();
      const claims = personAt(connected.domain);
      await signInWith(connected, claims);
      await database.run`
        update members set status = ${status} where site_id = ${connected.site.id} and email = ${claims.email}`;
      const { page, browser } = await signInWith(connected, claims);
      assert.equal(page.status, 403);
      assert.equal(await memberIn(browser), undefined);
    }
  });

  void test("through a disabled provider, also while a sign-in is under way", async () => {
    const connected = await aConnectedSite();
    const browser = connected.site.browser();
    const response = connected.provider.approve(await leave(browser, connected.path), personAt(connected.domain));
    await database.run`
      update identity_providers set active = false where site_id = ${connected.site.id} and id = ${connected.id}`;
    await assertRefused(await browser.open(response), browser, connected, 403);
    assert.equal((await browser.open(connected.path, {})).status, 404);
  });

  void test("who is not a member, if the school invites everyone", async () => {
    const connected = await aConnectedSite({ createsMembers: false });
    const { page, browser } = await signInWith(connected, personAt(connected.domain));
    await assertRefused(page, browser, connected, 403);
  });
});

void test("A page of another site cannot begin a sign-in", async () => {
  const { site, path } = await aConnectedSite();
  const browser = site.browser();
  await browser.open("/sign-in");
  const bare = await browser.open(path, {});
  assert.deepEqual([bare.status, bare.response.headers["refresh"]], [403, undefined]);
  const page = await browser.open("/sign-in");
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)![1]!;
  const sent = await browser.request("POST", path, { csrf }, { "sec-fetch-site": "cross-site" });
  assert.deepEqual([sent.statusCode, sent.headers["refresh"]], [403, undefined]);
  assert.equal((await browser.request("GET", path)).statusCode, 405);
});
