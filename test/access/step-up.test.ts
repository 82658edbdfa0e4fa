import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#access/roles.ts";
import { setRoles } from "../support/worlds/records.ts";
import { aSite, type ASite, type Tokens } from "../support/world.ts";

interface McpResult {
  result?: {
    isError?: boolean;
    content: { text: string }[];
    structuredContent?: { tools_missing: { scope: string }[] };
  };
  error?: { message: string };
}

/** A staff client authorized by a member with these roles. */
async function connected(roles: Role[], scope: string) {
  const site = await aSite();
  const client = await site.operatorClient({ audience: "operator" });
  const member = await site.member({ roles });
  return { site, client, member, ...(await site.connect(client, member, scope)) };
}

const callTool = (site: ASite, bearer: string, name: string, args: object = {}) =>
  site.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }, { bearer });

const isRoleFailure = (result: McpResult["result"]): boolean =>
  result?.isError === true && (JSON.parse(result.content[0]!.text) as { code: string }).code === "role_required";

void test("A student's client that requests courses:read stops after one authorization", async () => {
  const { site, client, member, ...tokens } = await connected(["student"], "openid courses:read");
  assert.equal(tokens.scope, "openid");
  for (const path of ["/api/v1/courses", "/api/v1/members", "/api/v1/webhook_endpoints"]) {
    const response = await site.get(path, { bearer: tokens.access_token });
    const { code } = response.json<{ code: string }>();
    assert.deepEqual([response.statusCode, code], [403, "role_required"], path);
    assert.equal(response.headers["www-authenticate"], undefined, path);
  }
  const again = await site.connect(client, member, "openid courses:read");
  assert.equal(again.scope, tokens.scope);
});

void test("A lecturer's challenge names only the scopes that the role allows", async () => {
  const { site, access_token: bearer } = await connected(["lecturer"], "openid");
  const courses = await site.get("/api/v1/courses", { bearer });
  assert.equal(courses.statusCode, 403);
  assert.match(String(courses.headers["www-authenticate"]), /error="insufficient_scope".*scope="openid courses:read"/);
  const orders = await site.get("/api/v1/orders", { bearer });
  assert.deepEqual([orders.statusCode, orders.json<{ code: string }>().code], [403, "role_required"]);
  // One of the needed scopes is out of reach: no authorization can make this request succeed.
  const { site: other, access_token } = await connected(["lecturer"], "openid courses:read");
  const expanded = await other.get("/api/v1/tags?kind=member", { bearer: access_token });
  assert.equal(expanded.json<{ code: string }>().code, "role_required");
  assert.equal(expanded.headers["www-authenticate"], undefined);
});

void test("Adding the role restores the challenge", async () => {
  const { site, client, member, access_token: bearer } = await connected(["student"], "openid courses:read");
  await setRoles(site, member, ["manager"]);
  const response = await site.get("/api/v1/courses", { bearer });
  assert.match(String(response.headers["www-authenticate"]), /insufficient_scope/);
  const { access_token } = await site.connect(client, member, "openid courses:read");
  assert.equal((await site.get("/api/v1/courses", { bearer: access_token })).statusCode, 200);
});

void test("An MCP tool whose scope no role allows returns a failed result instead of a challenge", async () => {
  const { site, access_token: bearer } = await connected(["student"], "openid");
  const response = await callTool(site, bearer, "admin_list_courses");
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers["www-authenticate"], undefined);
  assert.ok(isRoleFailure(response.json<McpResult>().result));
});

void test("The sign_in tool requests no scope that no role allows", async () => {
  const { site, access_token: bearer } = await connected(["lecturer"], "openid");
  const hopeless = await callTool(site, bearer, "sign_in", { scopes: ["orders:read"] });
  assert.equal(hopeless.statusCode, 200);
  assert.ok(isRoleFailure(hopeless.json<McpResult>().result));
  const partly = await callTool(site, bearer, "sign_in", { scopes: ["orders:read", "courses:read"] });
  assert.equal(partly.statusCode, 403);
  assert.match(String(partly.headers["www-authenticate"]), /scope="openid courses:read"/);
  const checked = (await callTool(site, bearer, "check_connection")).json<McpResult>().result!.structuredContent!;
  const missing = new Set(checked.tools_missing.map(({ scope }) => scope));
  assert.ok(missing.has("courses:write") && !missing.has("orders:read"));
});

void test("A prompt whose scope no role allows is a request error, not a challenge", async () => {
  const { site, access_token: bearer } = await connected(["student"], "openid");
  const params = { name: "weekly_report", arguments: {} };
  const response = await site.post("/mcp", { jsonrpc: "2.0", id: 1, method: "prompts/get", params }, { bearer });
  assert.equal(response.headers["www-authenticate"], undefined);
  assert.match(response.json<McpResult>().error!.message, /role/);
});

void test("The Member API keeps its challenge because every role allows the account scopes", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  const { access_token }: Tokens = await site.connect(client, await site.member(), "openid");
  const response = await site.graphql("{ viewer { id } }", access_token);
  assert.equal(response.statusCode, 403);
  assert.match(String(response.headers["www-authenticate"]), /insufficient_scope.*scope="openid account:read"/);
});
