import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";

export const migrationFolder = path.join(import.meta.dirname, "migrations");

/** Advisory lock key that all processes of an installation share. Any constant works. */
export const migrationLock = 8_243_118_001;

/** Names of this version's migrations, in order. */
export const migrations = (): string[] =>
  readdirSync(migrationFolder)
    .filter((name) => name.endsWith(".sql"))
    .sort();

/** Returns the names of migrations that the database lacks. */
export async function pendingMigrations(client: pg.ClientBase): Promise<string[]> {
  const applied = new Set(await appliedMigrations(client));
  const known = migrations();
  const unknown = [...applied].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer version of Lectern (${unknown.join(", ")}). Start that version, or a later one.`,
    );
  }
  return known.filter((name) => !applied.has(name));
}

/** Migrates the schema, one transaction per migration. An advisory lock serializes concurrent processes. */
export async function migrate(client: pg.ClientBase, report: (line: string) => void = () => {}): Promise<string[]> {
  // A running backup holds the lock. It delays migrations, but not the start of a server without any.
  if ((await pendingMigrations(client)).length === 0) return [];
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
  try {
    const pending = await pendingMigrations(client);
    for (const name of pending) {
      report(`Migrating: ${name}`);
      await apply(client, name);
    }
    return pending;
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
  }
}

export async function appliedMigrations(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return [];
  const applied = await client.query<{ name: string }>("select name from schema_migrations order by name");
  return applied.rows.map(({ name }) => name);
}

async function apply(client: pg.ClientBase, name: string): Promise<void> {
  await client.query("begin");
  try {
    await applyMigration(client, name);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Applies a migration in the current transaction. */
export async function applyMigration(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(
    "create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null)",
  );
  await client.query(readFileSync(path.join(migrationFolder, name), "utf8"));
  await client.query("insert into schema_migrations (name, applied_at) values ($1, $2)", [name, new Date()]);
}
