import { applyMigration, pendingMigrations } from "../migrate/migrate.ts";
import { migrations } from "../migrate/migration-files.ts";
import { copyOut } from "./copy-out.ts";
import { type CopyTable, quoteTable, copyTarget } from "./copy-table.ts";
import type { CopyClient } from "./open-copy-client.ts";
import { RowDigest } from "./row-digest.ts";
import { advanceSequences, type SequencePosition } from "./sequences.ts";
import { once } from "node:events";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

interface LoadOptions {
  /** Names of the migrations that the rows' schema has. */
  applied: readonly string[];
  tables: readonly CopyTable[];
  /** Every table that any release has created. They are dropped first. */
  known: readonly string[];
}

/** A load of all rows of an installation, in one transaction. It takes effect at the commit, whole or not at all. */
export interface Load {
  /** Chunks of one table follow each other. */
  write(table: CopyTable, rows: Buffer): Promise<void>;
  /** Builds the indexes, checks the foreign keys and collects planner statistics. */
  finish(sequences: readonly SequencePosition[], onProgress: (part: number) => void): Promise<void>;
  /** Reads the loaded rows of a table. */
  digest(table: CopyTable): Promise<RowDigest>;
  /** Applies the migrations that the rows' schema lacks. Returns their names. */
  migrate(): Promise<string[]>;
}

/** Names that no migration of this release has. */
export const unknownMigrations = (applied: readonly string[]): string[] => {
  const ownMigrations = new Set(migrations());
  return applied.filter((name) => !ownMigrations.has(name));
};

/**
 * Begins the load on an empty installation: creates the schema again as the rows need it. Rows of tables that the same
 * transaction has created or truncated are loaded faster and need no later VACUUM.
 */
export async function beginLoad(client: CopyClient, { applied, tables, known }: LoadOptions): Promise<Load> {
  await client.query("begin");
  const { rows: inSchema } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is not null and name not like '%.%'",
    [known],
  );
  for (const { name } of inSchema) await client.query(`drop table if exists ${quoteTable(name)} cascade`);
  for (const name of migrations()) if (applied.includes(name)) await applyMigration(client, name);
  const dropped = await dropSecondaryIndexes(client);
  // Migrations and the job queue insert rows of their own.
  await client.query(`truncate ${tables.map(({ name }) => quoteTable(name)).join(", ")}`);
  let current: { name: string; writer: TableWriter } | undefined;

  async function open(table: CopyTable): Promise<TableWriter> {
    await end();
    current = { name: table.name, writer: openTableWriter(client, table) };
    return current.writer;
  }

  async function end(): Promise<void> {
    await current?.writer.end();
    current = undefined;
  }

  return {
    async write(table, rows) {
      const writer = current?.name === table.name ? current.writer : await open(table);
      await writer.write(rows);
    },
    async finish(sequences, onProgress) {
      await end();
      await advanceSequences(client, sequences);
      await createSecondaryIndexes(client, dropped, onProgress);
      await client.query("analyze");
      onProgress(1);
    },
    async digest(table) {
      const sum = new RowDigest();
      for await (const chunk of copyOut(client, table)) sum.add(chunk);
      return sum;
    },
    async migrate() {
      const pending = await pendingMigrations(client);
      for (const name of pending) await applyMigration(client, name);
      return pending;
    },
  };
}

/** Writes the rows of one table with COPY. */
interface TableWriter {
  write(rows: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Requires a table that the current transaction has created or truncated (PostgreSQL, COPY, FREEZE). */
function openTableWriter(client: pg.ClientBase, table: CopyTable): TableWriter {
  const stream = client.query(copyFrom(`copy ${copyTarget(table)} from stdin with (freeze)`));
  const finished = once(stream, "finish");
  finished.catch(() => {});
  return {
    async write(rows) {
      if (!stream.write(rows)) await Promise.race([once(stream, "drain"), finished]);
    },
    async end() {
      stream.end();
      await finished;
    },
  };
}

interface Definition {
  drop: string;
  create: string;
}

/** Statements that create the foreign keys and indexes that were dropped for a load. */
interface DroppedIndexes {
  indexes: readonly Definition[];
  foreignKeys: readonly Definition[];
}

/**
 * Drops the foreign keys and the indexes without a constraint in the current schema. Loading rows first and building
 * each index once is several times faster.
 */
async function dropSecondaryIndexes(client: pg.ClientBase): Promise<DroppedIndexes> {
  const foreignKeys = await read(client, foreignKeysOfSchema);
  const indexes = await read(client, indexesOfSchema);
  for (const { drop } of [...foreignKeys, ...indexes]) await client.query(drop);
  return { indexes, foreignKeys };
}

/** Creating a foreign key checks all of its rows. */
async function createSecondaryIndexes(
  client: pg.ClientBase,
  { indexes, foreignKeys }: DroppedIndexes,
  onProgress: (part: number) => void,
): Promise<void> {
  const all = [...indexes, ...foreignKeys];
  for (const [number, { create }] of all.entries()) {
    onProgress(number / all.length);
    await client.query(create);
  }
}

const read = async (client: pg.ClientBase, statement: string): Promise<Definition[]> =>
  (await client.query<Definition>(statement)).rows;

const foreignKeysOfSchema = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint
   where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
   order by oid`;

const indexesOfSchema = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
    from pg_index
    join pg_class on pg_class.oid = indexrelid
   where relnamespace = current_schema()::regnamespace and not relispartition
     and not exists (select from pg_constraint where contype in ('p', 'u', 'x') and conindid = indexrelid)
   order by indexrelid`;
