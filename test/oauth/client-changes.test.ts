import assert from "node:assert/strict";
import { test } from "node:test";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { day, later, now } from "../support/clock.ts";
import { changeClient } from "../support/worlds/records.ts";
import { aSite, httpsRedirect, type Tokens } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";
import { ask, askInVain } from "./support/ask.ts";

/** A client that this process has cached in every way. */
async function inUse(confidential = false) {
  const site = await aSite();
  const client = await site.operatorClient({ confidential });
  const member = await site.member();
  const tokens = await site.connect(client, member, "openid email");
  const { code, verifier, browser } = await site.allow(client, member, "openid email");
  const { refresh_token } = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
  assert.match((await askInVain(site, client, {}, browser)).code, /^lac_/);
  return { site, client, member, browser, code, verifier, refreshToken: refresh_token };
}

void test("A deleted client is unknown at the next request, despite all caches", async () => {
  const { site, client, browser, code, verifier, refreshToken } = await inUse(true);
  await changeClient(site, client, { deletedAt: now() });
  assertRefused(await site.exchange(client, code, verifier), 401, "invalid_client");
  assertRefused(await site.refresh(client, refreshToken), 401, "invalid_client");
  const form = { token: refreshToken, client_id: client.clientId, client_secret: client.clientSecret };
  assertRefused(await site.postForm("/api/oauth/revoke", form), 401, "invalid_client");
  assertRefused(await site.postForm("/api/oauth/introspect", form), 401, "invalid_client");
  assert.equal((await ask(site, client, {}, browser)).status, 400);
});

void test("A removed redirect URI gets no more codes, even with remembered consent", async () => {
  const { site, client, browser } = await inUse();
  await changeClient(site, client, { redirectUris: ["https://buddy.example.test/new"] });
  const page = await ask(site, client, { redirect_uri: httpsRedirect }, browser);
  assert.deepEqual([page.status, page.response.headers.location], [400, undefined]);
});

void test("A removed scope is invalid_scope, even with earlier consent", async () => {
  const { site, client, browser } = await inUse();
  await changeClient(site, client, { scopes: ["openid"] });
  assert.equal((await askInVain(site, client, { scope: "openid email" }, browser)).error, "invalid_scope");
  assert.match((await askInVain(site, client, { scope: "openid" }, browser)).code, /^lac_/);
});

void test("After a secret rotation the new secret works immediately, and the old one for its grace period", async () => {
  const { site, client, code, verifier, refreshToken } = await inUse(true);
  const secret = newSecret("lcs");
  await changeClient(site, client, {
    secretDigest: digest(secret),
    previousSecretDigest: digest(client.clientSecret!),
    previousSecretExpiresAt: new Date(now().getTime() + day),
  });
  const renewed = { ...client, clientSecret: secret };
  assert.equal((await site.exchange(renewed, code, verifier)).statusCode, 200);
  const next = (await site.refresh(client, refreshToken)).json<Tokens>();
  await later(day + 1000, async () => {
    assertRefused(await site.refresh(client, next.refresh_token), 401, "invalid_client");
    assert.equal((await site.refresh(renewed, next.refresh_token)).statusCode, 200);
  });
});

void test("A secret replaced without a grace period is rejected immediately and consumes no code", async () => {
  const { site, client, code, verifier, refreshToken } = await inUse(true);
  const secret = newSecret("lcs");
  await changeClient(site, client, { secretDigest: digest(secret) });
  assertRefused(await site.exchange(client, code, verifier), 401, "invalid_client");
  assertRefused(await site.refresh(client, refreshToken), 401, "invalid_client");
  const renewed = { ...client, clientSecret: secret };
  assert.equal((await site.exchange(renewed, code, verifier)).statusCode, 200);
  assert.equal((await site.refresh(renewed, refreshToken)).statusCode, 200);
});
