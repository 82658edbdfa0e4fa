import assert from "node:assert/strict";
import { test } from "node:test";
import { auditOf } from "../support/worlds/records.ts";
import { type AClient, aSite, type ASite, type Tokens } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const revoke = (site: ASite, client: AClient, token: string | undefined, extra: Record<string, string> = {}) =>
  site.postForm("/api/oauth/revoke", {
    token,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...extra,
  });

async function connected(metadata: Record<string, unknown> = {}) {
  const site = await aSite();
  const [client, member] = [await site.register(metadata), await site.member()];
  return { site, client, member, tokens: await site.connect(client, member, "openid") };
}

void test("A revoked access token is rejected at the next request; its refresh token stays valid", async () => {
  const { site, client, tokens } = await connected();
  const response = await revoke(site, client, tokens.access_token);
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  assert.equal(response.headers["cache-control"], "no-store");
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 200);
});

void test("A revoked refresh token revokes every token of its family", async () => {
  const { site, client, tokens } = await connected();
  const next = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
  assert.equal((await revoke(site, client, next.refresh_token)).statusCode, 200);
  for (const { access_token, refresh_token } of [tokens, next]) {
    assert.equal((await site.userinfo(access_token)).statusCode, 401);
    assertRefused(await site.refresh(client, refresh_token), 400, "invalid_grant");
  }
});

void test("Revoking a used refresh token still ends its family", async () => {
  const { site, client, tokens } = await connected();
  const next = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
  assert.equal((await revoke(site, client, tokens.refresh_token)).statusCode, 200);
  assert.equal((await site.userinfo(next.access_token)).statusCode, 401);
});

void test("Other families of the same member and client stay valid", async () => {
  const { site, client, member, tokens } = await connected();
  const others = await site.connect(client, member, "openid");
  await revoke(site, client, tokens.refresh_token);
  assert.equal((await site.userinfo(others.access_token)).statusCode, 200);
});

void test("Unknown tokens get 200 every time, regardless of the hint", async () => {
  const { site, client, tokens } = await connected();
  for (const token of ["nonsense", `lat_${"x".repeat(43)}`, tokens.access_token, tokens.access_token]) {
    for (const token_type_hint of ["access_token", "refresh_token", "saml2"]) {
      assert.equal((await revoke(site, client, token, { token_type_hint })).statusCode, 200);
    }
  }
});

void test("A token is found despite a wrong hint", async () => {
  const { site, client, tokens } = await connected();
  await revoke(site, client, tokens.refresh_token, { token_type_hint: "access_token" });
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
});

void test("Another client's token is invalid_grant and stays valid", async () => {
  const { site, tokens } = await connected();
  const other = await site.register();
  assertRefused(await revoke(site, other, tokens.access_token), 400, "invalid_grant");
  assertRefused(await revoke(site, other, tokens.refresh_token), 400, "invalid_grant");
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
});

void test("Another site's token is unknown and stays valid", async () => {
  const [{ tokens, site: elsewhere }, { site, client }] = [await connected(), await connected()];
  assert.equal((await revoke(site, client, tokens.refresh_token)).statusCode, 200);
  assert.equal((await elsewhere.userinfo(tokens.access_token)).statusCode, 200);
});

void test("The client is authenticated as at the token endpoint", async () => {
  const { site, client, tokens } = await connected({ token_endpoint_auth_method: "client_secret_post" });
  const token = tokens.access_token;
  assertRefused(await revoke(site, { ...client, clientSecret: "wrong" }, token), 401, "invalid_client");
  assertRefused(await revoke(site, { ...client, clientSecret: undefined }, token), 401, "invalid_client");
  assertRefused(await revoke(site, { ...client, clientId: "unknown" }, token), 401, "invalid_client");
  const basic = { headers: { authorization: `Basic ${btoa("a:b")}` } };
  assertRefused(await site.postForm("/api/oauth/revoke", { token }, basic), 401, "invalid_client");
  assert.equal((await site.userinfo(token)).statusCode, 200);
  assert.equal((await revoke(site, client, token)).statusCode, 200);
});

void test("A malformed request is invalid_request", async () => {
  const { site, client, tokens } = await connected();
  assertRefused(await revoke(site, client, undefined), 400, "invalid_request", /token/);
  assertRefused(await site.postForm("/api/oauth/revoke", { token: tokens.access_token }), 400, "invalid_request");
  assertRefused(await site.postForm("/api/oauth/revoke", "token=a&token=b&client_id=c"), 400, "invalid_request");
  const body = { token: tokens.access_token, client_id: client.clientId };
  assertRefused(await site.post("/api/oauth/revoke", body), 400, "invalid_request");
});

void test("A revocation is recorded once in the audit log, without the token", async () => {
  const { site, client, member, tokens } = await connected();
  for (let turn = 0; turn < 2; turn++) {
    await revoke(site, client, tokens.access_token);
    await revoke(site, client, tokens.refresh_token);
  }
  const entries = (await auditOf(site)).filter(({ action }) => action === "revokeToken");
  assert.equal(entries.length, 2);
  assert.deepEqual(new Set(entries.map(({ details }) => details["kind"])), new Set(["access", "refresh"]));
  for (const { memberId } of entries) assert.equal(memberId, member.id);
  assert.equal(JSON.stringify(entries).includes(tokens.access_token), false);
});
