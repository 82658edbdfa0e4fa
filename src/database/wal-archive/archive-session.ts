import pg from "pg";
import { only } from "#lib/collections/only.ts";
import type { Connection } from "../embedded/connection.ts";

/** The replication slot that keeps the WAL until it is archived. It outlives the server process. */
export const slotName = "lectern_archive";

/** A superuser's connection to the embedded database. */
export interface ArchiveSession {
  client: pg.Client;
  systemIdentifier: string;
  timeline: number;
  segmentSize: bigint;
  serverVersion: string;
}

/** `timeout`: milliseconds for a statement, 0 for none. */
export async function openSession(connection: Connection, timeout: number): Promise<ArchiveSession> {
  const client = new pg.Client({
    ...connection,
    user: "postgres",
    database: "postgres",
    application_name: "lectern archive",
    connectionTimeoutMillis: 10_000,
    statement_timeout: timeout,
    query_timeout: 2 * timeout,
  });
  // A broken connection fails its current statement, so there is nothing else to report.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ identifier: string; segment: string; size: string; version: string }>(`
      select system_identifier::text as identifier, pg_walfile_name(pg_current_wal_lsn()) as segment,
             pg_size_bytes(current_setting('wal_segment_size'))::text as size,
             current_setting('server_version') as version
        from pg_control_system()`);
    const { identifier, segment, size, version } = only(rows);
    const timeline = Number.parseInt(segment.slice(0, 8), 16);
    return { client, systemIdentifier: identifier, timeline, segmentSize: BigInt(size), serverVersion: version };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Returns the first position that the slot keeps; undefined if there is no slot, or it has lost its WAL. */
export async function findSlot({ client }: ArchiveSession): Promise<bigint | undefined> {
  const { rows } = await client.query<{ position: string | null; status: string | null }>(
    "select (restart_lsn - '0/0')::text as position, wal_status as status from pg_replication_slots where slot_name = $1",
    [slotName],
  );
  const [slot] = rows;
  return slot?.position && slot.status !== "lost" ? BigInt(slot.position) : undefined;
}

/** Creates the slot, or replaces it. From now on, the server keeps its WAL. */
export async function createSlot(session: ArchiveSession): Promise<void> {
  await dropSlot(session.client);
  await session.client.query("select pg_create_physical_replication_slot($1, true)", [slotName]);
}

export const dropSlot = (client: pg.Client) =>
  client.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1", [slotName]);

/** Lets the server remove the WAL before the position. */
export const releaseWal = ({ client }: ArchiveSession, position: bigint) =>
  client.query("select pg_replication_slot_advance($1, '0/0'::pg_lsn + $2::numeric)", [slotName, String(position)]);

export interface FlushedWal {
  /** Position after the last flushed byte. */
  position: bigint;
  /** Every commit until this time is before the position, and a later commit is as well. */
  time: Date;
}

/**
 * Commits a transaction that marks the current time, and returns the WAL up to it. A recovery to an earlier time ends at
 * this commit at the latest.
 */
export async function markTime({ client }: ArchiveSession): Promise<FlushedWal> {
  const { rows: marks } = await client.query<{ time: Date }>(
    "select clock_timestamp() as time, pg_logical_emit_message(true, 'lectern', '')",
  );
  const { rows } = await client.query<{ position: string }>(
    "select (pg_current_wal_flush_lsn() - '0/0')::text as position",
  );
  return { position: BigInt(only(rows).position), time: only(marks).time };
}
