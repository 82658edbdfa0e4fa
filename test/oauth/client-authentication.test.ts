import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { aSite } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const token = "/api/oauth/token";

void test("An unknown client is invalid_client with 401, before any other error", async () => {
  const site = await aSite();
  for (const client_id of ["unknown", formatId("client", newId()), "\u0001"]) {
    for (const grant_type of ["authorization_code", "refresh_token", "password"]) {
      assertRefused(await site.postForm(token, { grant_type, client_id }), 401, "invalid_client");
    }
  }
});

void test("A client of another site is unknown", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const { clientId } = await elsewhere.register();
  const form = { grant_type: "refresh_token", refresh_token: "lrt_x", client_id: clientId };
  assertRefused(await site.postForm(token, form), 401, "invalid_client");
  assertRefused(await elsewhere.postForm(token, form), 400, "invalid_grant");
});

void test("A confidential client with a missing or wrong secret is invalid_client", async () => {
  const site = await aSite();
  const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const another = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  for (const secret of [undefined, "", "wrong", `${client.clientSecret}x`, another.clientSecret]) {
    assertRefused(await site.refresh({ ...client, clientSecret: secret }, "lrt_x"), 401, "invalid_client");
  }
  assertRefused(await site.refresh(client, "lrt_x"), 400, "invalid_grant");
});

void test("A public client that sends a secret is invalid_client", async () => {
  const site = await aSite();
  const client = { ...(await site.register()), clientSecret: "lcs_made-up" };
  assertRefused(await site.refresh(client, "lrt_x"), 401, "invalid_client");
});

void test("A wrong secret does not consume the code", async () => {
  const site = await aSite();
  const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  assertRefused(await site.exchange({ ...client, clientSecret: "wrong" }, code, verifier), 401, "invalid_client");
  assert.equal((await site.exchange(client, code, verifier)).statusCode, 200);
});

void test("Two client authentication methods in one request are invalid_request", async () => {
  const site = await aSite();
  const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const form = {
    grant_type: "refresh_token",
    refresh_token: "lrt_x",
    client_id: client.clientId,
    client_secret: client.clientSecret,
  };
  for (const authorization of ["Basic YTpi", "Bearer lat_x", "basic"]) {
    assertRefused(await site.postForm(token, form, { headers: { authorization } }), 400, "invalid_request");
  }
});

void test("A client_assertion is rejected; with a secret it is a second authentication method", async () => {
  const site = await aSite();
  const assertion = {
    client_assertion: "a.b.c",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  };
  const confidential = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  for (const { clientId, clientSecret } of [await site.register(), confidential]) {
    const form = { client_id: clientId, client_secret: clientSecret, ...assertion };
    const [status, error] = clientSecret ? [400, "invalid_request"] : [401, "invalid_client"];
    for (const [path, fields] of [
      [token, { grant_type: "refresh_token", refresh_token: "lrt_x" }],
      ["/api/oauth/introspect", { token: "lat_x" }],
      ["/api/oauth/revoke", { token: "lat_x" }],
    ] as const) {
      assertRefused(await site.postForm(path, { ...form, ...fields }), status, error, /client_assertion/);
    }
  }
});
