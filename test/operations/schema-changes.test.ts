import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import pg from "pg";
import { assertStatus } from "../support/assert-status.ts";
import { agentAt } from "../mcp/support/agent.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";
import { connectionConfig } from "../support/databases/database.ts";
import { type AClient, aSite, type ASite } from "../support/world.ts";

const tables = [
  "courses",
  "members",
  "grants",
  "families",
  "tokens",
  "sites",
  "accounts",
  "audit_entries",
  "enrollments",
];

/** Columns that the requests below return, with a type whose values look the same. */
const retyped = [
  ["courses", "version", "integer", "bigint"],
  ["members", "name", "text", "varchar(20000)"],
  ["accounts", "email", "text", "varchar(20000)"],
  ["sites", "description", "text", "varchar(200000)"],
] as const;

void describe("While another process changes the schema", () => {
  let site: ASite;
  let operator: Operator;
  let client: AClient;
  let reader: string;
  let refreshToken: string;
  let migrating: pg.Client;
  before(async () => {
    site = await aSite();
    operator = await operatorOf(site, "courses:read courses:write members:read");
    client = await site.operatorClient();
    const tokens = await site.connect(client, await site.member(), "openid account:read");
    ({ access_token: reader, refresh_token: refreshToken } = tokens);
    await operator.post("/courses", { name: "Night sky" });
    migrating = new pg.Client(connectionConfig);
    await migrating.connect();
  });
  after(() => migrating.end());

  const requests = {
    userinfo: () => site.userinfo(reader),
    list: () => operator.get("/courses"),
    filtered: () => operator.get("/courses?q=night&sort=name"),
    members: () => operator.get("/members"),
    write: () => operator.post("/courses", { name: "Tides" }),
    introspect: () => site.postForm("/api/oauth/introspect", { token: reader }, { bearer: reader }),
    member: () => site.graphql("{ viewer { id name email } }", reader),
    tool: () => agentAt(site, operator.bearer).send("tools/call", { name: "list_courses", arguments: {} }),
    page: () => site.get("/courses", { headers: { accept: "text/html" } }),
    document: () => site.get("/llms.txt"),
  };

  /** Several at a time, so that every connection has the plans. */
  async function sendAll(): Promise<void> {
    const names = Array.from({ length: 4 }, () => Object.entries(requests)).flat();
    const responses = await Promise.all(names.map(async ([name, send]) => [name, await send()] as const));
    const refreshed = await site.refresh(client, refreshToken);
    assertStatus(refreshed, 200);
    refreshToken = refreshed.json<{ refresh_token: string }>().refresh_token;
    for (const [name, { statusCode, body }] of responses as [string, LightMyRequestResponse][]) {
      assert.ok(statusCode < 400, `${name}: ${statusCode} ${body}`);
    }
  }

  const each = (statements: readonly string[]) =>
    statements.reduce(async (earlier, statement) => {
      await earlier;
      await migrating.query(statement);
    }, Promise.resolve());

  void test("requests succeed with plans from before: columns were added, others changed their type", async () => {
    for (let round = 0; round < 2; round++) await sendAll();
    try {
      await each(tables.map((table) => `alter table ${table} add column scratch text default 'new'`));
      await each(retyped.map(([table, column, , type]) => `alter table ${table} alter column ${column} type ${type}`));
      await sendAll();
    } finally {
      await each(retyped.map(([table, column, type]) => `alter table ${table} alter column ${column} type ${type}`));
      await each(tables.map((table) => `alter table ${table} drop column if exists scratch`));
    }
    await sendAll();
  });
});
