import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";

const origin = "https://app.example.test";

const open = [
  ["GET", "/.well-known/oauth-authorization-server"],
  ["GET", "/.well-known/openid-configuration"],
  ["GET", "/.well-known/oauth-protected-resource"],
  ["GET", "/api/oauth/jwks"],
  ["POST", "/api/oauth/token"],
  ["POST", "/api/oauth/revoke"],
  ["POST", "/api/oauth/register"],
  ["GET", "/api/oauth/userinfo"],
  ["POST", "/api/oauth/userinfo"],
  ["POST", "/member/graphql"],
] as const;

for (const [method, path] of open) {
  void test(`A page of any origin can call ${method} ${path} and read its challenge, but never with cookies`, async () => {
    const site = await aSite();
    const response = await site.request(method, path, { headers: { origin } });
    assert.equal(response.headers["access-control-allow-origin"], "*");
    assert.match(String(response.headers["access-control-expose-headers"]), /WWW-Authenticate/i);
    assert.equal(response.headers["access-control-allow-credentials"], undefined);
  });

  void test(`A preflight of ${method} ${path} allows the method and the requested headers`, async () => {
    const site = await aSite();
    const headers = {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type",
    };
    const response = await site.request("OPTIONS", path, { headers });
    assert.equal(response.statusCode, 204);
    assert.equal(response.headers["access-control-allow-origin"], "*");
    assert.match(String(response.headers["access-control-allow-methods"]), new RegExp(`\\b${method}\\b`));
    assert.equal(response.headers["access-control-allow-headers"], "authorization,content-type");
    assert.equal(response.headers["access-control-allow-credentials"], undefined);
  });
}

for (const [wrong, path] of [
  ["GET", "/api/oauth/token"],
  ["GET", "/api/oauth/revoke"],
  ["GET", "/api/oauth/register"],
  ["DELETE", "/api/oauth/userinfo"],
  ["POST", "/api/oauth/jwks"],
  ["POST", "/.well-known/openid-configuration"],
  ["DELETE", "/member/graphql"],
  ["GET", "/mcp"],
] as const) {
  void test(`A page of any origin can read the uncached error that ${path} does not accept ${wrong}`, async () => {
    const site = await aSite();
    const response = await site.request(wrong, path, { headers: { origin } });
    assert.equal(response.statusCode, 405);
    assert.equal(response.headers["access-control-allow-origin"], "*");
    assert.equal(response.headers["cache-control"], "no-store");
  });
}

void test("A method error of introspection or a page is not readable by other origins", async () => {
  const site = await aSite();
  for (const path of ["/api/oauth/introspect", "/oauth/authorize", "/sign-in", "/"]) {
    const response = await site.request("PUT", path, { headers: { origin } });
    assert.equal(response.statusCode, 405);
    assert.equal(response.headers["access-control-allow-origin"], undefined);
  }
});

void test("No page of another origin can introspect tokens", async () => {
  const site = await aSite();
  for (const method of ["POST", "OPTIONS"] as const) {
    const headers = { origin, "access-control-request-method": "POST" };
    const response = await site.request(method, "/api/oauth/introspect", { headers });
    const names = Object.keys(response.headers).filter((name) => name.startsWith("access-control-"));
    assert.deepEqual(names, []);
  }
});

for (const path of ["/", "/sign-in", "/consent", "/account", "/oauth/authorize", "/docs/errors"]) {
  void test(`No page of another origin can read ${path}`, async () => {
    const site = await aSite();
    for (const method of ["GET", "OPTIONS"] as const) {
      const headers = { origin, "access-control-request-method": "GET", accept: "text/html" };
      const response = await site.request(method, path, { headers });
      assert.equal(response.headers["access-control-allow-origin"], undefined);
    }
  });
}
