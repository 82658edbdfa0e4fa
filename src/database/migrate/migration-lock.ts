import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { only } from "#lib/collections/only.ts";

/** Advisory lock key that all processes of an installation share. Any constant works. */
const migrationLock = 8_243_118_001;

/** Migrations exclude each other and backups. Backups do not exclude each other. */
type Mode = "exclusive" | "shared";

const retryMs = 100;

const reportIntervalMs = 10_000;

/**
 * Takes the session-level advisory lock of migrations. Polls: a process that waits inside a statement would keep a
 * snapshot, for which `create index concurrently` waits in turn. `onWait` is called at the first wait and then every
 * ten seconds.
 */
export async function lockMigrations(
  client: Pick<pg.ClientBase, "query">,
  mode: Mode,
  onWait: (holder: string) => void | Promise<void> = () => {},
): Promise<void> {
  const take = mode === "exclusive" ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared";
  for (let waited = 0; ; waited += retryMs) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${take}($1) as taken`, [migrationLock]);
    if (only(rows).taken) return;
    if (waited % reportIntervalMs === 0) await onWait(await findHolder(client));
    await delay(retryMs);
  }
}

export async function unlockMigrations(client: Pick<pg.ClientBase, "query">, mode: Mode): Promise<void> {
  const release = mode === "exclusive" ? "pg_advisory_unlock" : "pg_advisory_unlock_shared";
  await client.query(`select ${release}($1)`, [migrationLock]);
}

/** Describes the process that has the lock. The key is stored in two halves (PostgreSQL, pg_locks). */
async function findHolder(client: Pick<pg.ClientBase, "query">): Promise<string> {
  const { rows } = await client.query<{ mode: string }>(
    `select mode from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
        and classid = ($1::bigint >> 32)::oid and objid = ($1::bigint & 4294967295)::oid and objsubid = 1
      order by mode limit 1`,
    [migrationLock],
  );
  return rows[0]?.mode === "ShareLock" ? "a backup" : "another process that migrates the database";
}
