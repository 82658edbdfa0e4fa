import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scopes } from "#access/scopes.ts";
import { tools } from "#mcp/definition/tools.ts";
import { aSite } from "../support/world.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";

interface Found {
  tools: { name: string; description: string; annotations: Json; input_schema: Json }[];
  next_cursor?: string;
}

const usable = tools.filter(({ scope }) => scope === null || scopes[scope].kind === "operator");

async function anOperator() {
  const site = await aSite({ mcpRequestsPerMinute: 10_000 });
  const agent = await anOperatorAgent(site);
  const find = async (query: string | undefined, more: Json = {}) =>
    (await agent.call("search_tools", { ...(query !== undefined && { query }), ...more })).result as unknown as Found;
  const through = (name: string, args: Json = {}) => agent.call("call_tool", { name, arguments: args });
  return { site, agent, find, through };
}

const callOf = (name: string, args: Json) => ({ name: "call_tool", arguments: { name, arguments: args } });

const first = async (find: (query: string) => Promise<Found>, query: string) =>
  (await find(query)).tools.map(({ name }) => name);

void describe("search_tools", () => {
  void test("finds tools by words of a question, by other words for the same, and despite typing errors", async () => {
    const { find } = await anOperator();
    const cases: [query: string, name: string][] = [
      ["How can I turn off a coupon?", "disable_coupon"],
      ["change the look and theme colors of my site", "update_appearance"],
      ["who changed what: audit log", "list_audit_log"],
      ["give a member a free membership subscription", "grant_subscription"],
      ["remove a lesson", "delete_lecture"],
      ["edit blog article", "save_post"],
      ["wehbook endpoints", "list_webhook_endpoints"],
      ["certifcate", "issue_certificate"],
      ["export students to csv", "start_export"],
    ];
    for (const [query, name] of cases) {
      const names = await first(find, query);
      assert.ok(names.slice(0, 3).includes(name), `${query}: ${names.join(" ")}`);
    }
    assert.deepEqual((await find("zzyzx qqqqqqq")).tools, []);
  });

  void test("finds every tool by its title, with its description and input schema", async () => {
    const { find } = await anOperator();
    for (const tool of usable) {
      const found = (await find(tool.title)).tools.find(({ name }) => name === tool.name);
      assert.ok(found, `${tool.name}: ${tool.title}`);
      assert.deepEqual(found.input_schema, tool.listed().inputSchema);
      assert.deepEqual([found.description, found.annotations], [tool.description, tool.annotations]);
    }
  });

  void test("lists all tools page by page, in results of limited size", async () => {
    const { find, agent } = await anOperator();
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await find(undefined, { limit: 20, ...(cursor !== undefined && { cursor }) });
      assert.ok(JSON.stringify(page).length <= 25_000);
      names.push(...page.tools.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    assert.deepEqual(
      names,
      usable.map(({ name }) => name),
    );
    const { next_cursor: other } = await find("course");
    const refused = [
      { query: "coupon", cursor: other },
      { limit: 21 },
      { query: "a".repeat(201) },
      { words: "coupon" },
    ];
    for (const args of refused) {
      const { failure } = await agent.call("search_tools", args);
      assert.ok(failure, JSON.stringify(args).slice(0, 50));
    }
  });

  void test("finds only tools that the caller can call at this address", async () => {
    const site = await aSite();
    const narrow = await anOperatorAgent(site, ["courses:read"]);
    const { result } = await narrow.call("search_tools", { query: "course", limit: 20 });
    for (const { name } of (result as unknown as Found).tools) {
      const { scope } = tools.find((tool) => tool.name === name)!;
      assert.ok(scope === null || scope === "courses:read", name);
    }
    const { bearer } = await anOperatorAgent(site);
    const params = { name: "search_tools", arguments: { query: "course", limit: 20 } };
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const response = await site.post("/mcp/readonly", request, { bearer });
    const readOnly = response.json<{ result: { structuredContent: Found } }>().result.structuredContent.tools;
    assert.ok(readOnly.length > 5 && readOnly.every(({ annotations }) => annotations["readOnlyHint"] === true));
  });
});

void describe("call_tool", () => {
  void test("does what a direct call does, with the same result, validation and audit entry", async () => {
    const { through, agent } = await anOperator();
    const created = { changes: { title: "Tides", access: "public", body_markdown: "Ebb and flood." } };
    const direct = await agent.call("save_post", created);
    const { result, failure } = await through("save_post", created);
    assert.equal(failure, undefined);
    assert.deepEqual(Object.keys(result), Object.keys(direct.result));
    const entryOf = async (post: Json) => {
      const { result: log } = await agent.call("list_audit_log", { resource_id: post["id"] });
      const [{ action, untrusted_text: text, actor } = {}] = log["data"] as Json[];
      return { action, text, actor };
    };
    const [entry, entryOfDirect] = [await entryOf(result), await entryOf(direct.result)];
    assert.match(JSON.stringify(entry.text), /"tool":"save_post"/);
    assert.deepEqual([entry.action, entry.actor], [entryOfDirect.action, entryOfDirect.actor]);
    const same = [
      await agent.call("save_post", { changes: { title: 5 } }),
      await through("save_post", { changes: { title: 5 } }),
    ];
    assert.deepEqual(same[0]!.failure, same[1]!.failure);
  });

  void test("requires the scope, the confirmation and the version that the called tool requires", async () => {
    const { site, through, agent } = await anOperator();
    const narrow = await anOperatorAgent(site, ["courses:read"]);
    const { status, challenge } = await narrow.call("call_tool", {
      name: "create_course",
      arguments: { name: "Tides" },
    });
    assert.equal(status, 403);
    assert.match(challenge, /insufficient_scope.*scope="courses:read courses:write"/);
    const anonymous = await agentAt(site).call("call_tool", { name: "create_course", arguments: { name: "Tides" } });
    assert.equal(anonymous.status, 401);
    const discount = { kind: "percent", percent: 10 };
    const { failure: notSaved } = await through("save_coupon", { changes: { code: "TIDE", discount } });
    assert.equal(notSaved, undefined);
    assert.equal((await through("disable_coupon", { coupon: "TIDE" })).failure?.code, "confirmation_required");
    const asked = await agent.callModern(
      "call_tool",
      { name: "disable_coupon", arguments: { coupon: "TIDE", confirm: true } },
      { elicitation: { form: {} } },
    );
    assert.equal(asked.resultType, "input_required");
    assert.match(String(asked.inputRequests?.["confirm"]?.params["message"]), /Disable a coupon.*TIDE/);
    assert.equal((await through("disable_coupon", { coupon: "TIDE", confirm: true })).failure, undefined);
    const { result: made } = await through("create_course", { name: "Tides" });
    const { failure } = await through("update_course", {
      course: made["id"],
      changes: { name: "Ebb" },
      if_match: "99",
    });
    assert.equal(failure?.code, "etag_mismatch");
  });

  void test("reaches no tool that the address excludes, and its annotations say what it can do there", async () => {
    const { site, agent } = await anOperator();
    const ask = async (path: string, method: string, params: Json) => {
      const response = await site.post(path, { jsonrpc: "2.0", id: 1, method, params }, { bearer: agent.bearer });
      return response.json<{ result: { isError?: boolean; tools?: Found["tools"]; content?: { text: string }[] } }>();
    };
    for (const [path, name, reason] of [
      ["/mcp/readonly", "create_course", "it changes data"],
      ["/mcp/x/all/readonly", "create_course", "it changes data"],
      ["/mcp/x/people", "create_course", "its toolset is not selected"],
    ] as const) {
      const { result } = await ask(path, "tools/call", callOf(name, { name: "Tides" }));
      assert.equal(result.isError, true, path);
      assert.match(result.content![0]!.text, new RegExp(reason), path);
    }
    const read = await ask("/mcp/readonly", "tools/call", callOf("list_audit_log", {}));
    assert.equal(read.result.isError, undefined);
    const hints = async (path: string) => {
      const { result } = await ask(path, "tools/list", {});
      const { title: _title, ...annotations } = result.tools!.find(({ name }) => name === "call_tool")!.annotations;
      return annotations;
    };
    const [writes, reads] = [
      { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    ];
    assert.deepEqual([await hints("/mcp"), await hints("/mcp/readonly")], [writes, reads]);
  });

  void test("fails for unknown tools and for itself with a hint", async () => {
    const { through, agent } = await anOperator();
    const unknown = await through("delete_everything");
    assert.equal(unknown.failure?.code, "unknown_tool");
    assert.match(unknown.failure.recovery, /search_tools/);
    assert.equal((await through("call_tool", { name: "search" })).failure?.code, "validation_failed");
    assert.equal((await agent.call("call_tool", { name: "search", args: {} })).failure?.code, "unknown_field");
    for (const args of [[], "[]", "a text", 7]) {
      const { failure } = await agent.call("call_tool", { name: "list_forms", arguments: args });
      assert.deepEqual([failure?.code, failure?.errors?.[0]?.pointer], ["validation_failed", "/arguments"]);
    }
    const listed = await through("search_tools", { query: "coupon" });
    assert.ok((listed.result as unknown as Found).tools.length > 0);
  });
});
