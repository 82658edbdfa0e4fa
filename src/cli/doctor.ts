import type { Command } from "commander";
import { productVersion } from "#lib/settings/product-version.ts";
import { textTable } from "#lib/text/text-table.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import { checkBackups, checkWalArchive } from "./doctor/backups.ts";
import { type Check, note, ok, wrong } from "./doctor/check.ts";
import { checkInstallation, type InstallationChecks } from "./doctor/installation.ts";
import { checkMail } from "./doctor/mail.ts";
import { checkDataFolder, checkNode, checkSecrets } from "./doctor/machine.ts";
import { checkPort } from "./doctor/port.ts";
import { requireExisting } from "./backup/existing-installation.ts";
import { Finding, UsageError } from "./terminal/errors.ts";
import { openOutput } from "./terminal/output.ts";

export const addDoctorCommand = (program: Command) =>
  program
    .command("doctor")
    .description("Diagnoses problems of this installation without changing anything. Exits with 1 if it finds any.")
    .addHelpText("after", "\nExample:\n  $ lectern doctor --json")
    .action(async (_options: object, command: Command) => {
      const output = openOutput(command.optsWithGlobals()["json"] === true);
      const checks = await examine(process.env);
      const healthy = checks.every(({ status }) => status !== "wrong");
      output.answer(
        { ok: healthy, checks },
        textTable(checks.map(({ status, name, detail }) => [status, name, detail])),
      );
      if (!healthy) throw new Finding("The doctor found problems.");
    });

/** Runs all possible checks; invalid settings leave only a few. */
async function examine(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const version = ok("Version", productVersion());
  const node = checkNode(process.versions.node);
  const config = settingsOf(env);
  if (config instanceof ConfigError)
    return [version, node, ...config.problems.map((problem) => wrong("Settings", problem))];

  const folder = await checkDataFolder(config);
  const machine = [
    version,
    node,
    ok("Settings", config.environment),
    folder,
    await checkSecrets(config),
    await checkPort(config),
    await checkMail(config),
  ];
  const { checks, backupsSince } = await examineDatabase(config, folder);
  return [...machine, ...(await checkBackups(config, backupsSince)), ...(await checkWalArchive(config)), ...checks];
}

async function examineDatabase(config: Config, folder: Check): Promise<InstallationChecks> {
  if (!config.databaseUrl && folder.status !== "ok")
    return { checks: folder.status === "note" ? [note("Database", "created at the first start")] : [] };
  // Opening the embedded database would create a missing one.
  const missing = whyMissing(config);
  return missing === undefined ? checkInstallation(config) : { checks: [wrong("Database", missing)] };
}

function whyMissing(config: Config): string | undefined {
  try {
    requireExisting(config);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} A new installation creates one at its first start.`;
    throw error;
  }
}

function settingsOf(env: NodeJS.ProcessEnv): Config | ConfigError {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
