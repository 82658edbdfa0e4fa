import { copyOut } from "#database/copy/copy-out.ts";
import { isInUse } from "#database/copy/is-in-use.ts";
import { beginLoad, unknownMigrations } from "#database/copy/load.ts";
import { type CopyClient, openCopyClient } from "#database/copy/open-copy-client.ts";
import { RowDigest } from "#database/copy/row-digest.ts";
import { readSequences } from "#database/copy/sequences.ts";
import { closeSnapshot, openSnapshot } from "#database/copy/snapshot.ts";
import type { DatabaseConnection } from "#database/connection/connect.ts";
import { isUnreleased, unreleased } from "#database/migrate/newer-schema.ts";
import { Problem } from "#domain/platform/problem.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { only } from "#lib/collections/only.ts";
import { hasData } from "./has-data.ts";
import { holdMessages } from "./message-hold.ts";
import { backupTables, withoutClaims } from "./tables.ts";
import { requireSameRows } from "./verify-backup.ts";

export type OnMoveProgress = (stage: "rows" | "indexes" | "compared", part: number) => void;

interface Move {
  from: DatabaseConnection;
  to: DatabaseConnection;
  now: Date;
}

interface Moved {
  tables: number;
  rows: number;
}

/**
 * Copies all rows to an empty database, and compares them there. Both databases must be unused. The source keeps its
 * rows; its emails and webhooks are held, because the target sends them.
 */
export async function moveDatabase({ from, to, now }: Move, onProgress: OnMoveProgress): Promise<Moved> {
  const source = await openCopyClient(from.connection, "lectern move");
  try {
    const target = await openCopyClient(to.connection, "lectern move");
    try {
      await requireReady(source, target);
      await openQueue(to.database);
      const moved = await copyRows(source, target, onProgress);
      await holdMessages(source, "moved", now);
      await target.query("commit");
      return moved;
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

async function requireReady(source: CopyClient, target: CopyClient): Promise<void> {
  const [one, other] = [await identityOf(source), await identityOf(target)];
  if (one === other) throw new Problem("invalid_state", "This is already the database of the installation.");
  for (const [client, name] of [
    [source, "the current database"],
    [target, "the new database"],
  ] as const) {
    if (!(await isInUse(client))) continue;
    throw new Problem("invalid_state", `A Lectern process uses ${name}. Stop every server and command first.`);
  }
  if (await hasData(target)) throw new Problem("invalid_state", "The new database is not empty. Name an empty one.");
}

/** A database is known by the start of its server and its own identifier. */
async function identityOf(client: CopyClient): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(`
    select extract(epoch from pg_postmaster_start_time()) || ' ' || oid as identity
      from pg_database where datname = current_database()`);
  return only(rows).identity;
}

async function copyRows(source: CopyClient, target: CopyClient, onProgress: OnMoveProgress): Promise<Moved> {
  // A server that starts meanwhile waits with its writes.
  const snapshot = await openSnapshot(source, backupTables, "share");
  if (isUnreleased(snapshot.migrations)) throw new Error(unreleased);
  const unknown = unknownMigrations(snapshot.migrations);
  if (unknown.length > 0) throw new Error(`The database was migrated by a newer version (${unknown.join(", ")}).`);
  const tables = withoutClaims(snapshot.tables);
  const load = await beginLoad(target, { applied: snapshot.migrations, tables, known: backupTables });
  const sums = new Map<string, RowDigest>();
  for (const [number, table] of tables.entries()) {
    onProgress("rows", number / tables.length);
    const sum = new RowDigest();
    for await (const chunk of copyOut(source, table)) {
      sum.add(chunk);
      await load.write(table, chunk);
    }
    sums.set(table.name, sum);
  }
  await load.finish(await readSequences(source, tables), (part) => onProgress("indexes", part));
  let rows = 0;
  for (const [number, table] of tables.entries()) {
    onProgress("compared", number / tables.length);
    const { rows: count, bytes, digest } = mustGet(sums, table.name);
    requireSameRows({ name: table.name, rows: count, bytes, digest }, await load.digest(table));
    rows += count;
  }
  onProgress("compared", 1);
  await load.migrate();
  await closeSnapshot(snapshot);
  return { tables: tables.length, rows };
}
