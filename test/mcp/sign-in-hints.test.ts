import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, mock, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { tools } from "#mcp/definition/tools.ts";
import { assertStatus } from "../support/assert-status.ts";
import { issueToken } from "../support/worlds/issue-token.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { hour } from "../support/clock.ts";
import { aSite, buildProcess, later } from "../support/world.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";

interface Listed {
  name: string;
  securitySchemes: { type: string; scopes?: string[] }[];
  _meta: Json;
}

void test("Each tool declares the scope that it requires", async () => {
  const operator = await anOperatorAgent(await aSite());
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const { tools: listed } = await operator.ask<{ tools: Listed[] }>("tools/list");
  for (const { name, securitySchemes, _meta } of listed) {
    const tool = byName.get(name);
    if (!tool) {
      const types = securitySchemes.map(({ type }) => type);
      assert.deepEqual(
        types,
        name.endsWith("_tools") || name === "call_tool" ? ["noauth", "oauth2"] : ["noauth"],
        name,
      );
      assert.deepEqual(_meta["securitySchemes"], securitySchemes, name);
      continue;
    }
    const expected = tool.scope === null ? [{ type: "noauth" }] : [{ type: "oauth2", scopes: [tool.scope] }];
    assert.deepEqual([securitySchemes, _meta["securitySchemes"]], [expected, expected], name);
  }
});

void describe("A call that requires sign-in", () => {
  const announcements: Record<string, Json> = {
    extension: { "io.modelcontextprotocol/clientCapabilities": { extensions: { "mcp/www_authenticate": {} } } },
    "experimental capability": {
      "io.modelcontextprotocol/clientCapabilities": { experimental: { "mcp/www_authenticate": {} } },
    },
    "metadata of a host that reads it": { "openai/userAgent": "Host/1.0" },
  };

  for (const [what, _meta] of Object.entries(announcements)) {
    void test(`is a failed call with the challenge, if the host announces support by ${what}`, async () => {
      const agent = agentAt(await aSite());
      for (const call of [
        { name: "admin_list_courses", scope: "courses:read" },
        { name: "sign_in", arguments: { scopes: ["courses:read"] }, scope: "courses:read" },
      ]) {
        const { scope, ...params } = call;
        const response = await agent.send("tools/call", { ...params, _meta });
        const { result } = response.json<{ result: { isError: boolean; _meta: Record<string, string[]> } }>();
        assert.deepEqual([response.statusCode, result.isError], [200, true]);
        const [challenge] = result._meta["mcp/www_authenticate"]!;
        assert.match(challenge!, new RegExp(`^Bearer error="invalid_token".*scope="${scope}"$`));
        assert.match(challenge!, /resource_metadata="/);
      }
    });
  }

  void test("keeps the challenge beside the metadata of the newer protocol, also when a scope is missing", async () => {
    const site = await aSite();
    const { bearer } = await anOperatorAgent(site, ["courses:read"]);
    const version = "2026-07-28";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientCapabilities": { extensions: { "mcp/www_authenticate": {} } },
    };
    const headers = { "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": "list_orders" };
    const params = { name: "list_orders", arguments: {}, _meta };
    const response = await agentAt(site, bearer).send("tools/call", params, headers);
    const { result } = response.json<{ result: { resultType: string; _meta: Record<string, string[]> } }>();
    assert.match(result._meta["mcp/www_authenticate"]![0]!, /insufficient_scope.*scope="courses:read orders:read"$/);
    assert.ok(result._meta["io.modelcontextprotocol/serverInfo"]);
    assert.equal(result.resultType, "complete");
  });

  void test("is an HTTP challenge for all other hosts", async () => {
    const { status, challenge } = await agentAt(await aSite()).call("admin_list_courses");
    assert.equal(status, 401);
    assert.match(challenge, /scope="courses:read"/);
  });
});

void describe("A change of the lists", () => {
  let live: LiveSite;
  before(async () => {
    live = await aLiveSite();
  });
  after(() => live.close());

  async function aListener(bearer?: string) {
    const changes: string[] = [];
    let changed = Promise.withResolvers<void>();
    const record = (method: string) => () => {
      changes.push(method);
      changed.resolve();
      changed = Promise.withResolvers();
    };
    const client = new Client({ name: "desk", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    client.setNotificationHandler("notifications/tools/list_changed", record("tools"));
    client.setNotificationHandler("notifications/prompts/list_changed", record("prompts"));
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const url = new URL(`${live.origin}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return { client, changes, changed: () => changed.promise };
  }

  /** A request of the same program, with a token that it got since. */
  async function callWith(bearer: string): Promise<void> {
    const { client } = await aListener(bearer);
    await client.listTools();
    await client.close();
  }

  void test("is declared, and a client that listened before sign-in is notified once of its new tools", async () => {
    const { client, changes, changed } = await aListener();
    assert.equal(client.getServerCapabilities()?.tools?.listChanged, true);
    const subscription = await client.listen({ toolsListChanged: true });
    const { bearer } = await anOperatorAgent(live.site, ["courses:read"]);
    const first = changed();
    await callWith(bearer);
    await first;
    await callWith(bearer);
    const { bearer: other } = await anOperatorAgent(live.site, ["orders:read"]);
    const second = changed();
    await callWith(other);
    await second;
    assert.deepEqual(changes, ["tools", "tools"]);
    await subscription.close();
    await client.close();
  });

  void test("reaches a client with a token when its person grants more scopes, and no other member", async () => {
    const staff = await live.site.operatorClient({ audience: "operator", name: "Back office" });
    const [ana, ben] = [await live.site.member({ roles: ["owner"] }), await live.site.member({ roles: ["owner"] })];
    const ofAna = await aListener(await issueToken(live.site, staff, ana, "courses:read"));
    const ofBen = await aListener(await issueToken(live.site, staff, ben, "courses:read"));
    const both = { toolsListChanged: true, promptsListChanged: true };
    const subscriptions = [await ofAna.client.listen(both), await ofBen.client.listen(both)];
    const changed = ofAna.changed();
    await callWith(await issueToken(live.site, staff, ana, "courses:read courses:write"));
    await changed;
    await Promise.all(subscriptions.map((subscription) => subscription.close()));
    assert.deepEqual([ofAna.changes[0], ofBen.changes], ["tools", []]);
    await Promise.all([ofAna.client.close(), ofBen.client.close()]);
  });

  void test("reaches a client whose member loses and regains a role, and the stream ends with the token", async () => {
    const staff = await live.site.operatorClient({ audience: "operator", name: "Office" });
    const [owner, ana] = [await live.site.member({ roles: ["owner"] }), await live.site.member({ roles: ["manager"] })];
    const bearer = await issueToken(live.site, staff, ana, "courses:read courses:write");
    const staffToken = await issueToken(live.site, staff, owner, "members:write");
    const setRoles = async (roles: string[]) => {
      const changes = { bearer: staffToken, payload: { roles } };
      assertStatus(await live.site.request("PUT", `/api/v1/members/${ana.sub}/roles`, changes), 200);
    };
    mock.timers.enable({ apis: ["setInterval"] });
    try {
      const { client, changes, changed } = await aListener(bearer);
      const subscription = await client.listen({ toolsListChanged: true });
      for (const roles of [["student"], ["manager"]]) {
        await setRoles(roles);
        const next = changed();
        mock.timers.tick(60_000);
        await next;
      }
      assert.deepEqual(changes, ["tools", "tools"]);
      await live.site.postForm("/api/oauth/revoke", { token: bearer, client_id: staff.clientId });
      mock.timers.tick(60_000);
      await subscription.closed;
      await client.close();
    } finally {
      mock.timers.reset();
    }
  });

  void test("ends with the lifetime of the token, by the clock of the application", async () => {
    const { bearer } = await anOperatorAgent(live.site, ["courses:read"]);
    mock.timers.enable({ apis: ["setInterval"] });
    try {
      const { client } = await aListener(bearer);
      const subscription = await client.listen({ toolsListChanged: true });
      await later(2 * hour, async () => {
        mock.timers.tick(60_000);
        await subscription.closed;
      });
      await client.close();
    } finally {
      mock.timers.reset();
    }
  });

  void test("is sent with the response of sign_in to legacy clients that accept events", async () => {
    const { bearer } = await anOperatorAgent(live.site, ["courses:read"]);
    const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "sign_in", arguments: {} } };
    const headers = { accept: "application/json, text/event-stream" };
    const scopes = { scopes: ["courses:read"] };
    const payload = { ...call, params: { ...call.params, arguments: scopes } };
    const response = await live.site.post("/mcp", payload, { bearer, headers });
    assert.match(String(response.headers["content-type"]), /^text\/event-stream/);
    const [change, result] = response.body
      .split("\n\n")
      .map((event) => JSON.parse(event.replace("event: message\ndata: ", "") || "null") as Json | null);
    assert.equal(change!["method"], "notifications/tools/list_changed");
    assert.equal(result!["id"], 7);
  });

  void test("is not sent for kinds that the server has no changes of, and an invalid filter is refused", async () => {
    const version = "2026-07-28";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = { "mcp-protocol-version": version, "mcp-method": "subscriptions/listen" };
    const listen = (params: Json) =>
      live.site.post(
        "/mcp",
        { jsonrpc: "2.0", id: 9, method: "subscriptions/listen", params: { ...params, _meta } },
        { headers },
      );
    const { body } = await listen({ notifications: { resourcesListChanged: true } });
    const key = "io.modelcontextprotocol/subscriptionId";
    const events = body
      .trim()
      .split("\n\n")
      .map((event) => JSON.parse(event.split("data: ")[1]!) as Json);
    assert.deepEqual(events, [
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: {}, _meta: { [key]: 9 } },
      },
      { jsonrpc: "2.0", id: 9, result: { resultType: "complete", _meta: { [key]: 9 } } },
    ]);
    const refused = await listen({});
    assert.match(refused.json<{ error: { message: string } }>().error.message, /`notifications` must be an object/);
  });
});

void test("A server stops although a stream is open, and says that it ends", async () => {
  const other = buildProcess();
  await other.listen({ port: 0, host: "127.0.0.1" });
  const { port } = other.server.address() as AddressInfo;
  const site = await aSite();
  const version = "2026-07-28";
  const params = {
    notifications: { toolsListChanged: true },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  const headers = {
    host: site.site.host,
    "content-type": "application/json",
    "mcp-protocol-version": version,
    "mcp-method": "subscriptions/listen",
  };
  const sent = request({ port, host: "127.0.0.1", path: "/mcp", method: "POST", headers });
  sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  await once(response, "readable");
  const read = text(response);
  await other.close();
  assert.match(await read, /acknowledged[\s\S]*"result":\{"resultType":"complete"/);
});
