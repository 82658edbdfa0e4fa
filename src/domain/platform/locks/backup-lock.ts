import type { CopyClient } from "#database/copy/open-copy-client.ts";
import type { Queries } from "#database/database.ts";

const key = "lectern backup";

/** Keeps the bytes of files in the storage until `unlockFiles`, so that a backup can read all files of its snapshot. */
export const lockFiles = (client: CopyClient) =>
  client.query("select pg_advisory_lock_shared(hashtextextended($1, 0))", [key]);

export const unlockFiles = (client: CopyClient) =>
  client.query("select pg_advisory_unlock_shared(hashtextextended($1, 0))", [key]);

/** Returns whether the transaction may remove the bytes of files: no backup is running. */
export async function mayRemoveFiles(db: Queries): Promise<boolean> {
  const { locked } = await db.one<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as locked`;
  return locked;
}
