import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { type Command, InvalidArgumentError } from "commander";
import { action } from "../terminal/action.ts";
import { runUpdate, type UpdateOptions } from "./run-update.ts";

const description = `Updates an installation from an archive. Fetches the archive of a release and compares its checksum, makes a backup,
migrates the database while the running version serves, lets the link \`current\` name the new release, restarts the
service and waits until /readyz responds. If the new version does not become ready, the previous one is started again.

Run it as a user who may restart the service, and name the settings of the installation. The commands of both releases run
as the owner of the data folder. Without --sha256, the checksum is that of SHA256SUMS in the folder of the archive, which
detects damage, not forgery. With the socket of the service (lectern.socket), requests wait during the restart, and none
is lost.`;

export const addUpdateCommand = (program: Command) =>
  program
    .command("update")
    .summary("update an installation from an archive, and go back if it fails")
    .description(description)
    .argument("<archive>", "a file, or an address of https")
    .option(
      "--settings <file>",
      "settings of the installation, as `lectern init` writes them (default: the environment)",
    )
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
      "\nExample:\n  $ sudo /opt/lectern/current/lectern update lectern-1.2.0-linux-x64.tar.gz --settings /srv/school/lectern.env --backup /backups/",
    )
    .action(async (archive: string, options: UpdateOptions, command: Command) => {
      if (options.settings !== undefined) loadSettings(options.settings);
      await action(runUpdate)(archive, options, command);
    });

/** Others could change how this process runs, such as NODE_OPTIONS. */
const isSetting = /^(?:LECTERN_|DATABASE_URL|SMTP_URL|OTEL_)/;

/** Reads a file of settings instead of running it, because its owner may have fewer rights than this process. */
function loadSettings(file: string): void {
  const all = Object.entries(parseEnv(readFileSync(file, "utf8")));
  Object.assign(process.env, Object.fromEntries(all.filter(([name]) => isSetting.test(name))));
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError("Expected 1 to 3600 seconds.");
}
