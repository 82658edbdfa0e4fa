import assert from "node:assert/strict";
import { test } from "node:test";
import { challengeOf, Refusal } from "#http/challenge.ts";
import { hour, later } from "../support/clock.ts";
import { aSite, type ASite } from "../support/world.ts";

const pointer = ({ origin }: ASite) => `resource_metadata="${origin}/.well-known/oauth-protected-resource"`;

/** Parses a challenge (RFC 9110 §11.2). */
function parse(header: unknown): Record<string, string> {
  const [, scheme, rest] = /^(\S+) (.*)$/.exec(String(header))!;
  assert.equal(scheme, "Bearer");
  const found = [...rest!.matchAll(/([a-z_]+)="([^"\\]*)"(?:, |$)/g)];
  assert.equal(found.map(([text]) => text).join(""), rest, "nothing between the parameters");
  return Object.fromEntries(found.map(([, name, value]) => [name!, value!]));
}

const resources: [string, (site: ASite, authorization?: string) => ReturnType<ASite["get"]>, string][] = [
  ["/api/oauth/userinfo", (site, authorization) => site.get("/api/oauth/userinfo", headersOf(authorization)), "openid"],
  [
    "/member/graphql",
    (site, authorization) => site.post("/member/graphql", { query: "{ viewer { id } }" }, headersOf(authorization)),
    "account:read",
  ],
];
const headersOf = (authorization?: string) => ({ headers: authorization === undefined ? {} : { authorization } });

for (const [path, call, scope] of resources) {
  void test(`Without a token ${path} is 401 invalid_token with the metadata URL`, async () => {
    const site = await aSite();
    const response = await call(site);
    assert.equal(response.statusCode, 401);
    const { error_description, ...challenge } = parse(response.headers["www-authenticate"]);
    assert.deepEqual(challenge, {
      error: "invalid_token",
      resource_metadata: `${site.origin}/.well-known/oauth-protected-resource`,
      scope,
    });
    assert.match(error_description!, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    const body = response.json<{ error: string; error_description: string }>();
    assert.deepEqual([body.error, body.error_description], ["invalid_token", error_description]);
  });

  void test(`A token that is malformed, unknown, expired or of another kind is the same at ${path}`, async () => {
    const site = await aSite();
    const client = await site.operatorClient();
    const tokens = await site.connect(client, await site.member(), "openid account:read");
    const wrong = [
      "Bearer",
      "Bearer ",
      "Bearer x y",
      "Bearer nonsense",
      `Bearer lat_${"x".repeat(43)}`,
      `Bearer ${tokens.refresh_token}`,
      `Bearer ${tokens.access_token.toUpperCase()}`,
      `Bearer ${tokens.access_token}x`,
      `Basic ${btoa(`${client.clientId}:x`)}`,
      tokens.access_token,
      `Token ${tokens.access_token}`,
    ];
    for (const authorization of wrong) {
      const response = await call(site, authorization);
      assert.equal(response.statusCode, 401, authorization);
      assert.equal(parse(response.headers["www-authenticate"])["error"], "invalid_token");
    }
    await later(3 * hour, async () => {
      const response = await call(site, `Bearer ${tokens.access_token}`);
      assert.equal(response.statusCode, 401);
      assert.ok(String(response.headers["www-authenticate"]).includes(pointer(site)));
    });
  });

  void test(`At ${path} the scheme is accepted in any case`, async () => {
    const site = await aSite();
    const tokens = await site.connect(await site.operatorClient(), await site.member(), "openid account:read");
    for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR"]) {
      assert.equal((await call(site, `${scheme} ${tokens.access_token}`)).statusCode, 200);
    }
  });
}

void test("A token in the URL or in a form is ignored", async () => {
  const site = await aSite();
  const { access_token } = await site.connect(await site.operatorClient(), await site.member(), "openid account:read");
  assert.equal((await site.get(`/api/oauth/userinfo?access_token=${access_token}`)).statusCode, 401);
  const query = { query: "{ viewer { id } }", access_token };
  assert.equal((await site.post(`/member/graphql?access_token=${access_token}`, query)).statusCode, 401);
});

void test("A missing scope is 403 insufficient_scope, with the granted and the required scopes", async () => {
  const site = await aSite();
  const { access_token } = await site.connect(await site.register(), await site.member(), "openid email");
  const response = await site.graphql("{ viewer { id } }", access_token);
  assert.equal(response.statusCode, 403);
  const { error_description, ...challenge } = parse(response.headers["www-authenticate"]);
  assert.deepEqual(challenge, {
    error: "insufficient_scope",
    resource_metadata: `${site.origin}/.well-known/oauth-protected-resource`,
    scope: "openid email account:read",
  });
  assert.match(error_description!, /account:read/);
  assert.equal(response.json<{ error: string }>().error, "insufficient_scope");
});

void test("A 401 of the operator API names the scope of the operation, if any", async () => {
  const site = await aSite();
  for (const bearer of [undefined, "lat_unknown"]) {
    for (const [method, path, scope] of [
      ["GET", "/courses", "courses:read"],
      ["POST", "/courses", "courses:write"],
      ["PATCH", "/members/x", "members:write"],
      ["GET", "/nothing", undefined],
    ] as const) {
      const response = await site.request(method, `/api/v1${path}`, { bearer });
      assert.equal(response.statusCode, 401);
      assert.equal(parse(response.headers["www-authenticate"])["scope"], scope, `${method} ${path}`);
    }
  }
});

void test("A lost role is 403 without a challenge: requesting scopes again would loop", async () => {
  const site = await aSite();
  const refusal = new Refusal("role_required", "The role gives it no longer.");
  assert.equal(refusal.status, 403);
  assert.equal(challengeOf(site.site, refusal), undefined);
});
