import type pg from "pg";
import { type Migration, statementsOf } from "../migrate/migration-files.ts";
import { pendingTables, placeTables } from "./place-tables.ts";

/** Applies a migration to distributed tables in the current transaction, and distributes the tables that it creates. */
export async function migrateCluster(client: pg.ClientBase, migration: Pick<Migration, "text">): Promise<void> {
  // Schema changes of reference tables and of tables that refer to them cannot share a parallel transaction.
  await client.query("set local citus.multi_shard_modify_mode to 'sequential'");
  for (const statement of statementsOf(migration)) {
    if (/^create table\b/i.test(statement)) await createTable(client, statement);
    else await client.query(statement);
  }
}

/**
 * Citus refuses foreign keys of a local table to distributed ones, but not while it ignores schema changes. The foreign
 * keys are dropped again before the table is distributed, and added afterwards.
 */
async function createTable(client: pg.ClientBase, statement: string): Promise<void> {
  const before = new Set(await pendingTables(client));
  await client.query("set local citus.enable_ddl_propagation to off");
  await client.query(statement);
  // Other tables without a place are those of the installation, which stay on the coordinator.
  const pending = (await pendingTables(client)).filter((table) => !before.has(table));
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text = any($1)
      order by conrelid, conname`,
    [pending],
  );
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query("set local citus.enable_ddl_propagation to on");
  await placeTables(client, pending);
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}
