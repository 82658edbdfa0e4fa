import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anonymous } from "#access/caller.ts";
import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { defaultTools } from "#mcp/lists/default-tools.ts";
import { textOf, toolsFor } from "#mcp/lists/list-tools.ts";
import { everything } from "#mcp/lists/selection.ts";
import { aSite } from "../support/world.ts";
import { agentAt, aMemberAgent, anOperatorAgent, operatorScopes } from "./support/agent.ts";

interface Schema {
  properties?: Record<string, Schema>;
  description?: string;
  [key: string]: unknown;
}

interface Listed {
  name: string;
  description: string;
  annotations: Record<string, unknown>;
  inputSchema: Schema;
  outputSchema: Schema;
}

const holder = (granted: readonly Scope[]) =>
  ({
    kind: "token",
    clientId: newId(),
    memberId: newId(),
    grantId: newId(),
    scopes: new Set(granted),
    roles: ["owner"],
  }) as const;

const listOf = async (caller: Parameters<typeof toolsFor>[0], isShort = true) =>
  (JSON.parse(textOf(await toolsFor(caller, { ...everything, isShort }))) as { tools: Listed[] }).tools;

/** About four characters are one token in the usual tokenizers. Hosts pass these three parts to the model. */
const tokensIn = (tools: readonly Listed[]): number =>
  tools.reduce(
    (sum, { name, description, inputSchema }) =>
      sum + Math.ceil(JSON.stringify({ name, description, inputSchema }).length / 4),
    0,
  );

/** Some hosts pass the schemas of results, too. */
const tokensWithResults = (tools: readonly Listed[]): number =>
  tokensIn(tools) +
  tools.reduce((sum, { outputSchema }) => sum + Math.ceil(JSON.stringify({ outputSchema }).length / 4), 0);

/** Visits each schema in a schema, with its path. */
function* partsOf(schema: Schema, path = ""): Generator<[path: string, part: Schema, isProperty: boolean]> {
  for (const [key, value] of Object.entries(schema)) {
    if (key === "default" || key === "enum" || typeof value !== "object" || value === null) continue;
    if (key === "properties") {
      for (const [name, part] of Object.entries(value as Record<string, Schema>)) {
        yield [`${path}/${name}`, part, true];
        yield* partsOf(part, `${path}/${name}`);
      }
      continue;
    }
    for (const part of [value].flat() as Schema[]) {
      if (typeof part !== "object" || part === null) continue;
      yield [`${path}/${key}`, part, false];
      yield* partsOf(part, `${path}/${key}`);
    }
  }
}

void describe("The list of tools", () => {
  void test("has at most 40 tools and 12,000 tokens for an operator with all scopes, at /mcp and /mcp/readonly", async () => {
    const site = await aSite();
    const agent = await anOperatorAgent(site);
    const { tools } = await agent.ask<{ tools: Listed[] }>("tools/list");
    assert.ok(tools.length <= 40, String(tools.length));
    assert.ok(tokensWithResults(tools) <= 12_000, String(tokensWithResults(tools)));
    const expected = ["check_connection", "sign_in", "search_tools", "call_tool", ...defaultTools];
    assert.deepEqual(
      tools.map(({ name }) => name),
      expected,
    );
    const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const response = await site.post("/mcp/readonly", request, { bearer: agent.bearer });
    const reading = response.json<{ result: { tools: Listed[] } }>().result.tools;
    assert.ok(reading.length <= 40 && reading.every(({ annotations }) => annotations["readOnlyHint"] === true));
  });

  void test("has at most 3,000 tokens without a token, and at most 40 tools and 12,000 tokens with any scope", async () => {
    const publicTools = await listOf(anonymous);
    assert.ok(tokensIn(publicTools) <= 3000, String(tokensIn(publicTools)));
    const groups: (readonly Scope[])[] = scopeNames.map((scope) => [scope]);
    for (const [index, first] of operatorScopes.entries()) {
      groups.push([first, operatorScopes[(index + 1) % operatorScopes.length]!], operatorScopes.slice(index));
    }
    groups.push(operatorScopes.filter((scope) => scope.endsWith(":write")));
    groups.push(scopeNames.filter((scope) => scopes[scope].kind === "member"));
    for (const granted of groups) {
      const tools = await listOf(holder(granted));
      const size = `${tools.length} tools, ${tokensWithResults(tools)} tokens with ${granted.join(" ")}`;
      assert.ok(tools.length <= 40 && tokensWithResults(tools) <= 12_000, size);
    }
  });

  void test("has all tools of a caller who can use few, or who selects all", async () => {
    const site = await aSite();
    const member = await aMemberAgent(site);
    const { tools } = await member.ask<{ tools: Listed[] }>("tools/list");
    const names = new Set(tools.map(({ name }) => name));
    assert.ok(names.has("list_my_courses") && names.has("list_events") && !names.has("call_tool"));
    const operator = await anOperatorAgent(site);
    const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    for (const [path, headers] of [
      ["/mcp/x/all", {}],
      ["/mcp", { "x-mcp-toolsets": "all" }],
    ] as const) {
      const response = await site.post(path, request, { bearer: operator.bearer, headers });
      const all = response.json<{ result: { tools: Listed[] } }>().result.tools;
      assert.ok(all.length > 130, `${path}: ${all.length}`);
    }
    const visitor = await agentAt(site).ask<{ tools: Listed[] }>("tools/list");
    assert.ok(!visitor.tools.some(({ name }) => name === "call_tool"));
  });

  void test("describes every argument at any depth", async () => {
    const missing: string[] = [];
    for (const { name, inputSchema } of await listOf(holder(scopeNames), false)) {
      for (const [path, part, isProperty] of partsOf(inputSchema)) {
        const { description = "" } = part;
        if (isProperty && description.length < 3) missing.push(`${name}${path}`);
      }
    }
    assert.deepEqual(missing, []);
  });
});
