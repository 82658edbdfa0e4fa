import assert from "node:assert/strict";
import { test } from "node:test";
import { endProviderSessions } from "#domain/people/identity-providers/end-provider-sessions.ts";
import { newId } from "#domain/platform/ids.ts";
import pg from "pg";
import { writeOptions } from "#database/connection/planner-options.ts";
import type { Database } from "#database/database.ts";
import { compile } from "#database/statements/statement.ts";
import { nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { aSiteContext } from "./support.ts";

/** Explains writes before they run, with the options of transactions. */
const explained = ({ database, connection }: TestInstallation, plans: Plan[]): Database => ({
  ...database,
  async run(strings, ...values) {
    const [{ text }, bound] = compile(strings, values);
    const client = new pg.Client({ ...connection, options: writeOptions });
    await client.connect();
    try {
      await client.query("begin");
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        [...bound],
      );
      plans.push(rows[0]!["QUERY PLAN"][0].Plan);
      await client.query("rollback");
    } finally {
      await client.end();
    }
    return database.run(strings, ...values);
  },
});

void test("A logout at a provider reads the sessions, grants and tokens of its person only", async (t) => {
  const installation = await anInstallation();
  t.after(() => installation.close());
  const { database } = installation;
  const context = (await aSiteContext(database))();
  const { site, now } = context;
  // Without autovacuum the tables have no statistics until they are analyzed.
  await database.run`alter table sessions set (autovacuum_enabled = off)`;
  await database.run`alter table grants set (autovacuum_enabled = off)`;
  await database.run`alter table families set (autovacuum_enabled = off)`;
  const providerId = newId();
  const [{ id: clientId } = { id: "" }] = await database.write.many<{ id: string }>`
    insert into clients (site_id, id, name, origin, audience, token_endpoint_auth_method, redirect_uris, created_at,
                         updated_at)
    values (${site.id}, ${newId()}, 'Buddy', 'operator', 'member', 'none', '{}', ${now}, ${now})
    returning id`;
  // People of the provider, each with a session and an application.
  await database.run`
    insert into members (site_id, id, email, email_key, joined_at, created_at, updated_at)
    select ${site.id}, md5('m' || number)::uuid, number || '@harbour.example', number || '@harbour.example', ${now},
           ${now}, ${now}
      from generate_series(1, 5000) as number`;
  await database.run`
    insert into sessions (site_id, id, digest, member_id, user_agent, address, authenticated_at, last_seen_at, expires_at,
                          identity_provider_id, provider_session)
    select ${site.id}, md5('s' || number)::uuid, decode(md5('d' || number || ${providerId}), 'hex'),
           md5('m' || number)::uuid, '', '', ${now}, ${now}, ${now}::timestamptz + interval '1 day', ${providerId},
           'sid-' || number
      from generate_series(1, 5000) as number`;
  await database.run`
    insert into grants (site_id, id, member_id, client_id, created_at, updated_at)
    select ${site.id}, md5('g' || number)::uuid, md5('m' || number)::uuid, ${clientId}, ${now}, ${now}
      from generate_series(1, 5000) as number`;
  await database.run`
    insert into families (site_id, id, grant_id, identity_provider_id, provider_session, created_at, expires_at)
    select ${site.id}, md5('f' || number)::uuid, md5('g' || number)::uuid, ${providerId}, 'sid-' || number, ${now},
           ${now}::timestamptz + interval '1 day'
      from generate_series(1, 5000) as number`;
  for (const [memberNumber, sessionNumber] of [
    [7, 8],
    [17, 18],
  ]) {
    const [member] = await database.many<{ memberId: string }>`
      select md5('m' || ${memberNumber}::integer)::uuid as member_id`;
    for (const ended of [{ memberId: member!.memberId }, { providerSession: `sid-${sessionNumber}` }]) {
      const plans: Plan[] = [];
      const found = await endProviderSessions(
        { ...context, db: explained(installation, plans) },
        { providerId, ...ended },
      );
      assert.deepEqual(found, { sessions: 1, applications: 1 });
      assert.equal(plans.length, 2);
      for (const plan of plans) {
        const nodes = nodesOf(plan);
        assert.ok(!nodes.some((node) => node["Node Type"] === "Seq Scan"), JSON.stringify(plan));
        const reads = nodes.map((node) => `${node["Index Name"] ?? node["Node Type"]}: ${readBy(node)}`);
        assert.ok(Math.max(...nodes.map(readBy)) <= 10, reads.join(", "));
      }
    }
    // The first round had no statistics.
    await database.run`analyze sessions, grants, families`;
  }
});
