import { lockMigrations, unlockMigrations } from "../migrate/migration-lock.ts";
import { type CopyTable, quoteTable } from "./copy-table.ts";
import type { CopyClient } from "./open-copy-client.ts";
import { only } from "#lib/collections/only.ts";
import type pg from "pg";

export interface Snapshot {
  client: CopyClient;
  tables: readonly CopyTable[];
  /** Names of the applied migrations. */
  migrations: readonly string[];
  serverVersion: string;
}

/**
 * Opens a transaction in which all tables have the state of one instant. Until `client` ends its transaction, no
 * migration runs. The tables are locked before the snapshot is taken: a rewritten table would look empty to it
 * (PostgreSQL, Caveats of MVCC). `mode` `share` also keeps other sessions from writing.
 */
export async function openSnapshot(
  client: CopyClient,
  names: readonly string[],
  mode: "access share" | "share" = "access share",
): Promise<Snapshot> {
  // Migrations would wait for the table locks, and block every statement that comes after them.
  await lockMigrations(client, "shared");
  const existing = await listTables(client, names);
  await client.query("begin isolation level repeatable read read only");
  await client.query(`lock table ${existing.map(({ name }) => quoteTable(name)).join(", ")} in ${mode} mode`);
  const tables = await listTables(client, names);
  const { rows } = await client.query<{ version: string; migrations: string[] }>(`
    select current_setting('server_version') as version,
           array(select name from schema_migrations order by name) as migrations`);
  const { version, migrations } = only(rows);
  return { client, tables, migrations, serverVersion: version.replace(/ .*/, "") };
}

export async function closeSnapshot({ client }: Snapshot): Promise<void> {
  await client.query("commit");
  await unlockMigrations(client, "shared");
}

/** Lists those of the named tables that exist, each one after the tables that its foreign keys refer to. */
async function listTables(client: pg.ClientBase, names: readonly string[]): Promise<CopyTable[]> {
  const { rows } = await client.query<CopyTable & { targets: string[] }>(
    `select requested.name,
            array(select attname::text from pg_attribute
                   where attrelid = to_regclass(requested.name) and attnum > 0 and not attisdropped
                     and attgenerated = ''
                   order by attnum) as columns,
            array(select targets.name from pg_constraint
                    join unnest($1::text[]) as targets (name) on confrelid = to_regclass(targets.name)
                   where contype = 'f' and conrelid = to_regclass(requested.name) and confrelid <> conrelid) as targets
       from unnest($1::text[]) as requested (name)
      where to_regclass(requested.name) is not null
      order by 1`,
    [names],
  );
  return inDependencyOrder(rows).map(({ name, columns }) => ({ name, columns }));
}

/** Tables that refer to each other in a circle keep the order of their names. */
function inDependencyOrder<Table extends { name: string; targets: readonly string[] }>(tables: readonly Table[]) {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const entered = new Set<Table>();
  const enter = (table: Table): void => {
    if (entered.has(table)) return;
    entered.add(table);
    for (const target of table.targets) {
      const named = byName.get(target);
      if (named) enter(named);
    }
    ordered.add(table);
  };
  tables.forEach(enter);
  return [...ordered];
}
