import { openPlace } from "#lib/archive/archive-place.ts";
import { archiveNamed } from "#lib/archive/archive-name.ts";
import { productVersion } from "#lib/product-version.ts";
import { textTable } from "#lib/text-table.ts";
import { writeBackup } from "#domain/platform/backup/write-backup.ts";
import type { Invocation } from "./action.ts";
import { describeBackup } from "./describe-backup.ts";
import { Finding, UsageError } from "./failure.ts";
import { showProgress } from "./import-progress.ts";
import { openStorage } from "./storage.ts";

export async function runBackup({ config, open, output, now }: Invocation, target: string): Promise<void> {
  const place = openPlace(archiveNamed(target, now));
  if (await place.exists()) throw new UsageError(`${place.name} already exists. Name a new file.`);
  const { connection } = await open();
  const progress = showProgress(output, { database: "Backing up the database", files: "Backing up files" });
  try {
    const { store } = openStorage(config);
    const source = { connection, store, version: productVersion(), now };
    const backup = await writeBackup(source, place, progress.show);
    progress.end();
    const { document, rows } = describeBackup(place.name, backup);
    output.answer(document, textTable(rows));
    output.note("The archive does not contain the secret key. Keep a copy of it in another place: lectern secret save");
    const { count, examples } = backup.manifest.missingFiles;
    if (count === 0) return;
    output.note(`The storage has lost ${count} files that the database names, for example ${examples[0]}.`);
    throw new Finding("Files are missing in the storage.");
  } finally {
    progress.end();
  }
}
