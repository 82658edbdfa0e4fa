import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../support/assert-status.ts";
import { day, later, second } from "../support/clock.ts";
import { setRoles, setStatus } from "../support/worlds/records.ts";
import { aSite, type ASite, type AClient, type Tokens } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

/** A site without a grace period by default. */
async function connected(scope = "openid email", refreshTokenGrace = 0) {
  const site = await aSite({ refreshTokenGrace });
  const [client, member] = [await site.register(), await site.member()];
  return { site, client, member, tokens: await site.connect(client, member, scope) };
}

async function refreshed(site: ASite, client: AClient, token: string, extra: Record<string, string> = {}) {
  const response = await site.refresh(client, token, extra);
  assertStatus(response, 200);
  return response.json<Tokens>();
}

void test("A refresh returns two new tokens and no id_token", async () => {
  const { site, client, tokens } = await connected();
  assert.ok(tokens.id_token);
  const next = await refreshed(site, client, tokens.refresh_token);
  assert.notEqual(next.access_token, tokens.access_token);
  assert.notEqual(next.refresh_token, tokens.refresh_token);
  assert.equal("id_token" in next, false);
  assert.deepEqual([next.token_type, next.expires_in, next.scope], ["Bearer", 7200, "openid email"]);
  assert.equal((await site.userinfo(next.access_token)).statusCode, 200);
});

void test("An access token stays valid after a refresh until it expires", async () => {
  const { site, client, tokens } = await connected();
  await refreshed(site, client, tokens.refresh_token);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
});

void test("A used refresh token is rejected immediately and ends its family", async () => {
  const { site, client, tokens } = await connected();
  const next = await refreshed(site, client, tokens.refresh_token);
  assertRefused(await site.refresh(client, tokens.refresh_token), 400, "invalid_grant");
  assert.equal((await site.userinfo(next.access_token)).statusCode, 401);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assertRefused(await site.refresh(client, next.refresh_token), 400, "invalid_grant");
});

void test("Any earlier token of a long chain of refreshes ends the family", async () => {
  const { site, client, tokens } = await connected();
  let current = tokens;
  for (let turn = 0; turn < 5; turn++) current = await refreshed(site, client, current.refresh_token);
  assertRefused(await site.refresh(client, tokens.refresh_token), 400, "invalid_grant");
  assertRefused(await site.refresh(client, current.refresh_token), 400, "invalid_grant");
});

void test("The end of a family does not affect the member's other families", async () => {
  const { site, client, member, tokens } = await connected();
  const other = await site.connect(client, member, "openid");
  await refreshed(site, client, tokens.refresh_token);
  await site.refresh(client, tokens.refresh_token);
  await refreshed(site, client, other.refresh_token);
});

void test("Exactly one of 50 concurrent refreshes of one token succeeds, and its tokens are revoked", async () => {
  const { site, client, tokens } = await connected();
  const answers = await Promise.all(Array.from({ length: 50 }, () => site.refresh(client, tokens.refresh_token)));
  const winners = answers.filter(({ statusCode }) => statusCode === 200);
  assert.equal(winners.length, 1);
  for (const answer of answers) if (answer !== winners[0]) assertRefused(answer, 400, "invalid_grant");
  const won = winners[0]!.json<Tokens>();
  assert.equal((await site.userinfo(won.access_token)).statusCode, 401);
  assertRefused(await site.refresh(client, won.refresh_token), 400, "invalid_grant");
});

void test("scope can narrow the access token, and the full grant can be requested again", async () => {
  const { site, client, tokens } = await connected("openid profile email");
  const narrow = await refreshed(site, client, tokens.refresh_token, { scope: "openid" });
  assert.equal(narrow.scope, "openid");
  const claims = (await site.userinfo(narrow.access_token)).json<object>();
  assert.deepEqual(Object.keys(claims), ["sub"]);
  const wide = await refreshed(site, client, narrow.refresh_token, { scope: "openid email" });
  assert.equal(wide.scope, "openid email");
  assert.equal((await refreshed(site, client, wide.refresh_token)).scope, "openid profile email");
});

void test("scope cannot widen the grant: invalid_scope, and the refresh token is not consumed", async () => {
  const { site, client, tokens } = await connected("openid");
  for (const scope of ["openid email", "courses:read", "account:read", "email"]) {
    assertRefused(await site.refresh(client, tokens.refresh_token, { scope }), 400, "invalid_scope");
  }
  await refreshed(site, client, tokens.refresh_token);
});

void test("An unknown scope is ignored; if no other scope is named it is invalid_scope", async () => {
  const { site, client, tokens } = await connected("openid");
  for (const scope of ["offline_access", "openid  email"]) {
    assertRefused(await site.refresh(client, tokens.refresh_token, { scope }), 400, "invalid_scope");
  }
  const next = await refreshed(site, client, tokens.refresh_token, { scope: "openid offline_access" });
  assert.equal(next.scope, "openid");
});

void test("Another client's refresh token is invalid_grant and stays valid for its owner", async () => {
  const { site, client, tokens } = await connected();
  assertRefused(await site.refresh(await site.register(), tokens.refresh_token), 400, "invalid_grant");
  const next = await refreshed(site, client, tokens.refresh_token);
  assertRefused(await site.refresh(await site.register(), tokens.refresh_token), 400, "invalid_grant");
  await refreshed(site, client, next.refresh_token);
});

void test("An access token, an invented token and another site's token are invalid_grant", async () => {
  const { site, client, tokens } = await connected();
  const elsewhere = await connected();
  const others = [tokens.access_token, "x", `lrt_${"x".repeat(43)}`, elsewhere.tokens.refresh_token];
  for (const token of others) assertRefused(await site.refresh(client, token), 400, "invalid_grant");
});

void test("A refresh token lives for 60 days, and every refresh restarts the period", async () => {
  const { site, client, tokens } = await connected();
  await later(60 * day + second, async () =>
    assertRefused(await site.refresh(client, tokens.refresh_token), 400, "invalid_grant"),
  );
  const next = await later(59 * day, () => refreshed(site, client, tokens.refresh_token));
  await later(118 * day, () => refreshed(site, client, next.refresh_token));
});

void test("A suspended member or one without a role cannot refresh; the token works again once reinstated", async () => {
  const { site, client, member, tokens } = await connected();
  await setStatus(site, member, "suspended");
  assertRefused(await site.refresh(client, tokens.refresh_token), 400, "invalid_grant");
  await setStatus(site, member, "active");
  await setRoles(site, member, []);
  assertRefused(await site.refresh(client, tokens.refresh_token), 400, "invalid_grant");
  await setRoles(site, member, ["student"]);
  await refreshed(site, client, tokens.refresh_token);
});

void test("By default, parallel refreshes of one token all succeed, until one of the new tokens is used", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const { refresh_token } = await site.connect(client, member, "openid");
  const answers = await Promise.all(Array.from({ length: 8 }, () => refreshed(site, client, refresh_token)));
  assert.equal(new Set(answers.map(({ access_token }) => access_token)).size, 8);
  for (const { access_token } of answers) assert.equal((await site.userinfo(access_token)).statusCode, 200);
  await later(5 * second, () => refreshed(site, client, refresh_token));
  await refreshed(site, client, answers[3]!.refresh_token);
  for (const { access_token } of answers.toSpliced(3, 1)) {
    assert.equal((await site.userinfo(access_token)).statusCode, 401);
  }
});

void test("By default, a second use ends the family ten seconds after the first one", async () => {
  const site = await aSite();
  const client = await site.register();
  const { refresh_token } = await site.connect(client, await site.member(), "openid");
  const next = await refreshed(site, client, refresh_token);
  // A use in between does not extend the time.
  await later(5 * second, () => refreshed(site, client, refresh_token));
  await later(11 * second, async () => {
    assertRefused(await site.refresh(client, refresh_token), 400, "invalid_grant");
    assertRefused(await site.refresh(client, next.refresh_token), 400, "invalid_grant");
    assert.equal((await site.userinfo(next.access_token)).statusCode, 401);
  });
});

void test("Another client gets nothing within the grace period, and ends nothing", async () => {
  const { site, client, tokens } = await connected("openid", 10);
  const next = await refreshed(site, client, tokens.refresh_token);
  assertRefused(await site.refresh(await site.register(), tokens.refresh_token), 400, "invalid_grant");
  assert.equal((await site.userinfo(next.access_token)).statusCode, 200);
  await refreshed(site, client, tokens.refresh_token);
});

void test("Within the grace period a wider scope is invalid_scope and ends nothing", async () => {
  const site = await aSite({ refreshTokenGrace: 10 });
  const client = await site.register();
  const { refresh_token } = await site.connect(client, await site.member(), "openid");
  const first = await refreshed(site, client, refresh_token);
  await later(5 * second, async () => {
    assertRefused(await site.refresh(client, refresh_token, { scope: "openid email" }), 400, "invalid_scope");
    assert.equal((await site.userinfo(first.access_token)).statusCode, 200);
    await refreshed(site, client, refresh_token);
  });
  await later(11 * second, async () => {
    const late = await site.refresh(client, refresh_token, { scope: "openid email" });
    assertRefused(late, 400, "invalid_grant");
    assert.equal((await site.userinfo(first.access_token)).statusCode, 401);
  });
});

void test("A site can configure the grace period for a lost response", async () => {
  const site = await aSite({ refreshTokenGrace: 10 });
  const client = await site.register();
  const { refresh_token } = await site.connect(client, await site.member(), "openid");
  const first = await refreshed(site, client, refresh_token);
  const forgiven = await later(5 * second, () => refreshed(site, client, refresh_token));
  assert.notEqual(first.refresh_token, forgiven.refresh_token);
  assert.equal((await site.userinfo(first.access_token)).statusCode, 200);
  await later(11 * second, async () => assertRefused(await site.refresh(client, refresh_token), 400, "invalid_grant"));
  assert.equal((await site.userinfo(forgiven.access_token)).statusCode, 401);
});
