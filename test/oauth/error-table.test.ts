import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { aSite, type AClient, type ASite, newVerifier, loopbackRedirect } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";
import { askInVain } from "./support/ask.ts";

type Provoke = (site: ASite, client: AClient) => Promise<LightMyRequestResponse>;

/** The rows of the contract's table (§7) with a JSON response. */
const rows: [condition: string, status: number, code: string, provoke: Provoke][] = [
  ["a malformed request", 400, "invalid_request", (site) => site.postForm("/api/oauth/token", {})],
  ["an invalid code", 400, "invalid_grant", (site, client) => site.exchange(client, "lac_x", newVerifier())],
  ["an invalid refresh token", 400, "invalid_grant", (site, client) => site.refresh(client, "lrt_x")],
  [
    "a client that is not accepted",
    401,
    "invalid_client",
    (site, client) => site.refresh({ ...client, clientId: "unknown" }, "lrt_x"),
  ],
  [
    "a scope that the client is not allowed",
    400,
    "invalid_scope",
    (site) => site.post("/api/oauth/register", { redirect_uris: [loopbackRedirect], scope: "account:read" }),
  ],
  [
    "an unrecognized client_name at registration",
    400,
    "invalid_client_metadata",
    (site) => site.post("/api/oauth/register", { client_name: "Some Vendor" }),
  ],
  [
    "a fixed https callback without an integration",
    400,
    "invalid_redirect_uri",
    (site) => site.post("/api/oauth/register", { redirect_uris: ["https://app.example.test/callback"] }),
  ],
];

for (const [condition, status, code, provoke] of rows) {
  void test(`Contract §7: ${condition} is ${code} with ${status}, a description and a page that explains it`, async () => {
    const site = await aSite();
    const { error_uri } = assertRefused(await provoke(site, await site.register()), status, code);
    assert.ok(error_uri.startsWith(`${site.origin}/docs/errors/`));
    const page = await site.get(error_uri.slice(site.origin.length));
    assert.equal(page.statusCode, 200);
    assert.ok(page.body.includes(code));
  });
}

void test("Contract §7: a wrong verifier is invalid_grant", async () => {
  const site = await aSite();
  const client = await site.register();
  const { code } = await site.allow(client, await site.member(), "openid");
  assertRefused(await site.exchange(client, code, newVerifier()), 400, "invalid_grant");
});

void test("Contract §7: account:read from a self-registered client is also invalid_scope at the authorization endpoint", async () => {
  const site = await aSite();
  assert.equal((await askInVain(site, await site.register(), { scope: "account:read" })).error, "invalid_scope");
});

/** Every code that any endpoint can return, from the RFCs. */
const codes = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_target",
  "invalid_redirect_uri",
  "invalid_client_metadata",
  "unsupported_grant_type",
  "unsupported_token_type",
  "unsupported_response_type",
  "access_denied",
  "login_required",
  "consent_required",
  "request_not_supported",
  "request_uri_not_supported",
  "server_error",
  "temporarily_unavailable",
  "invalid_token",
  "insufficient_scope",
  "role_required",
];

for (const code of codes) {
  void test(`A page explains ${code}`, async () => {
    const site = await aSite();
    const response = await site.get(`/docs/errors/${code}`);
    assert.equal(response.statusCode, 200);
    assert.match(String(response.headers["content-type"]), /^text\/html/);
  });
}

void test("A redirected error also carries its description and the URL of its page", async () => {
  const site = await aSite();
  const { location } = await askInVain(site, await site.register(), { prompt: "none" });
  const { searchParams } = new URL(location);
  assert.equal(searchParams.get("error_uri"), `${site.origin}/docs/errors/login_required`);
  assert.match(searchParams.get("error_description")!, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
});
