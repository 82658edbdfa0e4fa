import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Database } from "#database/database.ts";
import { newId } from "#domain/platform/ids.ts";
import { readConfig } from "../../src/server/config.ts";
import { openInstallation } from "../../src/server/installation.ts";
import { fillInstallation, host } from "../backup/fill.ts";

const usage = `Usage: node bench/sizing/main.ts [options]

Fills an installation and prints the bytes of its tables with their indexes, per row (docs/operations/sizing.md).

  --members <number>  members, with ten enrollments and a token pair each (default 4000)
  --help              show this help
`;

const { values } = parseArgs({
  options: { members: { type: "string", default: "4000" }, help: { type: "boolean", default: false } },
});
if (values.help) process.stdout.write(usage);
else await run(Number(values.members));

async function run(members: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-sizing-"));
  // As root, the database runs as another user, which needs access to its data.
  chmodSync(folder, 0o755);
  const env = {
    LECTERN_ENV: "production",
    LECTERN_SECRET_KEY: randomBytes(32).toString("hex"),
    LECTERN_DATA: path.join(folder, "data"),
  };
  try {
    await fillInstallation(env, { members, files: 0 });
    const installation = await openInstallation(readConfig(env), { role: "command", log: () => {} });
    const { database } = installation;
    try {
      await addHistory(database, members * 5);
      await database.pool.query("vacuum analyze");
      await report(database);
    } finally {
      await installation.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds audit entries, and events of 1 kB with one successful delivery each. */
async function addHistory(database: Database, count: number): Promise<void> {
  const site = await database.one<{ id: string }>`select id from sites where host = ${host}`;
  const endpointId = newId();
  await database.run`
    insert into webhook_endpoints (site_id, id, url, event_types, status, secret, created_at, updated_at)
    values (${site.id}, ${endpointId}, 'https://receiver.example/hook', '{enrollment.updated}', 'disabled',
            ${randomBytes(60)}, now(), now())`;
  const chunk = 1000;
  for (let added = 0; added < count; added += chunk) {
    const ids = Array.from({ length: chunk }, newId);
    const now = new Date();
    await database.run`
      insert into audit_entries (site_id, id, action, actor_kind, member_id, resource_type, resource_id, details, address,
                                 request_id, created_at)
      select ${site.id}, id, 'updateCourse', 'person', id, 'course', 'crs_' || id, '{"fields":["title","description"]}',
             '203.0.113.7', gen_random_uuid()::text, ${now}
        from unnest(${ids}::uuid[]) as id`;
    await database.run`
      insert into outbox_events (site_id, id, type, object_id, data, created_at, sequence, is_whole)
      select ${site.id}, id, 'enrollment.updated', 'enr_' || id,
             jsonb_build_object('id', id, 'text', repeat(md5(id::text), 30)), ${now}, ${added} + place, true
        from unnest(${ids}::uuid[]) with ordinality as input (id, place)`;
    await database.run`
      insert into webhook_deliveries (site_id, id, endpoint_id, event_id, event_type, status, attempt, http_status,
                                      latency_ms, response_excerpt, created_at, updated_at)
      select ${site.id}, id, ${endpointId}, id, 'enrollment.updated', 'succeeded', 1, 200, 40, 'ok', ${now}, ${now}
        from unnest(${ids}::uuid[]) as id`;
  }
}

async function report(database: Database): Promise<void> {
  const tables = await database.many<{ name: string; rows: number; heap: number; indexes: number }>`
    select relname as name, reltuples::integer as rows, pg_table_size(oid)::integer as heap,
           pg_indexes_size(oid)::integer as indexes
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > 1000
     order by relname`;
  for (const { name, rows, heap, indexes } of tables) {
    const each = (bytes: number) => Math.round(bytes / rows);
    process.stdout.write(
      `${name}: ${rows} rows, ${each(heap + indexes)} bytes each (${each(heap)} table, ${each(indexes)} indexes)\n`,
    );
  }
}
