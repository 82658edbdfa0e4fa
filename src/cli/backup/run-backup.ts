import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { archiveName, archiveNamed } from "#lib/archive/archive-name.ts";
import type { ArchiveLocation } from "#lib/archive/archive-location.ts";
import { openLocation } from "#lib/archive/open-location.ts";
import { removeExpired } from "#domain/transfer/backup/remove-expired.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { textTable } from "#lib/text/text-table.ts";
import { writeBackup } from "#domain/transfer/backup/write-backup.ts";
import type { Invocation } from "../terminal/action.ts";
import { archiveAddress } from "../export/archive-address.ts";
import { describeBackup } from "./describe-backup.ts";
import { requireExisting } from "./existing-installation.ts";
import { Finding, UsageError } from "../terminal/errors.ts";
import { showProgress } from "../import/import-progress.ts";
import { openStorage } from "../database/storage.ts";

export async function runBackup(invocation: Invocation, target: string | undefined): Promise<void> {
  if (target !== undefined)
    return complain(await backUpTo(openLocation(archiveNamed(archiveAddress(target), invocation.now)), invocation));
  const { config, output, now } = invocation;
  if (config.backupUrl === undefined) throw new UsageError("Name a target, or set LECTERN_BACKUP_URL.");
  const folder = openArchiveFolder(config.backupUrl);
  requireExisting(config);
  await folder.prepare();
  const missing = await backUpTo(folder.location(archiveName(now)), invocation);
  const removed = await removeExpired(folder, config.backupRetention, now);
  if (removed.length > 0) output.note(`Deleted by LECTERN_BACKUP_KEEP: ${removed.join(", ")}`);
  complain(missing);
}

/** Returns the number of files that the storage has lost. */
async function backUpTo(location: ArchiveLocation, { config, open, output, now }: Invocation): Promise<number> {
  if (await location.exists()) throw new UsageError(`${location.name} already exists. Name a new file.`);
  await location.requireWritable();
  const { connection } = await open({ mustExist: true });
  const progress = showProgress(output, { database: "Backing up the database", files: "Backing up files" });
  try {
    const { store } = openStorage(config);
    const source = { connection, store, version: productVersion(), now };
    const backup = await writeBackup(source, location, progress.show);
    progress.end();
    const { document, rows } = describeBackup(location.name, backup);
    output.answer(document, textTable(rows));
    output.note("The archive does not contain the secret key. Keep a copy of it in another place: lectern secret save");
    const { count, examples } = backup.manifest.missingFiles;
    if (count > 0) {
      output.note(`The storage has lost ${count} files that the database names, for example ${examples[0]}.`);
    }
    return count;
  } finally {
    progress.end();
  }
}

function complain(missing: number): void {
  if (missing > 0) throw new Finding("Files are missing in the storage.");
}
