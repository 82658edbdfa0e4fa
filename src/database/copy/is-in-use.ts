import { setTimeout as delay } from "node:timers/promises";
import type { CopyClient } from "./open-copy-client.ts";
import { only } from "#lib/collections/only.ts";

/** Milliseconds for connections of this process that were closed just now. */
const timeoutMs = 2000;
const pause = 50;

/** Returns whether a server or another command of Lectern uses the database. */
export async function isInUse(client: CopyClient): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; ;) {
    const { rows } = await client.query<{ used: boolean }>(`
      select exists (select from pg_stat_activity
                      where datname = current_database() and pid <> pg_backend_pid()
                        and application_name like 'lectern%') as used`);
    if (!only(rows).used) return false;
    if (Date.now() > deadline) return true;
    await delay(pause);
  }
}
