import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#access/roles.ts";
import { anonymous, type Caller } from "#access/caller.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { callerOf, requireToken } from "#http/bearer.ts";
import { setRoles, setStatus } from "../support/worlds/records.ts";
import { aSite, buildProcess, siteAt } from "../support/world.ts";

async function connected(roles: Role[] = ["student"]) {
  const site = await aSite();
  const member = await site.member({ roles });
  const client = await site.operatorClient();
  const tokens = await site.connect(client, member, "openid profile account:read");
  return { site, member, tokens, bearer: tokens.access_token };
}

void test("A suspended member's token is 401 at the next request, on every process, and works again afterwards", async () => {
  const { site, member, bearer } = await connected();
  const elsewhere = siteAt(site.site, buildProcess());
  assert.equal((await elsewhere.userinfo(bearer)).statusCode, 200);
  await setStatus(site, member, "suspended");
  for (const process of [site, elsewhere]) {
    assert.equal((await process.userinfo(bearer)).statusCode, 401);
    assert.equal((await process.graphql("{ viewer { id } }", bearer)).statusCode, 401);
  }
  await setStatus(site, member, "active");
  assert.equal((await elsewhere.userinfo(bearer)).statusCode, 200);
});

void test("A token of a member without roles is rejected with 401 invalid_token at the next request", async () => {
  const { site, member, bearer } = await connected();
  await setRoles(site, member, []);
  const response = await site.userinfo(bearer);
  assert.equal(response.statusCode, 401);
  assert.match(String(response.headers["www-authenticate"]), /error="invalid_token"/);
});

void test("UserInfo reports the member's current roles", async () => {
  const { site, member, bearer } = await connected();
  await setRoles(site, member, ["student", "owner"]);
  assert.deepEqual((await site.userinfo(bearer)).json<{ roles: string[] }>().roles, ["owner", "student"]);
});

/** The caller that the server derives from a token, after the member's roles have changed. */
async function callerNow(roles: Role[], scope: string, change: Role[]): Promise<Caller> {
  const site = await aSite();
  const member = await site.member({ roles });
  const { access_token } = await site.connect(await site.register(), member, scope);
  await setRoles(site, member, change);
  return callerOf(await requireToken(site.context(), `Bearer ${access_token}`));
}

void test("A scope that the member's role no longer allows fails with role_required, which names no scope to request", async () => {
  const caller = await callerNow(["owner"], "openid courses:write orders:read", ["lecturer"]);
  requireScopes(caller, ["courses:write"]);
  assert.throws(() => requireScopes(caller, ["orders:read"]), { code: "role_required", details: {} });
});

void test("A scope that was never granted fails with insufficient_scope and lists every scope that the call needs", async () => {
  const caller = await callerNow(["owner"], "openid courses:read", ["owner"]);
  assert.throws(() => requireScopes(caller, ["courses:read", "courses:write"]), {
    code: "insufficient_scope",
    details: { scopes: ["courses:read", "courses:write"] },
  });
});

void test("A higher role does not extend the scopes of an existing token", async () => {
  const caller = await callerNow(["lecturer"], "courses:read orders:read", ["owner"]);
  assert.throws(() => requireScopes(caller, ["orders:read"]), { code: "insufficient_scope" });
});

void test("An unauthenticated caller gets invalid_token; the operator of the machine needs no scope", () => {
  assert.throws(() => requireScopes(anonymous, ["courses:read"]), { code: "invalid_token" });
  requireScopes({ kind: "cli" }, ["members:write"]);
  requireScopes({ kind: "system" }, ["members:write"]);
});
