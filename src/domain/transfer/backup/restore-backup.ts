import type { Readable } from "node:stream";
import { isInUse } from "#database/copy/is-in-use.ts";
import { beginLoad, type Load, unknownMigrations } from "#database/copy/load.ts";
import { type CopyClient, openCopyClient } from "#database/copy/open-copy-client.ts";
import type { DatabaseConnection } from "#database/connection/connect.ts";
import { isUnreleased } from "#database/migrate/newer-schema.ts";
import { Problem } from "#domain/platform/problem.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";
import type { BackupHeader, BackupManifest } from "./format.ts";
import { hasData } from "./has-data.ts";
import { holdMessages } from "./message-hold.ts";
import { readBackup } from "./read-backup.ts";
import { openFileWriter } from "./store-files.ts";
import { backupTables } from "./tables.ts";
import { requireSameRows } from "./verify-backup.ts";

export interface RestoreTarget {
  installation: DatabaseConnection;
  store: ObjectStore;
  now: Date;
  /** Throws unless the configured secret key is the one of the backup. */
  requireKey(fingerprint: string | null): void;
  /** Allows files in the storage: those of the backup are stored again. */
  keepsFiles: boolean;
  /** Holds emails and webhooks until the operator releases them. */
  holdsMessages: boolean;
}

interface Restored {
  header: BackupHeader;
  manifest: BackupManifest;
  /** Migrations of later releases that were applied to the restored database. */
  migrations: string[];
}

export type OnRestoreProgress = (stage: "indexes" | "rows", part: number) => void;

/**
 * Restores a backup into an empty installation, in one pass and in bounded memory. The database changes in one
 * transaction that commits after everything is verified. After a failure, the installation is as empty as before.
 */
export async function restoreBackup(
  target: RestoreTarget,
  source: Readable,
  onProgress: OnRestoreProgress,
): Promise<Restored> {
  const client = await openCopyClient(target.installation.connection, "lectern restore");
  try {
    await requireEmpty(target, client);
    await using files = await openFileWriter(target.store);
    let load: Load | undefined;
    const begun = () => {
      if (!load) throw new Error("The rows of a backup follow its header.");
      return load;
    };
    try {
      const read = await readBackup(source, {
        async header(header) {
          load = await begin(target, client, header);
        },
        rows: (table, rows) => begun().write(table, rows),
        file: (key, byteSize, content) => files.put(key, byteSize, content),
      });
      await files.flush();
      const migrations = await complete(begun(), read, onProgress);
      if (target.holdsMessages) await holdMessages(client, "restored", target.now);
      await client.query("commit");
      return { ...read, migrations };
    } catch (error) {
      if (!target.keepsFiles) await files.removeAll();
      throw error;
    }
  } finally {
    // Rolls back unless committed.
    await client.end();
  }
}

async function requireEmpty({ installation, store, keepsFiles }: RestoreTarget, client: CopyClient): Promise<void> {
  if (await isInUse(client)) {
    throw new Problem("invalid_state", "Another Lectern process uses this database. Stop it first.");
  }
  if (await hasData(client)) {
    throw new Problem(
      "invalid_state",
      "This installation is not empty. Restore into a new data folder (LECTERN_DATA) or a new database (DATABASE_URL).",
    );
  }
  if (!keepsFiles && !(await store.isEmpty())) {
    throw new Problem(
      "invalid_state",
      "The file storage is not empty. Use another LECTERN_STORAGE_URL. If it has the files of this backup and no other installation uses it, add --keep-files.",
    );
  }
  await openQueue(installation.database);
}

async function begin(target: RestoreTarget, client: CopyClient, header: BackupHeader): Promise<Load> {
  if (isUnreleased(header.migrations)) {
    const advice = "Restore it with that version, export its schools (lectern export site), and import them here.";
    throw new UnusableArchive(`It was made by a version from before release 0.1.0. ${advice}`);
  }
  const unknown = unknownMigrations(header.migrations);
  if (unknown.length > 0) {
    throw new UnusableArchive(
      `It was made by Lectern ${header.lectern}, which is newer (${unknown.at(-1)}). Use that version, or a later one.`,
    );
  }
  target.requireKey(header.secretKeyFingerprint);
  return beginLoad(client, { applied: header.migrations, tables: header.tables, known: backupTables });
}

async function complete(
  load: Load,
  { header, manifest }: { header: BackupHeader; manifest: BackupManifest },
  onProgress: OnRestoreProgress,
): Promise<string[]> {
  await load.finish(manifest.sequences, (part) => onProgress("indexes", part));
  for (const [number, expected] of manifest.tables.entries()) {
    onProgress("rows", number / manifest.tables.length);
    const table = header.tables.find(({ name }) => name === expected.name);
    if (!table) throw new UnusableArchive("Its manifest does not fit its header.");
    requireSameRows(expected, await load.digest(table));
  }
  onProgress("rows", 1);
  return load.migrate();
}
