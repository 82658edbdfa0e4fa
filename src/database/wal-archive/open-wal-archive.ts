import { existsSync } from "node:fs";
import { join } from "node:path";
import { addressBelow } from "#lib/archive/archive-folder.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import type { EmbeddedServer } from "../embedded/start.ts";
import { dropSlot, openSession, slotName } from "./archive-session.ts";
import { startWalArchive, type WalArchive } from "./start-wal-archive.ts";

interface WalSettings {
  backupUrl: string | undefined;
  /** Milliseconds. Undefined: nothing is archived. */
  walInterval: number | undefined;
  walDays: number;
}

/** Returns the address of the archive of the write-ahead log, below the one of the backups. */
export const walArchiveOf = (backupUrl: string): string => addressBelow(backupUrl, "wal");

/** Archives the write-ahead log of the embedded database, if that is configured. */
export async function openWalArchive(
  { backupUrl, walInterval, walDays }: WalSettings,
  { connection, cluster }: EmbeddedServer,
  log: (line: string) => void,
): Promise<WalArchive | undefined> {
  if (backupUrl !== undefined && walInterval !== undefined) {
    const [address, version] = [walArchiveOf(backupUrl), productVersion()];
    return startWalArchive({ connection, cluster, address, interval: walInterval, days: walDays, version, log });
  }
  // Otherwise, the server would keep its WAL for an archive that is no longer configured.
  if (!existsSync(join(cluster, "pg_replslot", slotName))) return undefined;
  const { client } = await openSession(connection, 0);
  await dropSlot(client);
  await client.end();
  return undefined;
}
