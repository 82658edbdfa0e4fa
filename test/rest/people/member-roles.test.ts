import assert from "node:assert/strict";
import { test } from "node:test";
import { type Role, roles } from "#access/roles.ts";
import { newId } from "#domain/platform/ids.ts";
import { findSession } from "#domain/people/sessions/queries.ts";
import { cookieName } from "#http/cookies.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { signIn } from "../../pages/support/sign-up-forms.ts";
import { password } from "../../support/world.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "members:read members:write";

void test("A caller cannot grant a role above their own, or manage a member who ranks above them", async () => {
  const owner = await anOperator(scopes);
  const { site } = owner;
  const manager = await operatorOf(site, scopes, { roles: ["manager"] });
  for (const role of roles) {
    const invitation = await manager.post("/members", { email: `x-${newId()}@example.test`, roles: [role] });
    assertStatus(invitation, role === "owner" ? 403 : 201);
    if (role === "owner") assert.equal(problemOf(invitation).code, "role_escalation");
  }
  const above = owner.member.sub;
  for (const response of [
    await manager.put(`/members/${above}/roles`, { roles: ["student"] }),
    await manager.put(`/members/${manager.member.sub}/roles`, { roles: ["owner"] }),
    await manager.post(`/members/${above}/suspend`),
    await manager.post(`/members/${above}/revoke_sessions`),
    await manager.delete(`/members/${above}`),
    await manager.patch(`/members/${above}`, { email: "elsewhere@example.test" }),
    await manager.patch(`/members/${above}`, { tags: ["founder"] }),
    await manager.put("/members/by_external_id/x", { email: `y-${newId()}@example.test`, roles: ["owner"] }),
  ]) {
    assert.deepEqual([response.statusCode, problemOf(response).code], [403, "role_escalation"]);
  }
});

void test("A site always keeps an owner who can sign in", async () => {
  const owner = await anOperator(scopes);
  const { sub } = owner.member;
  // An invited member is not yet an effective owner.
  await owner.post("/members", { email: `x-${newId()}@example.test`, roles: ["owner"] });
  for (const response of [
    await owner.put(`/members/${sub}/roles`, { roles: ["manager"] }),
    await owner.post(`/members/${sub}/suspend`),
    await owner.delete(`/members/${sub}`),
  ]) {
    assert.deepEqual([response.statusCode, problemOf(response).code], [409, "last_owner"]);
  }
  await owner.site.member({ roles: ["owner"] });
  assert.equal((await owner.put(`/members/${sub}/roles`, { roles: ["manager"] })).statusCode, 200);
});

void test("Changing a role revokes only refresh tokens that exceed the new role", async () => {
  const owner = await anOperator(scopes);
  const { site } = owner;
  const client = await site.operatorClient({ audience: "operator" });
  const member = await site.member({ roles: ["manager"] });
  const wide = await site.connect(client, member, "openid members:read courses:read");
  const narrow = await site.connect(client, member, "openid courses:read");
  const changed = await owner.put(`/members/${member.sub}/roles`, { roles: ["lecturer", "student"] });
  assert.deepEqual(changed.json<{ roles: Role[] }>().roles, ["lecturer", "student"]);

  const [lost, kept] = [
    await site.refresh(client, wide.refresh_token),
    await site.refresh(client, narrow.refresh_token),
  ];
  assert.deepEqual([lost.statusCode, lost.json<{ error: string }>().error], [400, "invalid_grant"]);
  assertStatus(kept, 200);
  const still = await site.get("/api/v1/members", { bearer: wide.access_token });
  assert.deepEqual([still.statusCode, problemOf(still).code], [403, "role_required"]);
  assert.equal((await site.get("/api/v1/courses", { bearer: wide.access_token })).statusCode, 200);
});

void test("A suspended member is rejected immediately, in browsers and with tokens, until reinstated", async () => {
  const owner = await anOperator(scopes);
  const { site } = owner;
  const member = await site.member({ roles: ["manager"] });
  const client = await site.operatorClient({ audience: "operator" });
  const tokens = await site.connect(client, member, "openid members:read");
  const browser = await site.signedIn(member);
  const suspended = await owner.post(`/members/${member.sub}/suspend`);
  assert.equal(suspended.json<{ status: string }>().status, "suspended");

  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assert.match((await browser.open("/account")).address, /^\/sign-in/);
  assert.equal((await signIn(site, member.email, password)).status, 401);
  const again = await owner.post(`/members/${member.sub}/suspend`);
  assert.deepEqual(
    [again.statusCode, problemOf(again).code, again.json<{ allowed: string[] }>().allowed],
    [409, "invalid_state", ["active", "removed"]],
  );

  const back = await owner.post(`/members/${member.sub}/unsuspend`);
  assert.equal(back.json<{ status: string }>().status, "active");
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401, "Ended sessions stay ended.");
  assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 400);
  assert.equal((await signIn(site, member.email, password)).address, "/admin");
  const twice = await owner.post(`/members/${member.sub}/unsuspend`);
  assert.deepEqual([twice.statusCode, problemOf(twice).code], [409, "invalid_state"]);
});

void test("Ending sessions signs out every browser; applications keep their access", async () => {
  const owner = await anOperator(scopes);
  const { site } = owner;
  const member = await site.member();
  const tokens = await site.connect(await site.register(), member, "openid");
  const browsers = [await site.signedIn(member), await site.signedIn(member)];
  const ended = await owner.post(`/members/${member.sub}/revoke_sessions`);
  // The browser in which the application was authorized counts, too.
  assert.deepEqual(ended.json(), { id: member.sub, revoked: 3 });
  for (const browser of browsers) {
    const secret = browser.cookies.get(cookieName(site.site, "session"))!;
    assert.equal(await findSession(site.context(), secret, now()), undefined);
  }
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
});

void test("A removed member has no roles, sessions or applications, and adding them again restores their identity", async () => {
  const owner = await anOperator(scopes);
  const { site } = owner;
  const member = await site.member({ name: "Ana Lima" });
  const tokens = await site.connect(await site.register(), member, "openid");
  const path = `/members/${member.sub}`;
  assert.equal((await owner.delete(path)).statusCode, 204);
  const removed = (await owner.get(path)).json<{ status: string; roles: string[] }>();
  assert.deepEqual([removed.status, removed.roles], ["removed", []]);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assert.equal((await signIn(site, member.email, password)).status, 401);
  const types = new Set((await outboxOf(site)).map(({ type }) => type));
  assert.ok(types.has("member.removed") && types.has("oauth_client.revoked"));

  const listed = async (query = "") =>
    (await owner.get(`/members${query}`)).json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  assert.ok(!(await listed()).includes(member.sub));
  assert.deepEqual(await listed("?status=removed"), [member.sub]);
  for (const response of [
    await owner.delete(path),
    await owner.post(`${path}/suspend`),
    await owner.put(`${path}/roles`, { roles: ["student"] }),
  ]) {
    assert.deepEqual([response.statusCode, problemOf(response).code], [409, "invalid_state"]);
  }

  const back = await owner.post("/members", { email: member.email, roles: ["student"] });
  assertStatus(back, 201);
  const again = back.json<{ id: string; name: string; status: string; roles: string[] }>();
  assert.deepEqual([again.id, again.name, again.status, again.roles], [member.sub, "Ana Lima", "invited", ["student"]]);
});
