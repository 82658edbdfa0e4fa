import type { Command } from "commander";
import { action } from "../terminal/action.ts";
import { addBackupVerifyCommand } from "./backup-verify.ts";
import { runBackup } from "./run-backup.ts";

const description = `Writes one consistent archive of the database and all files. The server can keep running.

The archive is a tar file: backup.json describes it, database/ has the rows of each table in PostgreSQL's COPY text
format, files/ has the files, checksums/ has their SHA-256, and manifest.json is its last entry. It contains personal
data and the digests of passwords and tokens. It does not contain the secret key, without which the restored server
cannot sign tokens: keep a copy of it in another place (lectern secret save).`;

export function addBackupCommands(program: Command): void {
  const backup = program
    .command("backup")
    .description(description)
    .argument("[target]", "a new file, an existing folder, or s3://key:secret@bucket/path?region=…&endpoint=…")
    .addHelpText(
      "after",
      "\nA folder, or an s3:// path that ends with /, gets an archive named after the time. Without a target, the archive goes to\nLECTERN_BACKUP_URL, and archives there that LECTERN_BACKUP_KEEP does not keep are deleted.\n\nExample:\n  $ lectern backup /backups/school.tar",
    )
    .helpCommand(false)
    .action(action(runBackup));
  addBackupVerifyCommand(backup);
}
