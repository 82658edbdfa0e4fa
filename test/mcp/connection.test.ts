import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";
import { anApiKey } from "../support/worlds/api-key.ts";
import { setRoles } from "../support/worlds/records.ts";
import { issueToken } from "../support/worlds/issue-token.ts";
import { agentAt, aMemberAgent, anOperatorAgent, type Json } from "./support/agent.ts";

const missingIn = (result: Json) => (result["tools_missing"] as { scope: string }[]).map(({ scope }) => scope);

void test("The connection lists missing tools only for scopes that the client can get", async () => {
  const site = await aSite();
  const anonymous = missingIn((await agentAt(site).call("check_connection")).result);
  assert.ok(anonymous.includes("courses:write") && !anonymous.includes("account:read"), anonymous.join(" "));
  const operator = missingIn((await (await anOperatorAgent(site, ["openid"])).call("check_connection")).result);
  assert.ok(operator.includes("courses:write") && !operator.includes("account:read"), operator.join(" "));
  const member = missingIn((await (await aMemberAgent(site, ["openid"])).call("check_connection")).result);
  assert.ok(member.includes("account:read") && !member.includes("courses:read"), member.join(" "));

  const narrow = await site.operatorClient({ audience: "operator", scopes: ["openid", "courses:read"] });
  const owner = await site.member({ roles: ["owner"] });
  const narrowed = agentAt(site, await issueToken(site, narrow, owner, "openid"));
  assert.deepEqual([...new Set(missingIn((await narrowed.call("check_connection")).result))], ["courses:read"]);
});

void test("A sign-in with scopes that the client can never get fails, because a challenge would repeat forever", async () => {
  const operator = await anOperatorAgent(await aSite(), ["openid"]);
  const { status, failure } = await operator.call("sign_in", { scopes: ["account:read"] });
  assert.deepEqual([status, failure?.code], [200, "invalid_request"]);
  assert.match(failure!.message, /may not request the scope account:read/);
  const { status: challenged, challenge } = await operator.call("sign_in", {
    scopes: ["account:read", "courses:read"],
  });
  assert.equal(challenged, 403);
  assert.match(challenge, /scope="openid courses:read"/);
});

void test("A sign-in with an unknown scope fails and names it, with the scopes that exist", async () => {
  const agent = agentAt(await aSite());
  const { status, failure } = await agent.call("sign_in", { scopes: ["courses:red", "courses:read"] });
  assert.deepEqual([status, failure?.code, failure?.errors?.[0]?.pointer], [200, "validation_failed", "/scopes"]);
  assert.match(failure!.message, /Unknown scopes: courses:red\./);
  assert.ok((failure as unknown as { allowed_values: string[] }).allowed_values.includes("courses:read"));
  assert.equal((await agent.call("sign_in", { scopes: { name: "courses:read" } })).failure?.code, "validation_failed");
});

void test("Tools and prompts are listed for the scopes that the member's roles still grant", async () => {
  const site = await aSite();
  const granted = ["courses:read", "members:read", "comments:read"] as const;
  const token = await anOperatorAgent(site, granted);
  const { member: owner } = token;
  for (const agent of [token, agentAt(site, (await anApiKey(site, owner, granted)).key)]) {
    const namesIn = async (kind: "tools" | "prompts") =>
      (await agent.ask<Record<string, { name: string }[]>>(`${kind}/list`))[kind]!.map(({ name }) => name);
    await setRoles(site, owner, ["owner"]);
    assert.ok((await namesIn("tools")).includes("list_members"));
    await setRoles(site, owner, ["lecturer"]);
    const listed = await namesIn("tools");
    assert.ok(listed.includes("admin_get_course") && !listed.includes("list_members"), listed.join(" "));
    const found = JSON.stringify((await agent.call("search_tools", { query: "list_members" })).result);
    assert.doesNotMatch(found, /"list_members"/);
    const { result } = await agent.call("check_connection");
    assert.ok(!(result["tools_available"] as string[]).includes("list_members"));
    assert.ok(!missingIn(result).includes("members:read"));
    assert.notDeepEqual(await namesIn("prompts"), []);
    await setRoles(site, owner, ["student"]);
    assert.deepEqual(await namesIn("prompts"), []);
  }
});

void test("DELETE at the MCP server is a 405, also with a JSON content type and no body", async () => {
  const site = await aSite();
  for (const headers of [{}, { "content-type": "application/json" }]) {
    const { statusCode, headers: answered } = await site.request("DELETE", "/mcp", { headers });
    assert.deepEqual([statusCode, answered["allow"]], [405, "POST, OPTIONS"], JSON.stringify(headers));
  }
});
