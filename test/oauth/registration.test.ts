import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../support/assert-status.ts";
import { auditOf } from "../support/worlds/records.ts";
import { stopwatch } from "../support/meters/stopwatch.ts";
import { aSite, loopbackRedirect } from "../support/world.ts";

interface Registered {
  client_id: string;
  client_id_issued_at: number;
  client_secret?: string;
  client_secret_expires_at?: number;
  client_name: string;
  redirect_uris: string[];
  token_endpoint_auth_method: string;
}

void test("A client on the member's own computer registers itself and gets its registered metadata", async () => {
  const site = await aSite();
  const metadata = {
    client_name: "Reader",
    application_type: "native",
    redirect_uris: [loopbackRedirect],
    token_endpoint_auth_method: "none",
  };
  const watch = stopwatch();
  const response = await site.post("/api/oauth/register", metadata);

  assert.equal(response.statusCode, 201);
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  assert.equal(response.headers["cache-control"], "no-store");
  assert.equal(response.headers["pragma"], "no-cache");
  const { client_id, client_id_issued_at, ...echo } = response.json<Registered>();
  assert.match(client_id, /^cli_[0-9a-z]{26}$/);
  watch.assertSince(client_id_issued_at);
  assert.deepEqual(echo, {
    ...metadata,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  });
});

void test("The scope of a registration is not returned, since the client can request others later", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const metadata = { redirect_uris: [loopbackRedirect], scope: "openid profile offline_access" };
  const registered = (await site.post("/api/oauth/register", metadata)).json<Registered>();
  assert.equal("scope" in registered, false);
  const client = { clientId: registered.client_id, redirectUri: loopbackRedirect };
  assert.equal((await site.connect(client, owner, "openid courses:read")).scope, "openid courses:read");
});

for (const redirect of [
  "http://127.0.0.1:43117/callback",
  "http://127.0.0.1/callback",
  "http://127.0.0.1:1/",
  "http://127.0.0.1:65535/?from=login",
  "http://[::1]:43117/callback",
  "http://localhost:43117/callback",
  "http://localhost/",
]) {
  void test(`The loopback redirect ${redirect} registers without approval`, async () => {
    const site = await aSite();
    const response = await site.post("/api/oauth/register", { client_name: "Reader", redirect_uris: [redirect] });
    assertStatus(response, 201);
    assert.deepEqual(response.json<Registered>().redirect_uris, [redirect]);
  });
}

void test("A client that names no authentication method is public and gets no secret", async () => {
  const site = await aSite();
  for (const method of [undefined, null, "none"]) {
    const metadata = { client_name: "Reader", redirect_uris: [loopbackRedirect], token_endpoint_auth_method: method };
    const registered = (await site.post("/api/oauth/register", metadata)).json<Registered>();
    assert.equal(registered.token_endpoint_auth_method, "none");
    assert.equal("client_secret" in registered, false);
    assert.equal("client_secret_expires_at" in registered, false);
  }
});

void test("A confidential client gets its own secret that never expires", async () => {
  const site = await aSite();
  const metadata = { redirect_uris: [loopbackRedirect], token_endpoint_auth_method: "client_secret_post" };
  const [first, second] = await Promise.all([
    site.post("/api/oauth/register", metadata),
    site.post("/api/oauth/register", metadata),
  ]);
  const registered = first.json<Registered>();
  assert.match(registered.client_secret!, /^lcs_[A-Za-z0-9_-]{43}$/);
  assert.equal(registered.client_secret_expires_at, 0);
  assert.equal(registered.token_endpoint_auth_method, "client_secret_post");
  assert.notEqual(registered.client_secret, second.json<Registered>().client_secret);
  assert.notEqual(registered.client_id, second.json<Registered>().client_id);
});

void test("A client is registered regardless of application type and unknown fields", async () => {
  const site = await aSite();
  for (const application_type of ["native", "web", "spaceship"]) {
    const response = await site.post("/api/oauth/register", {
      redirect_uris: [loopbackRedirect],
      application_type,
      logo_uri: "https://logo.example.test/logo.png",
      "x-our-own": { nested: true },
    });
    assert.equal(response.statusCode, 201);
    assert.equal(response.json<{ application_type: string }>().application_type, application_type);
    assert.equal(response.body.includes("x-our-own"), false);
  }
});

void test("A registration is recorded in the audit log without its secret", async () => {
  const site = await aSite();
  const { clientId, clientSecret } = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const [entry, ...others] = await auditOf(site);
  assert.equal(others.length, 0);
  assert.deepEqual([entry!.action, entry!.actorKind, entry!.resourceId], ["registerClient", "anonymous", clientId]);
  assert.equal(JSON.stringify(entry).includes(clientSecret!), false);
});

void test("An address over the hourly registration limit gets 429 with Retry-After", async () => {
  const site = await aSite({ registrationsPerHour: 60 });
  const register = (remoteAddress: string) =>
    site.post("/api/oauth/register", { redirect_uris: [loopbackRedirect] }, { remoteAddress });
  const watch = stopwatch();
  const first = await Promise.all(Array.from({ length: 60 }, () => register("198.51.100.1")));
  assert.deepEqual([...new Set(first.map(({ statusCode }) => statusCode))], [201]);

  const refused = await register("198.51.100.1");
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json<{ error: string }>().error, "temporarily_unavailable");
  watch.assertRestOf(3600, refused.headers["retry-after"]);
  assert.equal((await register("198.51.100.2")).statusCode, 201);
});
