import assert from "node:assert/strict";
import { test } from "node:test";
import { auditOf } from "../support/worlds/records.ts";
import { aSite, loopbackRedirect } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const https = "https://app.example.test/callback";

const redirects: [string, string[]][] = [
  ["a fixed https callback of no known integration", [https]],
  ["an https callback beside a loopback one", [loopbackRedirect, https]],
  ["a custom URI scheme", ["com.example.app:/callback"]],
  ["http to a host that is not loopback", ["http://app.example.test/callback"]],
  ["a host with a loopback address as its prefix", ["http://127.0.0.1.example.test/callback"]],
  ["a host with localhost as its prefix", ["http://localhost.example.test/callback"]],
  ["another address of the loopback network", ["http://127.0.0.2/callback"]],
  ["an address that some parsers read as loopback", ["http://127.1/callback"]],
  ["the loopback address as a number", ["http://2130706433/callback"]],
  ["loopback over https", ["https://127.0.0.1/callback"]],
  ["a fragment", [`${loopbackRedirect}#top`]],
  ["an empty fragment", [`${loopbackRedirect}#`]],
  ["user information", ["http://ana@127.0.0.1/callback"]],
  ["a host hidden in user information", ["http://127.0.0.1:80@evil.example.test/"]],
  ["an invalid port", ["http://127.0.0.1:65536/callback"]],
  ["an empty port", ["http://127.0.0.1:/callback"]],
  ["a line break", [`${loopbackRedirect}\r\nX: y`]],
  ["a backslash", ["http://127.0.0.1\\@evil.example.test/"]],
  ["javascript", ["javascript:alert(1)"]],
  ["no address", ["callback"]],
  ["an empty string", [""]],
  ["one invalid address among valid ones", [loopbackRedirect, "http://app.example.test/"]],
];

for (const [what, redirect_uris] of redirects) {
  void test(`A redirect with ${what} is rejected as invalid_redirect_uri`, async () => {
    const site = await aSite();
    const response = await site.post("/api/oauth/register", { client_name: "Reader", redirect_uris });
    assertRefused(response, 400, "invalid_redirect_uri");
  });
}

void test("Redirect URIs that are not a list of strings are rejected as invalid_redirect_uri", async () => {
  const site = await aSite();
  for (const redirect_uris of [loopbackRedirect, [1], [null], {}, [[loopbackRedirect]]]) {
    assertRefused(await site.post("/api/oauth/register", { redirect_uris }), 400, "invalid_redirect_uri");
  }
});

void test("Without redirect URIs only a known platform name can register: unknown names are rejected", async () => {
  const site = await aSite();
  for (const redirect_uris of [undefined, null, []]) {
    const response = await site.post("/api/oauth/register", { client_name: "Some Vendor", redirect_uris });
    assertRefused(response, 400, "invalid_client_metadata");
  }
  assertRefused(await site.post("/api/oauth/register", {}), 400, "invalid_client_metadata");
});

void test("An authentication method other than none and client_secret_post is rejected", async () => {
  const site = await aSite();
  for (const method of ["client_secret_basic", "private_key_jwt", "tls_client_auth", "NONE", ""]) {
    const metadata = { redirect_uris: [loopbackRedirect], token_endpoint_auth_method: method };
    assertRefused(await site.post("/api/oauth/register", metadata), 400, "invalid_client_metadata");
  }
});

void test("A registration that names an account scope is rejected as invalid_scope", async () => {
  const site = await aSite();
  for (const scope of ["account:read", "account:write", "openid account:read", "account:write courses:read"]) {
    const metadata = { redirect_uris: [loopbackRedirect], scope };
    assertRefused(await site.post("/api/oauth/register", metadata), 400, "invalid_scope");
  }
});

void test("The redirect URI is validated before the method, and the method before the scope", async () => {
  const site = await aSite();
  const wrong = { redirect_uris: [https], token_endpoint_auth_method: "tls_client_auth", scope: "account:read" };
  assertRefused(await site.post("/api/oauth/register", wrong), 400, "invalid_redirect_uri");
  const less = { ...wrong, redirect_uris: [loopbackRedirect] };
  assertRefused(await site.post("/api/oauth/register", less), 400, "invalid_client_metadata");
});

void test("A name that is not displayable or too long is rejected", async () => {
  const site = await aSite();
  for (const client_name of ["", "   ", "a\u0000b", "a\nb", "\ud800", "x".repeat(201), 7, ["Reader"]]) {
    const response = await site.post("/api/oauth/register", { client_name, redirect_uris: [loopbackRedirect] });
    assertRefused(response, 400, "invalid_client_metadata");
  }
  const typed = { application_type: "\u0000", redirect_uris: [loopbackRedirect] };
  assertRefused(await site.post("/api/oauth/register", typed), 400, "invalid_client_metadata");
});

void test("A body that is not a JSON object is rejected", async () => {
  const site = await aSite();
  const send = (payload: string, type: string) =>
    site.request("POST", "/api/oauth/register", { payload, headers: { "content-type": type } });
  assertRefused(await send("{", "application/json"), 400, "invalid_request");
  assertRefused(await send("", "application/json"), 400, "invalid_request");
  assertRefused(await send("redirect_uris=x", "text/plain"), 400, "invalid_request");
  for (const text of ["null", "[]", '"text"', "7"]) {
    assertRefused(await send(text, "application/json"), 400, "invalid_client_metadata");
  }
});

void test("A registration sent as a form is rejected with a hint to send JSON", async () => {
  const site = await aSite();
  for (const form of [{ client_name: "Reader", redirect_uris: loopbackRedirect }, {}]) {
    const response = await site.postForm("/api/oauth/register", form);
    assertRefused(
      response,
      400,
      "invalid_request",
      /^(Send the body as application\/json|The body is empty\. Send JSON)\.$/,
    );
  }
});

void test("A rejected registration stores nothing", async () => {
  const site = await aSite();
  await site.post("/api/oauth/register", { client_name: "Reader", redirect_uris: [https] });
  assert.deepEqual(await auditOf(site), []);
});

void test("A name that changes the text direction around it is rejected", async () => {
  const site = await aSite();
  const metadata = { client_name: "a\u202egpj.exe", redirect_uris: ["http://127.0.0.1/callback"] };
  const response = await site.post("/api/oauth/register", metadata);
  assert.equal(response.statusCode, 400);
  assert.equal(response.json<{ error: string }>().error, "invalid_client_metadata");
});
