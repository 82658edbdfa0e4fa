import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "oauth4webapi";
import { assertStatus } from "../support/assert-status.ts";
import { type AClient, aSite, type ASite, type Tokens } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const paths = { token: "/api/oauth/token", revoke: "/api/oauth/revoke", introspect: "/api/oauth/introspect" };

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
const basicOf = ({ clientId, clientSecret }: AClient) => basic(`${clientId}:${clientSecret}`);

async function connected() {
  const site = await aSite();
  const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  return { site, client, tokens: await site.connect(client, await site.member(), "openid") };
}

/** Percent-encodes every character, as form-urlencoding permits. */
const everyCharacter = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join("");

/** A refresh that names its client in the header only. */
const refresh = (site: ASite, token: string, headers: Record<string, string>, extra: Record<string, string> = {}) =>
  site.postForm(paths.token, { grant_type: "refresh_token", refresh_token: token, ...extra }, { headers });

void test("A confidential client authenticates by HTTP Basic at the token endpoint", async () => {
  const { site, client, tokens } = await connected();
  const first = await refresh(site, tokens.refresh_token, basicOf(client));
  assertStatus(first, 200);
  const again = await refresh(site, first.json<Tokens>().refresh_token, basicOf(client), {
    client_id: client.clientId,
  });
  assertStatus(again, 200);
});

void test("A code is exchanged by HTTP Basic, with the scheme in any case", async () => {
  const site = await aSite();
  const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  const form = { grant_type: "authorization_code", code, redirect_uri: client.redirectUri, code_verifier: verifier };
  const authorization = basicOf(client).authorization.replace("Basic", "bAsIc");
  const response = await site.postForm(paths.token, form, { headers: { authorization } });
  assertStatus(response, 200);
});

void test("Tokens are introspected and revoked by HTTP Basic", async () => {
  const { site, client, tokens } = await connected();
  const token = tokens.access_token;
  const live = await site.postForm(paths.introspect, { token }, { headers: basicOf(client) });
  assert.equal(live.json<{ active: boolean }>().active, true);
  assert.equal((await site.postForm(paths.revoke, { token }, { headers: basicOf(client) })).statusCode, 200);
  assert.equal((await site.userinfo(token)).statusCode, 401);
});

void test("Both parts are form-urlencoded, including characters that need no encoding (RFC 6749 section 2.3.1)", async () => {
  const { site, client, tokens } = await connected();
  const encoded = basic(`${everyCharacter(client.clientId)}:${everyCharacter(client.clientSecret!)}`);
  assert.equal((await refresh(site, tokens.refresh_token, encoded)).statusCode, 200);
});

void test("A failed attempt is 401 with a Basic challenge and consumes nothing", async () => {
  const { site, client, tokens } = await connected();
  const { clientId, clientSecret } = client;
  const wrong = {
    "a wrong secret": basic(`${clientId}:wrong`),
    "no secret": basic(`${clientId}:`),
    "an unknown client": basic(`unknown:${clientSecret}`),
    "no colon": basic(clientId),
    "no client": basic(`:${clientSecret}`),
    "an incomplete escape": basic(`${clientId}:%`),
    "no UTF-8": basic(`${clientId}:%ff`),
    "a zero byte": basic(`${clientId}%00:${clientSecret}`),
    "an empty string": { authorization: "Basic" },
    "invalid base64": { authorization: "Basic ***" },
  };
  for (const [what, headers] of Object.entries(wrong)) {
    for (const [path, form] of [
      [paths.token, { grant_type: "refresh_token", refresh_token: tokens.refresh_token }],
      [paths.introspect, { token: tokens.access_token }],
      [paths.revoke, { token: tokens.access_token }],
    ] as const) {
      const response = await site.postForm(path, form, { headers });
      assertRefused(response, 401, "invalid_client");
      assert.equal(response.headers["www-authenticate"], `Basic realm="${site.origin}"`, `${what} at ${path}`);
    }
  }
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
  assert.equal((await refresh(site, tokens.refresh_token, basicOf(client))).statusCode, 200);
});

void test("Another scheme is invalid_client, and a second method in one request is invalid_request", async () => {
  const { site, client, tokens } = await connected();
  const { refresh_token } = tokens;
  assertRefused(await refresh(site, refresh_token, { authorization: "Digest abc" }), 401, "invalid_client");
  const seconds: Record<string, string>[] = [{ client_secret: client.clientSecret! }, { client_assertion: "a.b.c" }];
  for (const second of seconds) {
    assertRefused(await refresh(site, refresh_token, basicOf(client), second), 400, "invalid_request");
  }
});

void test("A client_id in the form must equal the one in the header", async () => {
  const { site, client, tokens } = await connected();
  const other = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const mixed = await refresh(site, tokens.refresh_token, basicOf(client), { client_id: other.clientId });
  assertRefused(mixed, 400, "invalid_request", /client_id/);
});

void test("A public client can send an empty password and nothing else", async () => {
  const site = await aSite();
  const client = await site.register();
  const { refresh_token } = await site.connect(client, await site.member(), "openid");
  assertRefused(await refresh(site, refresh_token, basic(`${client.clientId}:x`)), 401, "invalid_client");
  assert.equal((await refresh(site, refresh_token, basic(`${client.clientId}:`))).statusCode, 200);
});

void test("oauth4webapi refreshes with its own client_secret_basic", async () => {
  const { site, client, tokens } = await connected();
  const server = { issuer: site.origin, token_endpoint: site.origin + paths.token };
  const response = await oauth.refreshTokenGrantRequest(
    server,
    { client_id: client.clientId },
    oauth.ClientSecretBasic(client.clientSecret!),
    tokens.refresh_token,
    {
      async [oauth.customFetch](_url, { body, headers }) {
        const fields = Object.fromEntries(new URLSearchParams(String(body)));
        const answer = await site.postForm(paths.token, fields, { headers: Object.fromEntries(new Headers(headers)) });
        return new Response(answer.body, {
          status: answer.statusCode,
          headers: { "content-type": "application/json" },
        });
      },
    },
  );
  const refreshed = await oauth.processRefreshTokenResponse(server, { client_id: client.clientId }, response);
  assert.match(refreshed.access_token, /^lat_/);
});
