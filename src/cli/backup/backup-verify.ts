import type { Command } from "commander";
import { verifyBackup } from "#domain/transfer/backup/verify-backup.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { describeBackup } from "./describe-backup.ts";
import { showProgress } from "../import/import-progress.ts";
import { openArchive } from "../import/open-archive.ts";

export const addBackupVerifyCommand = (backup: Command) =>
  backup
    .command("verify")
    .summary("verify that an archive is complete and undamaged")
    .description(
      "Reads a whole archive and compares every row and file with its checksums. Needs no database. Exits with 1 if the archive is damaged.",
    )
    .argument("<archive>", "a file, or s3://key:secret@bucket/path?region=…&endpoint=…")
    .addHelpText("after", "\nExample:\n  $ lectern backup verify /backups/school.tar")
    .action(
      action(async ({ output }, address: string) => {
        const progress = showProgress(output, { archive: "Verifying the archive" });
        try {
          const { name, bytes } = await openArchive(address, (part) => progress.show("archive", part));
          const backup = await verifyBackup(bytes);
          progress.end();
          const { document, rows } = describeBackup(name, backup);
          output.answer({ ok: true, ...document }, `${textTable(rows)}\nThe archive is complete and undamaged.`);
        } finally {
          progress.end();
        }
      }),
    );
