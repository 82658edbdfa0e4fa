import pg from "pg";
import { lockMigrations, unlockMigrations } from "../migrate/migration-lock.ts";
import { type Distribution, hasCitus, pendingTables, placeTables } from "./place-tables.ts";
import { createRunners, hasRunners } from "./node-runner.ts";
import { nodeOptions } from "../connection/planner-options.ts";
import { UnusableDatabaseError } from "../migrate/unusable-database.ts";

/** The table of the foreign keys that are dropped while tables are distributed. */
export const droppedForeignKeys = "dropped_foreign_keys";

/** Returns true if a call of `distribute` was interrupted: it drops foreign keys first, and restores them last. */
export async function isDistributionInterrupted(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query("select where to_regclass($1) is not null", [droppedForeignKeys]);
  return rows.length > 0;
}

/**
 * Distributes the tables over the nodes of a Citus cluster by `site_id`. Tables that are already distributed stay
 * unchanged. Writes wait while a table with rows is moved. After an interruption the next call continues. Throws
 * UnusableDatabaseError if the database has no Citus.
 */
export async function distribute(
  client: pg.ClientBase,
  report: (line: string) => void = () => {},
): Promise<Distribution> {
  await requireCitus(client);
  await lockMigrations(client, "exclusive", (holder) => report(`Waiting for ${holder}`));
  try {
    // Schema changes of reference tables and of tables that refer to them cannot share a parallel transaction.
    await client.query("set citus.multi_shard_modify_mode to 'sequential'");
    const pending = await pendingTables(client);
    if (pending.length > 0) await dropForeignKeys(client, pending);
    const placed = await placeTables(client, pending, report);
    await restoreForeignKeys(client, report);
    await configureNodes(client);
    await createRunners(client);
    return placed;
  } finally {
    await unlockMigrations(client, "exclusive");
  }
}

/**
 * Creates the functions of the nodes on a cluster that an earlier release distributed. Without the right to, the
 * coordinator plans all statements.
 */
export async function addRunners(client: pg.ClientBase, report: (line: string) => void): Promise<void> {
  if (await hasRunners(client)) return;
  await lockMigrations(client, "exclusive", (holder) => report(`Waiting for ${holder}`));
  try {
    if (!(await hasRunners(client))) await createRunners(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    report(`The nodes do not prepare statements, which costs processor time: ${error.message}`);
  } finally {
    await unlockMigrations(client, "exclusive");
  }
}

/**
 * Sets the planner options of this database on all nodes: connections of the coordinator to the others do not have those
 * of the product. A node's share of a statement then follows keys in the order of its joins.
 */
async function configureNodes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
  for (const { name } of rows) {
    for (const option of nodeOptions) await client.query(`alter database ${name} set ${option}`);
  }
}

/** Throws UnusableDatabaseError if the database has no Citus. */
export async function requireCitus(client: pg.ClientBase): Promise<void> {
  if (await hasCitus(client)) return;
  throw new UnusableDatabaseError(
    "The database has no Citus extension. Set DATABASE_URL to the coordinator of a Citus cluster, and run there as a superuser: create extension citus",
  );
}

/**
 * Drops the foreign keys from and to these tables: a table can be distributed only after those that it refers to, and
 * some refer to each other. Their definitions are kept in a table until they are restored.
 */
async function dropForeignKeys(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  await client.query(`
    create table if not exists ${droppedForeignKeys} (
      table_name text not null, name text not null, definition text not null, primary key (table_name, name)
    )`);
  await client.query("begin");
  try {
    const { rows } = await client.query<{ table: string; name: string }>(
      `insert into ${droppedForeignKeys} (table_name, name, definition)
       select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace
          and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
       returning table_name as table, name`,
      [tables],
    );
    for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function restoreForeignKeys(client: pg.ClientBase, report: (line: string) => void): Promise<void> {
  if (!(await isDistributionInterrupted(client))) return;
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select table_name as table, name, definition from ${droppedForeignKeys} order by table_name, name`,
  );
  if (rows.length > 0) report(`Restoring ${rows.length} foreign keys`);
  for (const { table, name, definition } of rows) {
    await client.query("begin");
    try {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      await client.query(`delete from ${droppedForeignKeys} where table_name = $1 and name = $2`, [table, name]);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  }
  await client.query(`drop table ${droppedForeignKeys}`);
}
