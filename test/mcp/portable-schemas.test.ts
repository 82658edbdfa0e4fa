import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anonymous, type Caller } from "#access/caller.ts";
import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { textOf, toolsFor } from "#mcp/lists/list-tools.ts";
import { everything, type Selection } from "#mcp/lists/selection.ts";
import { type Toolset, toolsets } from "#mcp/lists/toolsets.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { aSite } from "../support/world.ts";
import { anOperatorAgent } from "./support/agent.ts";
import { type ListedTool, rejectedParts, type Schema } from "./support/host-profile.ts";

const holder = (granted: readonly Scope[]): Caller => ({
  kind: "token",
  clientId: newId(),
  memberId: newId(),
  grantId: newId(),
  scopes: new Set(granted),
  roles: ["owner"],
});

const listOf = async (caller: Caller, selection: Selection, hasApps = false) =>
  (JSON.parse(textOf(await toolsFor(caller, selection, hasApps))) as { tools: ListedTool[] }).tools;

const all = holder(scopeNames);
const members = holder(scopeNames.filter((name) => scopes[name].kind === "member"));

const lists: (readonly [name: string, caller: Caller, selection: Selection])[] = [
  ["anonymous", anonymous, { ...everything, isShort: true }],
  ["member", members, { ...everything, isShort: true }],
  ["operator", all, { ...everything, isShort: true }],
  ["operator, read-only", all, { ...everything, isShort: true, readOnly: true }],
  ["all", all, everything],
  ...typedKeys(toolsets).map((name) => [name, all, { ...everything, toolsets: new Set<Toolset>([name]) }] as const),
];

void describe("The schemas of tools", () => {
  void test("have only what all known hosts accept, in every list", async () => {
    for (const [name, caller, selection] of lists) {
      for (const hasApps of [false, true]) {
        const tools = await listOf(caller, selection, hasApps);
        assert.ok(tools.length > 3, name);
        assert.deepEqual(tools.flatMap(rejectedParts), [], name);
      }
    }
  });

  void test("are the same in the responses of the addresses, and in what search_tools finds", async () => {
    const site = await aSite();
    const { bearer, call } = await anOperatorAgent(site);
    for (const path of ["/mcp", "/mcp/readonly", "/mcp/x/all", "/mcp/x/courses,sales/readonly"]) {
      const response = await site.post(path, { jsonrpc: "2.0", id: 1, method: "tools/list" }, { bearer });
      const { tools } = response.json<{ result: { tools: ListedTool[] } }>().result;
      assert.deepEqual(tools.flatMap(rejectedParts), [], path);
    }
    const { result } = await call("search_tools", { query: "save coupon", limit: 20 });
    const found = result["tools"] as (ListedTool & { input_schema: Schema })[];
    const outputSchema = { type: "object", properties: {} };
    const entries = found.map((tool) => ({ ...tool, inputSchema: tool.input_schema, outputSchema }));
    assert.ok(entries.length > 3);
    assert.deepEqual(entries.flatMap(rejectedParts), []);
  });

  void test("are rejected by the profile with each construct that a host rejects", () => {
    const parts: Schema[] = [
      { type: ["string", "null"] },
      { type: "integer", enum: [1, 2] },
      { type: "string", enum: ["a", null] },
      { enum: ["a"] },
      { type: "string", format: "date" },
      { type: "array" },
      { type: "object" },
      { description: "Any value" },
      ...[
        { $ref: "#/$defs/a" },
        { const: true },
        { default: 1 },
        { exclusiveMinimum: 0 },
        { not: {} },
        { oneOf: [] },
        { prefixItems: [] },
        { additionalProperties: { type: "string" } },
      ].map((keyword) => ({ type: "string", ...keyword })),
    ];
    const described = { title: "A", description: "A", outputSchema: { type: "object", properties: {} } };
    for (const part of parts) {
      const tool = { ...described, name: "a", inputSchema: { type: "object", properties: { value: part } } };
      assert.notDeepEqual(rejectedParts(tool), [], JSON.stringify(part));
    }
    const top = { type: "object", properties: {}, anyOf: [] };
    assert.notDeepEqual(rejectedParts({ ...described, name: "a", inputSchema: top }), []);
  });
});
