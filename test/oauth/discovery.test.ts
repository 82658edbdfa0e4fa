import assert from "node:assert/strict";
import { test } from "node:test";
import { scopeNames } from "#access/scopes.ts";
import { aSite } from "../support/world.ts";

type Document = Record<string, unknown>;

const documents = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/.well-known/oauth-protected-resource",
];

void test("The authorization server metadata lists every endpoint with the site's own origin", async () => {
  const site = await aSite();
  const response = await site.get("/.well-known/oauth-authorization-server");
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  const metadata = response.json<Document>();
  assert.deepEqual(metadata["issuer"], site.origin);
  const endpoints = {
    authorization_endpoint: "/oauth/authorize",
    token_endpoint: "/api/oauth/token",
    userinfo_endpoint: "/api/oauth/userinfo",
    revocation_endpoint: "/api/oauth/revoke",
    introspection_endpoint: "/api/oauth/introspect",
    registration_endpoint: "/api/oauth/register",
    jwks_uri: "/api/oauth/jwks",
  };
  for (const [name, path] of Object.entries(endpoints)) assert.equal(metadata[name], site.origin + path, name);
});

void test("The metadata lists what is supported and nothing else", async () => {
  const site = await aSite();
  const metadata = (await site.get("/.well-known/oauth-authorization-server")).json<Document>();
  assert.deepEqual(metadata["response_types_supported"], ["code"]);
  assert.deepEqual(metadata["grant_types_supported"], ["authorization_code", "refresh_token"]);
  assert.deepEqual(metadata["code_challenge_methods_supported"], ["S256"]);
  // Apache's mod_auth_openidc uses the first method.
  assert.deepEqual(metadata["token_endpoint_auth_methods_supported"], ["client_secret_post", "none"]);
  assert.deepEqual(metadata["revocation_endpoint_auth_methods_supported"], ["client_secret_post", "none"]);
  assert.deepEqual(metadata["introspection_endpoint_auth_methods_supported"], ["client_secret_post"]);
  assert.equal(metadata["authorization_response_iss_parameter_supported"], true);
  assert.equal(metadata["client_id_metadata_document_supported"], false);
});

void test("The metadata lists every scope of the contract except offline_access", async () => {
  const site = await aSite();
  for (const url of documents.slice(0, 2)) {
    const scopes = (await site.get(url)).json<{ scopes_supported: string[] }>().scopes_supported;
    assert.deepEqual([...scopes].sort(), [...scopeNames].sort());
    assert.equal(scopes.length, 38);
    assert.equal(scopes.includes("offline_access"), false);
  }
});

void test("No document names the agent extension or an alternative to the endpoints", async () => {
  const site = await aSite();
  for (const url of documents) {
    const { body } = await site.get(url);
    for (const word of ["agent_auth", "identity_endpoint", "register_uri", "offline_access", "client_secret_basic"]) {
      assert.equal(body.includes(word), false, `${word} at ${url}`);
    }
  }
});

void test("The OpenID document contains the same values and the OpenID Connect fields", async () => {
  const site = await aSite();
  const metadata = (await site.get(documents[0]!)).json<Document>();
  const openid = (await site.get(documents[1]!)).json<Document>();
  for (const [name, value] of Object.entries(metadata)) assert.deepEqual(openid[name], value, name);
  assert.deepEqual(openid["subject_types_supported"], ["public"]);
  for (const document of [metadata, openid]) {
    assert.deepEqual(document["id_token_signing_alg_values_supported"], ["ES256"]);
  }
  assert.equal(openid["request_parameter_supported"], false);
  assert.equal(openid["request_uri_parameter_supported"], false);
  const claims = openid["claims_supported"] as string[];
  for (const claim of ["sub", "email", "name", "picture", "org_id", "roles", "iss", "aud", "exp", "nonce"]) {
    assert.ok(claims.includes(claim), claim);
  }
});

void test("The protected resource is the origin and requests only identity scopes", async () => {
  const site = await aSite();
  const metadata = (await site.get("/.well-known/oauth-protected-resource")).json<Document>();
  assert.equal(metadata["resource"], site.origin);
  assert.deepEqual(metadata["authorization_servers"], [site.origin]);
  assert.deepEqual(metadata["scopes_supported"], ["openid", "profile", "email"]);
  assert.deepEqual(metadata["bearer_methods_supported"], ["header"]);
});

void test("The Member API has no resource document, so that clients fall back to the origin's document", async () => {
  const site = await aSite();
  assert.equal((await site.get("/.well-known/oauth-protected-resource/member/graphql")).statusCode, 404);
});

void test("The 404 of a path without a document is readable by scripts of any origin", async () => {
  const site = await aSite();
  const headers = { origin: "https://app.example.test" };
  for (const url of documents) {
    const absent = await site.get(`${url}/some/path`, { headers });
    assert.equal(absent.statusCode, 404);
    assert.equal(absent.headers["access-control-allow-origin"], "*");
    const { error, error_description } = absent.json<{ error: string; error_description: string }>();
    assert.equal(error, "not_found");
    assert.ok(error_description.includes(url));
    const requested = { ...headers, "access-control-request-method": "GET" };
    const preflight = await site.request("OPTIONS", `${url}/some/path`, { headers: requested });
    assert.equal(preflight.statusCode, 204);
    assert.equal(preflight.headers["access-control-allow-origin"], "*");
  }
});

void test("The documentation URL in the metadata exists", async () => {
  const site = await aSite();
  const { service_documentation } = (await site.get(documents[0]!)).json<{ service_documentation: string }>();
  assert.equal(service_documentation, `${site.origin}/auth.md`);
  assert.equal((await site.get("/auth.md")).statusCode, 200);
});

void test("A forwarded header does not change any address in a document", async () => {
  const site = await aSite();
  const headers = { "x-forwarded-host": "evil.example.test", "x-forwarded-proto": "http", forwarded: "host=evil" };
  for (const url of documents) {
    const response = await site.get(url, { headers });
    assert.equal(response.statusCode, 200);
    assert.equal(response.body.includes("evil"), false);
  }
});
