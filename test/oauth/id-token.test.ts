import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { now } from "../support/clock.ts";
import { setPicture, unverifyEmail } from "../support/worlds/records.ts";
import { aSite, type ASite } from "../support/world.ts";

const keySet = async (site: ASite) => (await site.get("/api/oauth/jwks")).json<JSONWebKeySet>();

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const verify = async (site: ASite, idToken: string, audience: string) =>
  jwtVerify(idToken, createLocalJWKSet(await keySet(site)), {
    issuer: site.origin,
    audience,
    algorithms: ["ES256"],
    requiredClaims: ["sub", "iss", "aud", "exp", "iat"],
  });

void test("The id_token is signed with ES256 by the key named in kid", async () => {
  const site = await aSite();
  const client = await site.register();
  const { id_token } = await site.connect(client, await site.member(), "openid");
  const { protectedHeader } = await verify(site, id_token!, client.clientId);
  const { keys } = await keySet(site);
  assert.equal(protectedHeader.alg, "ES256");
  assert.deepEqual(
    keys.map(({ kid }) => kid),
    [protectedHeader.kid],
  );
});

void test("It is issued by the site for the client only and expires after ten minutes", async () => {
  const site = await aSite();
  const client = await site.register();
  const earliest = seconds(now());
  const { id_token } = await site.connect(client, await site.member(), "openid");
  const { payload } = await verify(site, id_token!, client.clientId);
  assert.equal(payload.iss, site.origin);
  assert.equal(payload.aud, client.clientId);
  assert.equal(payload.exp, payload.iat! + 600);
  assert.ok(payload.iat! >= earliest && payload.iat! <= seconds(now()), `iat: ${payload.iat}`);
});

void test("It contains the nonce of the request, or none", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  for (const nonce of ["n-0S6_WzA2Mj", '日本 & "quotes"', "x".repeat(2000)]) {
    const { id_token } = await site.connect(client, member, "openid", { nonce });
    assert.equal(decodeJwt(id_token!)["nonce"], nonce);
  }
  assert.equal("nonce" in decodeJwt((await site.connect(client, member, "openid")).id_token!), false);
});

void test("at_hash is the left half of the access token's hash", async () => {
  const site = await aSite();
  const tokens = await site.connect(await site.register(), await site.member(), "openid");
  const left = createHash("sha256").update(tokens.access_token, "ascii").digest().subarray(0, 16);
  assert.equal(decodeJwt(tokens.id_token!)["at_hash"], left.toString("base64url"));
});

for (const [scope, claims] of [
  ["openid", ["sub"]],
  ["openid email", ["sub", "email", "email_verified"]],
  ["openid profile", ["sub", "name", "picture", "org_id", "roles"]],
  ["openid profile email", ["sub", "email", "email_verified", "name", "picture", "org_id", "roles"]],
] as const) {
  void test(`With ${scope} its claims are those of UserInfo: ${claims.join(", ")}`, async () => {
    const site = await aSite();
    const member = await site.member({ roles: ["student", "lecturer"] });
    await setPicture(site, member, newId());
    const tokens = await site.connect(await site.register(), member, scope);
    const { iss, aud, exp, iat, at_hash, ...identityClaims } = decodeJwt(tokens.id_token!);
    assert.ok(iss && aud && exp && iat && at_hash);
    assert.deepEqual(identityClaims, (await site.userinfo(tokens.access_token)).json());
    assert.deepEqual(Object.keys(identityClaims).sort(), [...claims].sort());
  });
}

void test("An unverified email address is in neither", async () => {
  const site = await aSite();
  const member = await site.member();
  await unverifyEmail(member);
  const tokens = await site.connect(await site.register(), member, "openid email");
  assert.equal("email" in decodeJwt(tokens.id_token!), false);
  assert.equal("email" in (await site.userinfo(tokens.access_token)).json<object>(), false);
  assert.equal("email_verified" in decodeJwt(tokens.id_token!), false);
});

void test("Without openid no id_token is issued", async () => {
  const site = await aSite();
  const tokens = await site.connect(await site.register(), await site.member(), "profile email");
  assert.equal("id_token" in tokens, false);
});

void test("The key set contains public keys only", async () => {
  const site = await aSite();
  const { keys } = await keySet(site);
  assert.equal(keys.length, 1);
  for (const key of keys) {
    assert.deepEqual(Object.keys(key).sort(), ["alg", "crv", "kid", "kty", "use", "x", "y"]);
    assert.deepEqual([key.kty, key.crv, key.alg, key.use], ["EC", "P-256", "ES256", "sig"]);
  }
});

void test("Every site signs with its own key", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const client = await site.register();
  const { id_token } = await site.connect(client, await site.member(), "openid");
  const foreign = createLocalJWKSet(await keySet(elsewhere));
  await assert.rejects(jwtVerify(id_token!, foreign), { code: "ERR_JWKS_NO_MATCHING_KEY" });
  assert.ok(decodeProtectedHeader(id_token!).kid);
});
