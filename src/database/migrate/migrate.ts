import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { appliedMigrations } from "./applied-migrations.ts";
import { createSchema } from "./create-schema.ts";
import { isDistributed, isDistributionInterrupted, migrateCluster } from "../cluster/cluster.ts";
import { migrationFolder, type Migration, migrations, readMigration, statementsOf } from "./migration-files.ts";
import { lockMigrations, unlockMigrations } from "./migration-lock.ts";
import { describeNewer, isUnreleased, newerMigrations, unreleased } from "./newer-schema.ts";
import { UnusableDatabaseError } from "./unusable-database.ts";

interface MigrateOptions {
  /** Receives progress, line by line. */
  report?: (line: string) => void;
  folder?: string;
}

const interrupted =
  "The tables are only in part distributed over the nodes of the Citus cluster. Run `lectern database distribute`, which continues and migrates the database.";

/**
 * Returns the names of migrations that the database lacks. Throws if this version cannot run on the schema: that of a
 * newer version, or one from before the first release.
 */
export async function pendingMigrations(
  client: Pick<pg.ClientBase, "query">,
  folder = migrationFolder,
): Promise<string[]> {
  const applied = await appliedMigrations(client);
  const known = migrations(folder);
  const names = applied.map(({ name }) => name);
  if (isUnreleased(names, known)) throw new UnusableDatabaseError(unreleased);
  const trouble = describeNewer(newerMigrations(applied, known));
  if (trouble !== undefined) throw new UnusableDatabaseError(trouble);
  return known.filter((name) => !names.includes(name));
}

/**
 * Migrates the schema while other processes may serve requests. An advisory lock serializes concurrent processes; the
 * second one finds nothing left to do. Returns the names of the migrations that it applied.
 */
export async function migrate(
  client: pg.ClientBase,
  { report = () => {}, folder = migrationFolder }: MigrateOptions = {},
): Promise<string[]> {
  // A running backup holds the lock. It delays migrations, but not the start of a server without any.
  if ((await pendingMigrations(client, folder)).length === 0) return [];
  await lockMigrations(client, "exclusive", async (holder) => {
    const { length } = await pendingMigrations(client, folder);
    report(`Waiting for ${holder}. Migrations left: ${length}.`);
  });
  try {
    await client.query("set statement_timeout = 0");
    // A migration would move the remaining tables in its transaction, and without their foreign keys. A distribution
    // that still runs holds the lock.
    if ((await pendingMigrations(client, folder)).length > 0 && (await isDistributionInterrupted(client))) {
      throw new UnusableDatabaseError(interrupted);
    }
    const applied = await appliedMigrations(client);
    if (applied.length === 0 && folder === migrationFolder && !(await isDistributed(client))) {
      report("Creating the tables …");
      await createSchema(client);
    }
    const pending = await pendingMigrations(client, folder);
    for (const [index, name] of pending.entries()) {
      report(`Migrating (${index + 1} of ${pending.length}): ${name}`);
      await apply(client, readMigration(name, folder), report);
    }
    const before = new Set(applied.map(({ name }) => name));
    return migrations(folder).filter((name) => !before.has(name));
  } finally {
    await unlockMigrations(client, "exclusive");
  }
}

async function apply(client: pg.ClientBase, migration: Migration, report: (line: string) => void): Promise<void> {
  try {
    if (!migration.isConcurrent) return await applyInTransaction(client, migration, report);
    // Other processes stop expecting an index when its migration is recorded.
    if (dropsOnly(migration)) await record(client, migration);
    await changeIndexes(client, migration);
    if (!dropsOnly(migration)) await record(client, migration);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

/**
 * Milliseconds that a migration waits for a table. While it waits, all statements that come later wait behind it.
 * Shorter than PostgreSQL's deadlock_timeout: in a deadlock with a request, the migration yields.
 */
const lockTimeout = 500;

/** Milliseconds between two attempts, in which the waiting statements run. */
const pause = 1000;

const maxAttempts = 200;

async function applyInTransaction(client: pg.ClientBase, migration: Migration, report: (line: string) => void) {
  for (let attempt = 1; ; attempt++) {
    await client.query("begin");
    try {
      await client.query(`set local lock_timeout = ${lockTimeout}`);
      if (await isDistributed(client)) await migrateCluster(client, migration);
      else await client.query(migration.text);
      await record(client, migration);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (!isLocked(error) || attempt === maxAttempts) throw error;
      if (attempt % 10 === 1) report(`Waiting for a transaction that uses the tables of ${migration.name}.`);
      await delay(pause);
    }
  }
}

/** The lock timeout, or a deadlock that PostgreSQL has resolved (PostgreSQL, appendix A). */
const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "55P03" || error.code === "40P01");

/** Applies a migration in the current transaction, for a database that no other process uses. */
export async function applyMigration(client: pg.ClientBase, name: string): Promise<void> {
  const migration = readMigration(name);
  // CONCURRENTLY is not allowed in a transaction.
  await client.query(migration.isConcurrent ? migration.text.replaceAll(/\bconcurrently\b/gi, "") : migration.text);
  await record(client, migration);
}

async function record(client: pg.ClientBase, { name, requires }: Migration): Promise<void> {
  await client.query(
    "create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null, requires text)",
  );
  await client.query("insert into schema_migrations (name, applied_at, requires) values ($1, $2, $3)", [
    name,
    new Date(),
    requires,
  ]);
}

/**
 * Runs a migration of `create index concurrently` and `drop index concurrently`, which do not block writes. It can be
 * repeated after a crash: existing indexes are skipped, and those of an interrupted run, which are invalid, are created
 * again.
 */
async function changeIndexes(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration)) {
    const [, verb, name] = concurrent.exec(statement) ?? [];
    if (verb === undefined || name === undefined) {
      throw new Error(`It contains a statement that is not about an index: ${statement}`);
    }
    const isValid = await findValidity(client, name);
    if (verb.toLowerCase() === "create" ? isValid === true : isValid === undefined) continue;
    if (verb.toLowerCase() === "create" && isValid === false) await client.query(`drop index concurrently ${name}`);
    await client.query(statement);
  }
}

const dropsOnly = (migration: Migration): boolean =>
  statementsOf(migration).every((statement) => /^drop\b/i.test(statement));

const concurrent = /^(create|drop)\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+)/i;

/** Undefined: there is no such index. */
async function findValidity(client: pg.ClientBase, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  );
  return rows[0]?.isValid;
}
