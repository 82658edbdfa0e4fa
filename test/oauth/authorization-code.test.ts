import assert from "node:assert/strict";
import { test } from "node:test";
import { later, second } from "../support/clock.ts";
import { setRoles, setStatus } from "../support/worlds/records.ts";
import { aSite, newVerifier, type Tokens } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

void test("A code is exchanged for an access token and a refresh token as in RFC 6749", async () => {
  const site = await aSite();
  const tokens = await site.connect(await site.register(), await site.member(), "openid email");
  assert.match(tokens.access_token, /^lat_[A-Za-z0-9_-]{43}$/);
  assert.match(tokens.refresh_token, /^lrt_[A-Za-z0-9_-]{43}$/);
  assert.deepEqual([tokens.token_type, tokens.expires_in, tokens.scope], ["Bearer", 7200, "openid email"]);
});

void test("A confidential client exchanges a code with its secret in the form", async () => {
  const site = await aSite();
  const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const tokens = await site.connect(client, await site.member(), "openid");
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
});

void test("A code expires after 60 seconds", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const inTime = await site.allow(client, member, "openid");
  const late = await site.allow(client, member, "openid");
  await later(55 * second, async () =>
    assert.equal((await site.exchange(client, inTime.code, inTime.verifier)).statusCode, 200),
  );
  await later(61 * second, async () =>
    assertRefused(await site.exchange(client, late.code, late.verifier), 400, "invalid_grant"),
  );
  assertRefused(await site.exchange(client, late.code, late.verifier), 400, "invalid_grant");
});

void test("A site can configure a longer code lifetime", async () => {
  const site = await aSite({ authorizationCodeLifetime: 300 });
  const client = await site.register();
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  await later(290 * second, async () => assert.equal((await site.exchange(client, code, verifier)).statusCode, 200));
});

void test("A wrong verifier invalidates the code, and the error gives no details", async () => {
  const site = await aSite();
  const client = await site.register();
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  const wrong = assertRefused(await site.exchange(client, code, newVerifier()), 400, "invalid_grant");
  const burnt = assertRefused(await site.exchange(client, code, verifier), 400, "invalid_grant");
  assert.deepEqual(burnt, wrong);
});

void test("The code's own challenge is not accepted as a verifier", async () => {
  const site = await aSite();
  const client = await site.register();
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  const changed = verifier.slice(0, -1) + (verifier.endsWith("A") ? "B" : "A");
  assertRefused(await site.exchange(client, code, changed), 400, "invalid_grant");
});

void test("A malformed verifier is invalid_request and does not consume the code", async () => {
  const site = await aSite();
  const client = await site.register();
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  for (const malformed of ["x".repeat(42), "x".repeat(129), `${"x".repeat(42)}+`, `${"x".repeat(43)}é`]) {
    assertRefused(await site.exchange(client, code, malformed), 400, "invalid_request", /43 to 128/);
  }
  assert.equal((await site.exchange(client, code, verifier)).statusCode, 200);
});

void test("The redirect URI must equal that of the authorization request, including its port", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const wrong = [
    `${client.redirectUri}/`,
    client.redirectUri.replace("43117", "43118"),
    client.redirectUri.replace("127.0.0.1", "localhost"),
    "https://evil.example.test/",
  ];
  for (const redirect_uri of wrong) {
    const { code, verifier } = await site.allow(client, member, "openid");
    assertRefused(await site.exchange(client, code, verifier, { redirect_uri }), 400, "invalid_grant");
    assertRefused(await site.exchange(client, code, verifier), 400, "invalid_grant");
  }
});

void test("A redirect URI sent in the authorization request is required at the exchange", async () => {
  const site = await aSite();
  const client = await site.register();
  for (const redirect_uri of [undefined, ""]) {
    const { code, verifier } = await site.allow(client, await site.member(), "openid");
    assertRefused(await site.exchange(client, code, verifier, { redirect_uri }), 400, "invalid_grant");
  }
});

void test("An omitted redirect URI can be omitted again, or be the registered one", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  for (const redirect_uri of [undefined, client.redirectUri]) {
    const { code, verifier } = await site.allow(client, member, "openid", { redirect_uri: undefined });
    assert.equal((await site.exchange(client, code, verifier, { redirect_uri })).statusCode, 200);
  }
  const { code, verifier } = await site.allow(client, member, "openid", { redirect_uri: undefined });
  const other = { redirect_uri: "http://127.0.0.1:1/callback" };
  assertRefused(await site.exchange(client, code, verifier, other), 400, "invalid_grant");
});

void test("A code presented by another client is rejected and invalidated", async () => {
  const site = await aSite();
  const [client, attacker] = [await site.register(), await site.register()];
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  assertRefused(await site.exchange(attacker, code, verifier), 400, "invalid_grant");
  assertRefused(await site.exchange(client, code, verifier), 400, "invalid_grant");
});

void test("A code of another site and an unknown code are invalid_grant", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const there = await elsewhere.register();
  const { code, verifier } = await elsewhere.allow(there, await elsewhere.member(), "openid");
  assertRefused(await site.exchange(await site.register(), code, verifier), 400, "invalid_grant");
  assertRefused(await site.exchange(await site.register(), `lac_${"x".repeat(43)}`, verifier), 400, "invalid_grant");
  assert.equal((await elsewhere.exchange(there, code, verifier)).statusCode, 200);
});

void test("The client of a member who was suspended or lost every role gets no tokens", async () => {
  const site = await aSite();
  const client = await site.register();
  const [suspended, outsider] = [await site.member(), await site.member()];
  const first = await site.allow(client, suspended, "openid");
  const second = await site.allow(client, outsider, "openid");
  await setStatus(site, suspended, "suspended");
  await setRoles(site, outsider, []);
  assertRefused(await site.exchange(client, first.code, first.verifier), 400, "invalid_grant");
  assertRefused(await site.exchange(client, second.code, second.verifier), 400, "invalid_grant");
});

void test("Access tokens live for two hours, or as configured by the site", async () => {
  const [site, hasty] = [await aSite(), await aSite({ accessTokenLifetime: 60 })];
  const { access_token } = await site.connect(await site.register(), await site.member(), "openid");
  await later(7190 * second, async () => assert.equal((await site.userinfo(access_token)).statusCode, 200));
  await later(7201 * second, async () => assert.equal((await site.userinfo(access_token)).statusCode, 401));

  const short: Tokens = await hasty.connect(await hasty.register(), await hasty.member(), "openid");
  assert.equal(short.expires_in, 60);
  await later(61 * second, async () => assert.equal((await hasty.userinfo(short.access_token)).statusCode, 401));
});
