import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "jose";
import { acrOf, acrValues } from "#access/authentication-classes.ts";
import { database } from "../support/databases/database.ts";
import { codeOf, enterCode, setUpApp } from "../support/second-factors.ts";
import { answerOf, aSite, authorizeUrl, later, password, type Tokens } from "../support/world.ts";

const oneFactor = { acr: "urn:lectern:acr:one-factor", amr: ["pwd"] };

const authenticationIn = (idToken: string) => {
  const { acr, amr } = decodeJwt(idToken);
  return { acr, amr };
};

void test("An ID token carries acr and amr of the sign-in, on both paths of the endpoint", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  const browser = site.browser();
  const first = authorizeUrl(client, { scope: "openid" });
  const consent = await browser.submit(await browser.open(first.url), { email: member.email, password });
  const { code } = answerOf(await browser.submit(consent, { decision: "allow" }));
  const tokens = (await site.exchange(client, code, first.verifier)).json<Tokens>();
  assert.deepEqual(authenticationIn(tokens.id_token!), oneFactor);

  const again = authorizeUrl(client, { scope: "openid" });
  const atOnce = answerOf(await browser.open(again.url));
  const next = (await site.exchange(client, atOnce.code, again.verifier)).json<Tokens>();
  assert.deepEqual(authenticationIn(next.id_token!), oneFactor);
});

void test("A code without openid stores the methods too, for the family of its tokens", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  await site.allow(client, member, "profile");
  await site.allow(client, member, "profile");
  const stored = await database.many`
    select amr, authenticated_at is not null as is_timed from authorization_codes where site_id = ${site.id}`;
  assert.deepEqual(stored, [
    { amr: [], isTimed: true },
    { amr: [], isTimed: true },
  ]);
});

void test("A session from before methods were recorded claims nothing about them", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  const { id_token } = await site.connect(client, member, "openid");
  assert.deepEqual(authenticationIn(id_token!), { acr: undefined, amr: undefined });
});

void test("The class of an authentication is the strongest that its methods satisfy", () => {
  assert.equal(acrOf(["pwd"]), acrValues[0]);
  assert.equal(acrOf(["mail", "pwd"]), acrValues[0]);
  assert.equal(acrOf(["fed"]), acrValues[0]);
  assert.equal(acrOf(["pwd", "otp", "mfa"]), acrValues[1]);
  assert.equal(acrOf(["swk", "user", "mfa"]), "phr");
  assert.equal(acrOf(["hwk"]), acrValues[0], "a key without user verification is one factor");
});

void describe("acr_values", () => {
  const twoFactors = "urn:lectern:acr:two-factors";

  void test("asks a member with a second factor for it, in a session that was opened without", async () => {
    const site = await aSite();
    const [client, member] = [await site.operatorClient(), await site.member()];
    await site.allow(client, member, "openid");
    const { secret } = await setUpApp(site, member);
    const browser = await site.signedIn(member);
    await later(60_000, async () => {
      const { url, verifier } = authorizeUrl(client, { scope: "openid", acr_values: twoFactors });
      const signIn = await browser.open(url);
      assert.match(signIn.address, /^\/sign-in\?authorization=/);
      const step = await browser.submit(signIn, { email: member.email, password });
      const end = await enterCode(browser, step, await codeOf(secret));
      const { id_token } = (await site.exchange(client, answerOf(end).code, verifier)).json<Tokens>();
      assert.equal(decodeJwt(id_token!)["acr"], twoFactors);
    });
  });

  void test("continues for a member who has none, and for classes that are satisfied or unknown", async () => {
    const site = await aSite();
    const [client, member] = [await site.operatorClient(), await site.member()];
    const { browser } = await site.allow(client, member, "openid");
    for (const acr_values of [twoFactors, "phr", acrValues[0], "urn:example:unknown", `urn:example:unknown phr`]) {
      const { url } = authorizeUrl(client, { scope: "openid", acr_values });
      assert.match(answerOf(await browser.open(url)).code, /^lac_/, acr_values);
    }
  });

  void test("does not ask with prompt=none, because it is voluntary", async () => {
    const site = await aSite();
    const [client, member] = [await site.operatorClient(), await site.member()];
    await site.allow(client, member, "openid");
    await setUpApp(site, member);
    const browser = await site.signedIn(member);
    const { url } = authorizeUrl(client, { scope: "openid", acr_values: twoFactors, prompt: "none" });
    assert.match(answerOf(await browser.open(url)).code, /^lac_/);
  });
});
