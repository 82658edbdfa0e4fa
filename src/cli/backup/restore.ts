import { timingSafeEqual } from "node:crypto";
import type { Command } from "commander";
import { Problem } from "#domain/platform/problem.ts";
import { restoreBackup } from "#domain/transfer/backup/restore-backup.ts";
import { acceptedKeys } from "#lib/secrets/previous-keys.ts";
import { textTable } from "#lib/text/text-table.ts";
import type { Config } from "#server/config.ts";
import { findSecretKey, fingerprintOf } from "#server/secret-key.ts";
import { action, type Invocation } from "../terminal/action.ts";
import { describeBackup } from "./describe-backup.ts";
import { UsageError } from "../terminal/errors.ts";
import { showProgress } from "../import/import-progress.ts";
import { openArchive } from "../import/open-archive.ts";
import { restoreAt } from "./restore-at.ts";
import { openStorage } from "../database/storage.ts";

interface Options {
  at?: string;
  series?: string;
  keepFiles?: true;
  withoutKey?: true;
  send?: true;
}

const description = `Restores a backup into an empty installation: a new data folder, or a new database of DATABASE_URL. Everything is
verified before it takes effect. If anything fails, the installation stays empty. A backup of an earlier release is
migrated; one of a later release is rejected.

Emails and webhooks of the restored installation are held, because the original may still be running and would send them
too. They stay queued until: lectern messages release

With --at, restores the embedded database from the archive of its write-ahead log (LECTERN_BACKUP_WAL_SECONDS) to its
state at that time, into a new data folder. The argument is the folder of the backups, by default LECTERN_BACKUP_URL.`;

export const addRestoreCommand = (program: Command) =>
  program
    .command("restore")
    .description(description)
    .argument("[archive]", "a file, or s3://key:secret@bucket/path?region=…&endpoint=…")
    .option("--at <time>", "restore the database to a time such as 2026-11-23T10:30:00Z, or to the latest one")
    .option("--series <name>", "with --at: the copy to start from, if several installations share the archive")
    .option("--send", "do not hold emails and webhooks: the original is gone")
    .option("--keep-files", "allow files in the storage, for example when only the database was lost")
    .option("--without-key", "restore without the secret key of the backup, and run `lectern secret reset` afterwards")
    .addHelpText(
      "after",
      "\nExample:\n  $ LECTERN_SECRET_KEY=$(cat secret.key) lectern restore /backups/school.tar\n  $ LECTERN_DATA=/srv/new lectern restore --at 2026-11-23T10:30:00Z /backups",
    )
    .action(
      action(async (invocation, address: string | undefined, options: Options) => {
        const { at, keepFiles, withoutKey } = options;
        if (at !== undefined) {
          if (keepFiles || withoutKey) throw new UsageError("--at restores no files and needs no key.");
          return restoreAt(invocation, address, { ...options, at });
        }
        if (address === undefined) throw new UsageError("Name an archive, or a time with --at.");
        if (options.series !== undefined) throw new UsageError("--series requires --at: an archive has no series.");
        return restoreArchive(invocation, address, options);
      }),
    );

async function restoreArchive(
  { config, open, output, now }: Invocation,
  address: string,
  options: Options,
): Promise<void> {
  const progress = showProgress(output, {
    archive: "Restoring the archive",
    indexes: "Building indexes",
    rows: "Comparing rows",
  });
  const { name, bytes } = await openArchive(address, (part) => progress.show("archive", part));
  try {
    const { store } = openStorage(config);
    const target = {
      installation: await open({ migrates: false }),
      store,
      now,
      requireKey: (fingerprint: string | null) => requireKey(config, fingerprint, options),
      keepsFiles: options.keepFiles === true,
      holdsMessages: options.send !== true,
    };
    const restored = await restoreBackup(target, bytes, progress.show);
    progress.end();
    const { document, rows } = describeBackup(name, restored);
    const { migrations } = restored;
    const holdsMessages = options.send !== true;
    output.answer({ ...document, migrations, messagesHeld: holdsMessages }, textTable(rows));
    if (migrations.length > 0) output.note(`Migrated to this release: ${migrations.length} migrations.`);
    if (holdsMessages) output.note("Emails and webhooks are held. To send them: lectern messages release");
  } finally {
    // A refused restore may not have read the archive.
    bytes.destroy();
    progress.end();
  }
}

function requireKey(config: Config, fingerprint: string | null, { withoutKey }: Options): void {
  if (fingerprint === null || withoutKey) return;
  const key = findSecretKey(config);
  const wayOut = "If it is lost, add --without-key and run `lectern secret reset` afterwards.";
  if (!key) {
    throw new Problem(
      "invalid_state",
      `The secret key of the backup is missing. Set LECTERN_SECRET_KEY to it, or copy it to secret.key in the data folder. ${wayOut}`,
    );
  }
  const expected = Buffer.from(fingerprint, "hex");
  if (acceptedKeys(key).some((accepted) => timingSafeEqual(fingerprintOf(accepted), expected))) return;
  throw new Problem("invalid_state", `LECTERN_SECRET_KEY is not the key of this backup. ${wayOut}`);
}
