import assert from "node:assert/strict";
import { test } from "node:test";
import { isWellFormedApiKey } from "#oauth/api-keys/key-text.ts";
import { maxKeys } from "#oauth/api-keys/api-key.ts";
import { revokeApiKey } from "#oauth/api-keys/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { anApiKey } from "../support/worlds/api-key.ts";
import { day, later, minute } from "../support/clock.ts";
import { countStatements } from "../support/meters/count-statements.ts";
import { database } from "../support/databases/database.ts";
import { auditOf, setRoles, setStatus } from "../support/worlds/records.ts";
import { aSite, type ASite } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const anOwner = async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  return { site, owner };
};

const courses = async (site: ASite, bearer: string) => site.get("/api/v1/courses", { bearer });

const codeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error.code;
};

void test("A key works at the operator API and at MCP, with its scopes only", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner);
  assert.match(key, /^lak_[A-Za-z0-9_-]{43}[0-9a-z]{6}$/);
  assert.equal((await courses(site, key)).statusCode, 200);
  const refused = await site.get("/api/v1/members", { bearer: key });
  assert.equal(refused.statusCode, 403);
  assert.match(String(refused.headers["www-authenticate"]), /insufficient_scope/);
  const call = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const listed = await site.post("/mcp", call, { bearer: key, headers: { accept: "application/json" } });
  assert.match(listed.body, /"list_courses"/);
  assert.doesNotMatch(listed.body, /"list_members"/);
});

void test("A key with a wrong character is refused without a statement, as its checksum shows", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner);
  const wrong = key.slice(0, 10) + (key[10] === "A" ? "B" : "A") + key.slice(11);
  assert.equal(isWellFormedApiKey(key), true);
  assert.equal(isWellFormedApiKey(wrong), false);
  assert.equal((await courses(site, wrong)).statusCode, 401);
});

void test("A key of one school is unknown at another", async () => {
  const [{ site, owner }, elsewhere] = [await anOwner(), await aSite()];
  const { key } = await anApiKey(site, owner);
  const refused = await courses(elsewhere, key);
  assert.equal(refused.statusCode, 401);
  assert.match(String(refused.headers["www-authenticate"]), /error="invalid_token"/);
});

void test("A revoked key is refused by the next request", async () => {
  const { site, owner } = await anOwner();
  const { id, key } = await anApiKey(site, owner);
  assert.equal((await courses(site, key)).statusCode, 200);
  const context = { ...site.context(), caller: { kind: "cli" as const } };
  await perform(revokeApiKey, context, { id });
  assert.equal((await courses(site, key)).statusCode, 401);
  await assert.rejects(perform(revokeApiKey, context, { id }), {
    code: "invalid_state",
    message: "This API key is revoked already. This status is final.",
  });
  const actions = (await auditOf(site)).map(({ action, details }) => [action, JSON.stringify(details)] as const);
  const own = actions.filter(([action]) => action.endsWith("ApiKey"));
  assert.deepEqual(own.map(([action]) => action).toSorted(), ["createApiKey", "revokeApiKey"]);
  assert.ok(own.every(([, details]) => details.includes("Nightly sync") && !details.includes(key)));
});

void test("An expired key is refused", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner, ["courses:read"], { expiresInDays: 3 });
  assert.equal((await later(2 * day, () => courses(site, key))).statusCode, 200);
  assert.equal((await later(3 * day, () => courses(site, key))).statusCode, 401);
});

void test("Roles that the member loses end the scopes immediately", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner, ["courses:read", "members:read"]);
  await setRoles(site, owner, ["lecturer"]);
  assert.equal((await courses(site, key)).statusCode, 200);
  assertProblem(await site.get("/api/v1/members", { bearer: key }), 403, "role_required");
  await setRoles(site, owner, ["student"]);
  assertProblem(await courses(site, key), 403, "role_required");
});

void test("The key of a suspended member is refused", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner);
  await setStatus(site, owner, "suspended");
  assert.equal((await courses(site, key)).statusCode, 401);
});

void test("A key is for operator scopes that the member's roles give", async () => {
  const { site, owner } = await anOwner();
  for (const scope of ["account:read", "openid"] as const) {
    assert.equal(await codeOf(anApiKey(site, owner, [scope])), "validation_failed");
  }
  const lecturer = await site.member({ roles: ["lecturer"] });
  assert.equal(await codeOf(anApiKey(site, lecturer, ["members:read"])), "validation_failed");
  assert.equal(await codeOf(anApiKey(site, owner, [])), "validation_failed");
  assert.equal(await codeOf(anApiKey(site, owner, ["courses:read"], { expiresInDays: 731 })), "validation_failed");
  assert.equal(await codeOf(anApiKey(site, owner, ["courses:read"], { expiresInDays: 0 })), "validation_failed");
  assert.equal(await codeOf(anApiKey(site, owner, ["courses:read"], { name: " " })), "validation_failed");
});

void test("The Member API and UserInfo refuse keys and say why", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner);
  const member = await site.graphql("{ viewer { id } }", key);
  assertRefused(member, 403, "insufficient_scope", /API keys cannot hold the scope account:read/);
  const userinfo = await site.get("/api/oauth/userinfo", { bearer: key });
  assertRefused(userinfo, 403, "insufficient_scope", /API keys cannot hold the scope openid/);
  for (const anonymous of [await site.graphql("{ viewer { id } }"), await site.get("/api/oauth/userinfo")]) {
    assertRefused(anonymous, 401, "invalid_token", /^An access token is required/);
  }
});

void test("OAuth endpoints refuse keys, also as the id of a client", async () => {
  const { site, owner } = await anOwner();
  const { id, key } = await anApiKey(site, owner);
  const client = await site.register();
  const revoked = await site.postForm("/api/oauth/revoke", { token: key, client_id: client.clientId });
  assertRefused(revoked, 400, "unsupported_token_type", /admin area/);
  assertRefused(await site.refresh(client, key), 400, "invalid_grant", /API keys are not accepted/);
  const bearer = await site.postForm("/api/oauth/introspect", { token: key }, { bearer: key });
  assertRefused(bearer, 401, "invalid_token", /API keys are not accepted/);
  const own = id.replace("key_", "cli_");
  const asClient = await site.postForm("/api/oauth/revoke", { token: "lat_x", client_id: own });
  assertRefused(asClient, 401, "invalid_client");
  assert.equal((await courses(site, key)).statusCode, 200);
});

void test("A resource server of the site introspects keys, other clients and sites learn nothing", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner, ["courses:read", "members:read"]);
  const server = { name: "API server", audience: "operator", confidential: true, introspectsAllTokens: true } as const;
  const [own, other] = [await site.operatorClient(server), await site.operatorClient({ confidential: true })];
  const elsewhere = await aSite();
  const foreign = await elsewhere.operatorClient(server);
  const introspect = async (at: ASite, { clientId, clientSecret }: typeof own) =>
    (await at.postForm("/api/oauth/introspect", { token: key, client_id: clientId, client_secret: clientSecret })).json<
      Record<string, unknown>
    >();
  const answer = await introspect(site, own);
  assert.deepEqual(
    [answer["active"], answer["scope"], answer["sub"], answer["token_type"]],
    [true, "courses:read members:read", owner.sub, "Bearer"],
  );
  assert.deepEqual(await introspect(site, other), { active: false });
  assert.deepEqual(await introspect(elsewhere, foreign), { active: false });
});

const useOf = ({ site }: ASite) =>
  database.one<{ lastUsedAt: Date | null; lastUsedAddress: string | null }>`
    select last_used_at, last_used_address from api_keys where site_id = ${site.id}`;

void test("The last use is recorded with its address, at most every five minutes", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner);
  assert.equal((await useOf(site)).lastUsedAt, null);
  await courses(site, key);
  const first = await useOf(site);
  assert.ok(first.lastUsedAt);
  assert.ok(first.lastUsedAddress);
  await later(4 * minute, () => courses(site, key));
  assert.deepEqual(await useOf(site), first);
  await later(6 * minute, () => courses(site, key));
  assert.ok((await useOf(site)).lastUsedAt! > first.lastUsedAt);
});

void test("Only the digest of a key is stored", async () => {
  const { site, owner } = await anOwner();
  const { key } = await anApiKey(site, owner);
  const stored = await database.one<{ text: string }>`
    select row_to_json(api_keys)::text as text from api_keys where site_id = ${site.site.id}`;
  assert.ok(!stored.text.includes(key.slice(4, -6)));
  assert.ok(stored.text.includes(key.slice(-4)));
});

void test("Rate limits count per key", async () => {
  const { site, owner } = await anOwner();
  await site.set({ apiRequestsPerMinute: 2 });
  const [one, other] = [await anApiKey(site, owner), await anApiKey(site, owner)];
  const statuses = [];
  for (const { key } of [one, one, one, other]) statuses.push((await courses(site, key)).statusCode);
  assert.deepEqual(statuses, [200, 200, 429, 200]);
});

void test("The number of valid keys of a site is limited", async () => {
  const { site, owner } = await anOwner();
  const { id } = await anApiKey(site, owner);
  await database.run`
    insert into api_keys (site_id, id, member_id, name, ending, scopes, created_at, expires_at)
    select ${site.site.id}, gen_random_uuid(), ${owner.id}, 'More', 'abcd', '{courses:read}', now(), now() + interval '1 day'
      from generate_series(2, ${maxKeys}::integer)`;
  assert.equal(await codeOf(anApiKey(site, owner)), "conflict");
  await perform(revokeApiKey, { ...site.context(), caller: { kind: "cli" } }, { id });
  await anApiKey(site, owner);
});

void test("The check of an ordinary access token costs no more statements than before", async () => {
  const { site, owner } = await anOwner();
  const client = await site.operatorClient({ audience: "operator" });
  const { access_token: token } = await site.connect(client, owner, "courses:read");
  const { key } = await anApiKey(site, owner);
  await Promise.all([courses(site, token), courses(site, key)]);
  const costs = [];
  for (const bearer of [token, key]) costs.push((await countStatements(async () => courses(site, bearer))).statements);
  assert.equal(costs[0], costs[1]);
});

function assertProblem(response: Awaited<ReturnType<typeof courses>>, status: number, code: string): void {
  assert.deepEqual([response.statusCode, response.json<{ code: string }>().code], [status, code]);
}
