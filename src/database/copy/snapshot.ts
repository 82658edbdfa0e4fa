import { lockMigrations, unlockMigrations } from "../migrate/migration-lock.ts";
import { type CopyTable, quoteTable } from "./copy-table.ts";
import { listTables } from "./list-tables.ts";
import type { CopyClient } from "./open-copy-client.ts";
import { only } from "#lib/collections/only.ts";

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
