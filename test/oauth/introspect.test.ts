import assert from "node:assert/strict";
import { test } from "node:test";
import { hour, later, now } from "../support/clock.ts";
import { setRoles, setStatus, unverifyEmail } from "../support/worlds/records.ts";
import { type AClient, aSite, type ASite } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const url = "/api/oauth/introspect";

const introspect = (site: ASite, client: AClient, token: string | undefined) =>
  site.postForm(url, { token, client_id: client.clientId, client_secret: client.clientSecret });

async function connected(scope = "openid email") {
  const site = await aSite();
  const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const member = await site.member();
  return { site, client, member, tokens: await site.connect(client, member, scope) };
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const dead = '{"active":false}';

void test("A confidential client introspects its access token, including the resource it is bound to", async () => {
  const earliest = seconds(now());
  const { site, client, member, tokens } = await connected();
  const response = await introspect(site, client, tokens.access_token);
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers["cache-control"], "no-store");
  const { exp, iat, ...claims } = response.json<{ exp: number; iat: number }>();
  assert.deepEqual(claims, {
    active: true,
    scope: "openid email",
    client_id: client.clientId,
    sub: member.sub,
    aud: site.origin,
    iss: site.origin,
    token_type: "Bearer",
    username: member.email,
  });
  assert.equal(exp, iat + 7200);
  assert.ok(iat >= earliest && iat <= seconds(now()), `iat: ${iat}`);
});

void test("A confidential client introspects its refresh token, which no resource accepts as an access token", async () => {
  const { site, client, tokens } = await connected();
  const claims = (await introspect(site, client, tokens.refresh_token)).json<Record<string, unknown>>();
  assert.equal(claims["active"], true);
  assert.equal("token_type" in claims, false, "RFC 6749 section 7.1 defines types of access tokens only");
  assert.equal((await site.userinfo(tokens.refresh_token)).statusCode, 401);
});

void test("The email address is included only with its scope and if it is verified", async () => {
  const { site, client, tokens } = await connected("openid");
  assert.equal("username" in (await introspect(site, client, tokens.access_token)).json<object>(), false);
  const unverified = await connected();
  await unverifyEmail(unverified.member);
  const answer = await introspect(unverified.site, unverified.client, unverified.tokens.access_token);
  assert.equal("username" in answer.json<object>(), false);
});

void test("A bearer can introspect its own token and no other", async () => {
  const { site, tokens } = await connected();
  const { access_token: token } = tokens;
  const own = await site.postForm(url, { token }, { bearer: token });
  assert.equal(own.json<{ active: boolean }>().active, true);
  const other = await site.postForm(url, { token: tokens.refresh_token }, { bearer: token });
  assertRefused(other, 401, "invalid_token", /only introspect itself/);
  assert.match(String(other.headers["www-authenticate"]), /^Bearer error="invalid_token", /);
});

void test("A missing or invalid bearer token is rejected with 401 as in RFC 6750", async () => {
  const { site, tokens } = await connected();
  const { access_token: token } = tokens;
  const bad = [`lat_${"x".repeat(43)}`, tokens.refresh_token, "a b", ""].map((bearer) => `Bearer ${bearer}`);
  for (const authorization of [...bad, "bearer"]) {
    const answer = await site.postForm(url, { token }, { headers: { authorization } });
    assertRefused(answer, 401, "invalid_token", /access token/);
    const challenge = String(answer.headers["www-authenticate"]);
    assert.match(challenge, /^Bearer error="invalid_token", error_description=".+", resource_metadata="https:/);
    assert.equal(answer.headers["cache-control"], "no-store");
  }
});

void test("A public client can introspect with its token, but not with its client_id alone", async () => {
  const site = await aSite();
  const client = await site.register();
  const { access_token: token } = await site.connect(client, await site.member(), "openid");
  assertRefused(await introspect(site, client, token), 401, "invalid_client");
  assert.equal((await site.postForm(url, { token }, { bearer: token })).json<{ active: boolean }>().active, true);
});

void test("An invalid token is active: false and nothing else, also for its bearer", async () => {
  const { site, client, tokens } = await connected();
  const { access_token: token } = tokens;
  await later(3 * hour, async () => assert.equal((await introspect(site, client, token)).body, dead));
  await site.refresh(client, tokens.refresh_token);
  assert.equal((await introspect(site, client, tokens.refresh_token)).body, dead, "a refresh token that was used");
  await site.postForm("/api/oauth/revoke", { token, client_id: client.clientId, client_secret: client.clientSecret });
  assert.equal((await introspect(site, client, token)).body, dead, "revoked");
  assert.equal((await site.postForm(url, { token }, { bearer: token })).body, dead);
  for (const unknown of ["x", `lat_${"x".repeat(43)}`]) {
    assert.equal((await introspect(site, client, unknown)).body, dead);
  }
});

void test("A token of another client or another site is inactive", async () => {
  const { site, client } = await connected();
  const elsewhere = await connected();
  const other = await site.connect(await site.register(), await site.member(), "openid");
  assert.equal((await introspect(site, client, other.access_token)).body, dead);
  assert.equal((await introspect(site, client, elsewhere.tokens.access_token)).body, dead);
});

void test("A token of a suspended member or of a member without a role is inactive", async () => {
  const { site, client, member, tokens } = await connected();
  await setStatus(site, member, "suspended");
  assert.equal((await introspect(site, client, tokens.access_token)).body, dead);
  await setStatus(site, member, "active");
  await setRoles(site, member, []);
  assert.equal((await introspect(site, client, tokens.access_token)).body, dead);
});

void test("Every other request is rejected: no credentials, wrong ones, two methods, or no token", async () => {
  const { site, client, tokens } = await connected();
  const { access_token: token } = tokens;
  assertRefused(await site.postForm(url, { token }), 400, "invalid_request");
  assertRefused(await introspect(site, { ...client, clientSecret: "wrong" }, token), 401, "invalid_client");
  assertRefused(await introspect(site, { ...client, clientSecret: undefined }, token), 401, "invalid_client");
  assertRefused(await introspect(site, client, undefined), 400, "invalid_request");
  const form = { token, client_id: client.clientId, client_secret: client.clientSecret };
  assertRefused(await site.postForm(url, form, { bearer: token }), 400, "invalid_request");
});
