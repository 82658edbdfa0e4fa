import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { later, minute } from "../../support/clock.ts";
import { anOpenIdProvider } from "../../support/doubles/openid-provider.ts";
import { passkeyOptionsIn, SoftwareAuthenticator } from "../../support/software-authenticator.ts";
import { password } from "../../support/world.ts";
import {
  aConnectedSite,
  addressIn,
  type Connected,
  connectProvider,
  memberIn,
  personAt,
  signInWith,
} from "../sign-in/support/provider-site.ts";
import { askForCode, codeIn, enterDigits } from "../sign-in/support/mailed-codes.ts";
import type { TestBrowser } from "../../support/browser-session.ts";

const path = "/account/sign-in";

/** Connects an identity to the member who is signed in. */
async function connect({ provider, wireId }: Connected, browser: TestBrowser, claims: Record<string, unknown>) {
  const page = await browser.open(path);
  const sent = await browser.submit(page, { current: password }, `${path}/${wireId}/connect`);
  return browser.open(provider.approve(addressIn(sent), claims));
}

const connected = async (fields: Parameters<typeof aConnectedSite>[0] = {}) => {
  const found = await aConnectedSite(fields);
  const member = await found.site.member({ name: "Bo Lind" });
  return { ...found, member, browser: await found.site.signedIn(member) };
};

void describe("A signed-in member", () => {
  void test("connects an identity whatever its address, and signs in with it", async () => {
    const found = await connected();
    const claims = { sub: "bo", email: "bo@elsewhere.example" };
    const page = await connect(found, found.browser, claims);
    assert.match(page.body, /The account is connected[^]*bo@elsewhere\.example/);
    const { browser } = await signInWith(found, claims);
    assert.match((await memberIn(browser)) ?? "", /Bo Lind/);
  });

  void test("cannot connect an identity of another member, or a second one of the provider", async () => {
    const found = await connected();
    const other = await found.site.signedIn(await found.site.member({ name: "Ana Lima" }));
    await connect(found, other, { sub: "ana" });
    assert.equal((await connect(found, found.browser, { sub: "ana" })).status, 409);
    const { browser } = await signInWith(found, { sub: "ana" });
    assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
  });

  void test("needs the password to connect, in a form of the page", async () => {
    const { browser, wireId } = await connected();
    const address = `${path}/${wireId}/connect`;
    const wrong = await browser.submit(await browser.open(path), { current: "wrong" }, address);
    assert.deepEqual([wrong.status, wrong.response.headers["refresh"]], [401, undefined]);
    const forged = await browser.open(address, { current: password });
    assert.deepEqual([forged.status, forged.response.headers["refresh"]], [403, undefined]);
  });

  void test("who has no password confirms their identity before connecting another identity", async () => {
    const found = await aConnectedSite();
    const second = await connectProvider(found.site, await anOpenIdProvider(), { name: "Other ID" });
    const { browser } = await signInWith(found, personAt(found.domain));
    assert.match((await browser.open(path)).body, /Connect Other ID/);
    await later(11 * minute, async () => {
      const page = await browser.open(path);
      assert.match(page.body, /Before you connect an account, you confirm your identity/);
      const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)![1]!;
      const asked = await browser.open(`${path}/${second.wireId}/connect`, { csrf });
      assert.equal(asked.status, 403);
      assert.match(asked.body, /Confirm with Harbour ID/);
    });
  });

  void test("does not connect the identity of a request that another session began", async () => {
    const found = await connected();
    const page = await found.browser.open(path);
    const sent = await found.browser.submit(page, { current: password }, `${path}/${found.wireId}/connect`);
    const response = found.provider.approve(addressIn(sent), { sub: "attacker" });
    const victim = await found.site.signedIn(await found.site.member());
    for (const [name, value] of found.browser.cookies) {
      if (!name.includes("session")) victim.cookies.set(name, value);
    }
    assert.equal((await victim.open(response)).status, 400);
    assert.equal((await database.many`select 1 from identities where site_id = ${found.site.id}`).length, 0);
  });

  void test("disconnects an identity, whose other sessions end", async () => {
    const found = await connected();
    await connect(found, found.browser, { sub: "bo" });
    const { browser: phone } = await signInWith(found, { sub: "bo" });
    const page = await found.browser.submit(await found.browser.open(path), {}, `${path}/${found.wireId}/disconnect`);
    assert.match(page.body, /The account is disconnected/);
    assert.equal(await memberIn(phone), undefined);
    assert.equal((await signInWith(found, { sub: "bo" })).page.status, 403);
  });

  void test("disconnects the provider if a passkey signs in too", async () => {
    for (const passwordsOff of [false, true]) {
      const found = await aConnectedSite({ passwordsOff });
      const { browser } = await signInWith(found, personAt(found.domain));
      const page = await browser.open("/account/security/passkeys/new");
      const passkey = new SoftwareAuthenticator(found.site.origin).register(passkeyOptionsIn(page));
      await browser.submit(page, { name: "Laptop", passkey });
      const ways = await browser.open(path);
      assert.equal(ways.body.includes(`${path}/${found.wireId}/disconnect`), !passwordsOff);
    }
  });

  void test("disconnects the provider if the school mails codes, unless the provider replaces them for the domain", async () => {
    for (const passwordsOff of [false, true]) {
      const found = await aConnectedSite({ passwordsOff });
      await found.site.set({ signInByEmail: "offered" });
      const claims = personAt(found.domain);
      const { browser } = await signInWith(found, claims);
      const ways = await browser.open(path);
      assert.equal(ways.body.includes(`${path}/${found.wireId}/disconnect`), !passwordsOff);
      if (passwordsOff) continue;
      const page = await browser.submit(ways, {}, `${path}/${found.wireId}/disconnect`);
      assert.match(page.body, /The account is disconnected/);
      const phone = found.site.browser();
      const asked = await askForCode(phone, claims.email);
      assert.equal((await enterDigits(phone, asked, (await codeIn(claims.email)).digits)).address, "/learn");
    }
  });

  void test("keeps the last way to sign in", async () => {
    for (const fields of [{}, { passwordsOff: true }]) {
      const found = await aConnectedSite(fields);
      const { browser } = await signInWith(found, personAt(found.domain));
      const page = await browser.open(path);
      assert.match(page.body, /This is your only way to sign in/);
      const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.open("/account")).body)![1]!;
      assert.equal((await browser.open(`${path}/${found.wireId}/disconnect`, { csrf })).status, 400);
    }
  });
});
