import { type Command, InvalidArgumentError } from "commander";
import { action } from "../terminal/action.ts";
import { runUpdate, type UpdateOptions } from "./run-update.ts";

const description = `Updates an installation from an archive. Fetches the archive of a release and compares its checksum, makes a backup,
migrates the database while the running version serves, lets the link \`current\` name the new release, restarts the
service and waits until /readyz responds. If the new version does not become ready, the previous one is started again.

Run it with the settings of the installation, as a user who may restart the service. The commands of both releases run
as the owner of the data folder. Without --sha256, the checksum is that of SHA256SUMS in the folder of the archive, which
detects damage, not forgery. With the socket of the service (lectern.socket), requests wait during the restart, and none
is lost.`;

export const addUpdateCommand = (program: Command) =>
  program
    .command("update")
    .summary("update an installation from an archive, and go back if it fails")
    .description(description)
    .argument("<archive>", "a file, or an address of https")
    .option("--sha256 <digits>", "checksum of the archive")
    .option("--backup <target>", "place of the backup, as for `lectern backup` (default: LECTERN_BACKUP_URL)")
    .option("--no-backup", "make no backup: another one exists")
    .option(
      "--restart <command>",
      "command that restarts the service and waits for its end",
      "systemctl restart lectern",
    )
    .option("--wait <seconds>", "time for the new version to become ready", parseSeconds, 120)
    .option("--dry-run", "fetch and check the release, and list its migrations, without changing anything")
    .addHelpText(
      "after",
      "\nExample:\n  $ sudo /srv/school/lectern update lectern-1.2.0-linux-x64.tar.gz --backup /backups/",
    )
    .action(
      action(async (invocation, archive: string, options: UpdateOptions) => runUpdate(invocation, archive, options)),
    );

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError("Expected 1 to 3600 seconds.");
}
