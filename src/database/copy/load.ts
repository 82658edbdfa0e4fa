import { applyMigration, pendingMigrations } from "../migrate/migrate.ts";
import { migrations } from "../migrate/migration-files.ts";
import { openTableWriter, type TableWriter } from "./copy-in.ts";
import { copyOut } from "./copy-out.ts";
import { type CopyTable, quoteTable } from "./copy-table.ts";
import type { CopyClient } from "./open-copy-client.ts";
import { RowDigest } from "./row-digest.ts";
import { createSecondaryIndexes, dropSecondaryIndexes } from "./secondary-indexes.ts";
import { advanceSequences, type SequencePosition } from "./sequences.ts";

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
  const known = new Set(migrations());
  return applied.filter((name) => !known.has(name));
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
