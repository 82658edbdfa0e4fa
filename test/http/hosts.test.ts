import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";

const paths = [
  ["GET", "/"],
  ["GET", "/sign-in"],
  ["GET", "/account"],
  ["GET", "/oauth/authorize?client_id=x"],
  ["GET", "/.well-known/oauth-authorization-server"],
  ["GET", "/.well-known/openid-configuration"],
  ["GET", "/.well-known/oauth-protected-resource"],
  ["GET", "/api/oauth/jwks"],
  ["GET", "/api/oauth/userinfo"],
  ["POST", "/api/oauth/token"],
  ["POST", "/api/oauth/register"],
  ["POST", "/api/oauth/revoke"],
  ["POST", "/api/oauth/introspect"],
  ["POST", "/member/graphql"],
  ["GET", "/docs/errors/invalid_grant"],
  ["GET", "/nowhere"],
] as const;

void test("At an unknown host every address is the same 404", async () => {
  const site = await aSite();
  for (const [method, path] of paths) {
    for (const host of [
      "unknown.example.test",
      `x.${site.host}`,
      `${site.host}:8443`,
      `${site.host}.`,
      "x".repeat(300),
    ]) {
      const response = await site.request(method, path, { headers: { host } });
      assert.equal(response.statusCode, 404, `${method} ${path} at ${host.slice(0, 60)}`);
      assert.equal(response.json<{ error: string }>().error, "not_found");
      assert.equal(response.headers["set-cookie"], undefined);
    }
  }
});

void test("A host matches in upper case and with the default https port", async () => {
  const site = await aSite();
  for (const host of [site.host.toUpperCase(), `${site.host}:443`]) {
    const response = await site.get("/.well-known/openid-configuration", { headers: { host } });
    assert.equal(response.json<{ issuer: string }>().issuer, site.origin);
  }
});

void test("No forwarded header selects the site", async () => {
  const [site, other] = [await aSite(), await aSite()];
  const headers = { "x-forwarded-host": other.host, forwarded: `host=${other.host}` };
  const response = await site.get("/.well-known/openid-configuration", { headers });
  assert.equal(response.json<{ issuer: string }>().issuer, site.origin);
  const unknown = await site.get("/", { headers: { "x-forwarded-host": site.host, host: "unknown.example.test" } });
  assert.equal(unknown.statusCode, 404);
});

void test("A token of another site is an unknown token: 401 with this site's challenge", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const client = await elsewhere.operatorClient();
  const { access_token } = await elsewhere.connect(client, await elsewhere.member(), "openid account:read");
  for (const response of [await site.userinfo(access_token), await site.graphql("{ viewer { id } }", access_token)]) {
    assert.equal(response.statusCode, 401);
    const challenge = String(response.headers["www-authenticate"]);
    assert.match(challenge, /error="invalid_token"/);
    assert.ok(challenge.includes(`resource_metadata="${site.origin}/.well-known/oauth-protected-resource"`));
  }
  assert.equal((await elsewhere.userinfo(access_token)).statusCode, 200);
});

void test("A browser that is signed in at one site is not signed in at another", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const browser = await site.signedIn(await site.member());
  const visitor = elsewhere.browser();
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value);
  assert.match((await visitor.open("/account")).address, /^\/sign-in/);
  assert.equal((await browser.open("/account")).address, "/account");
});

void test("Health checks respond at every host", async () => {
  const site = await aSite();
  for (const path of ["/healthz", "/readyz"]) {
    assert.equal((await site.get(path, { headers: { host: "10.0.0.7:8080" } })).statusCode, 200);
  }
});
