import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { acrOf, acrValues } from "#oauth/authentication-claims.ts";
import { database } from "../support/databases/database.ts";
import { answerOf, aSite, authorizeUrl, password, type Tokens } from "../support/world.ts";

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

void test("A code without openid stores no methods", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  await site.allow(client, member, "profile");
  await site.allow(client, member, "profile");
  const stored = await database.many`select amr from authorization_codes where site_id = ${site.id}`;
  assert.deepEqual(stored, [{ amr: null }, { amr: null }]);
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
