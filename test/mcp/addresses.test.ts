import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadedToolsets, tools } from "#mcp/definition/tools.ts";
import { assertStatus } from "../support/assert-status.ts";
import { anOperatorAgent, operatorScopes } from "./support/agent.ts";
import { type ASite, aSite } from "../support/world.ts";

interface Options {
  bearer?: string | undefined;
  headers?: Record<string, string>;
}

interface Answer {
  result?: { tools: { name: string }[]; structuredContent?: { tools_available: string[] } };
  error?: { code: number; message: string };
}

async function ask(site: ASite, path: string, method: string, params = {}, options: Options = {}) {
  const response = await site.post(path, { jsonrpc: "2.0", id: 1, method, params }, options);
  return { response, ...response.json<Answer>() };
}

const connection = ["check_connection", "sign_in"];

async function listed(site: ASite, path: string, options: Options = {}): Promise<string[]> {
  const { result, response } = await ask(site, path, "tools/list", {}, options);
  assertStatus(response, 200);
  return result!.tools.map(({ name }) => name).filter((name) => !connection.includes(name));
}

/** The tools of toolsets. */
const toolsIn = (...names: readonly string[]) =>
  names.flatMap((name) => loadedToolsets.find(({ toolset }) => toolset === name)!.tools);
const namesOf = (selected: readonly { name: string }[]) => selected.map(({ name }) => name);
const isReading = ({ annotations }: { annotations: { readOnlyHint: boolean } }) => annotations.readOnlyHint;

void describe("An address of the MCP server", () => {
  void test("/mcp/connect challenges a connection without a token, with the scope of a first sign-in", async () => {
    const site = await aSite();
    for (const method of ["initialize", "tools/list", "server/discover"]) {
      const { response } = await ask(site, "/mcp/connect", method);
      assert.equal(response.statusCode, 401, method);
      const challenge = String(response.headers["www-authenticate"]);
      assert.match(challenge, /^Bearer error="invalid_token"/);
      assert.ok(challenge.includes(`resource_metadata="${site.origin}/.well-known/oauth-protected-resource/mcp"`));
      assert.match(challenge, /scope="default"/);
    }
    assert.equal((await ask(site, "/mcp", "initialize")).response.statusCode, 200);
    const { bearer } = await anOperatorAgent(site, ["courses:read"]);
    const [here, there] = await Promise.all(["/mcp/connect", "/mcp"].map((path) => listed(site, path, { bearer })));
    assert.deepEqual(here, there);
  });

  void test("selects toolsets, and refuses the other tools", async () => {
    const site = await aSite();
    const { bearer } = await anOperatorAgent(site);
    const selected = await listed(site, "/mcp/x/courses,people", { bearer });
    assert.deepEqual(selected, namesOf(toolsIn("courses", "people")));
    assert.deepEqual(await listed(site, "/mcp/x/courses"), []);
    const all = tools.filter(({ scope }) => scope === null || operatorScopes.includes(scope));
    assert.deepEqual(await listed(site, "/mcp/x/all", { bearer }), namesOf(all));
    const call = { name: "get_school", arguments: {} };
    const refused = await ask(site, "/mcp/x/courses", "tools/call", call, { bearer });
    assert.match(refused.error!.message, /get_school is not available at this address: its toolset is not selected/);
    assert.ok((await ask(site, "/mcp", "tools/call", call, { bearer })).result);
    const check = { name: "check_connection", arguments: {} };
    const { result } = await ask(site, "/mcp/x/courses", "tools/call", check, { bearer });
    assert.deepEqual(result!.structuredContent!.tools_available, [...connection, ...namesOf(toolsIn("courses"))]);
  });

  void test("/mcp/readonly and /mcp/x/{toolsets}/readonly have only tools that change nothing", async () => {
    const site = await aSite();
    const { bearer } = await anOperatorAgent(site);
    const offered = tools.filter(({ scope }) => scope === null || operatorScopes.includes(scope));
    assert.deepEqual(await listed(site, "/mcp/x/all/readonly", { bearer }), namesOf(offered.filter(isReading)));
    const people = await listed(site, "/mcp/x/people/readonly", { bearer });
    assert.deepEqual(people, namesOf(toolsIn("people").filter(isReading)));
    const call = { name: "add_student", arguments: { email: "ana@example.test" } };
    const refused = await ask(site, "/mcp/readonly", "tools/call", call, { bearer });
    assert.match(refused.error!.message, /add_student is not available at this address: it changes data/);
  });

  void test("is replaced by headers at /mcp, and keeps its own selection otherwise", async () => {
    const site = await aSite();
    const { bearer } = await anOperatorAgent(site);
    const headers = { "x-mcp-toolsets": "events, Sales", "x-mcp-readonly": "true" };
    const expected = namesOf(toolsIn("events", "sales").filter(isReading));
    assert.deepEqual(await listed(site, "/mcp", { bearer, headers }), expected);
    const own = await listed(site, "/mcp/x/courses", { bearer, headers });
    assert.deepEqual(own, namesOf(toolsIn("courses").filter(isReading)));
  });

  void test("with an unknown toolset is not found, and the answer names the toolsets", async () => {
    const site = await aSite();
    for (const [path, headers] of [
      ["/mcp/x/courses,boats", {}],
      ["/mcp/x/__proto__", {}],
      ["/mcp", { "x-mcp-toolsets": "courses;people" }],
    ] as const) {
      const { response, error } = await ask(site, path, "tools/list", {}, { headers });
      assert.equal(response.statusCode, 404, path);
      assert.match(error!.message, /Toolsets: catalog, member, courses/);
    }
  });

  void test("is accepted as the resource of an authorization", async () => {
    const site = await aSite();
    const client = await site.operatorClient({ audience: "operator" });
    const member = await site.member({ roles: ["owner"] });
    for (const path of ["/mcp/connect", "/mcp/x/courses,people/readonly"]) {
      const resource = `${site.origin}${path}`;
      const { code, verifier } = await site.allow(client, member, "courses:read", { resource });
      const exchanged = await site.exchange(client, code, verifier, { resource });
      const { access_token: bearer } = exchanged.json<{ access_token: string }>();
      assert.equal((await ask(site, path, "tools/list", {}, { bearer })).response.statusCode, 200);
    }
  });
});
