import { Command } from "commander";
import { productVersion } from "#lib/product-version.ts";
import { textTable } from "#lib/text-table.ts";
import { secretSettings, settings } from "../config.ts";

/**
 * Commands by their first word, in help order. Loaded lazily, because importing all takes longer than most commands
 * run.
 */
const groups: Record<string, () => Promise<(program: Command) => unknown>> = {
  serve: async () => (await import("./serve.ts")).addServeCommand,
  migrate: async () => (await import("./migrate.ts")).addMigrateCommand,
  site: async () => (await import("./site.ts")).addSiteCommands,
  member: async () => (await import("./member.ts")).addMemberCommands,
  import: async () => (await import("./import.ts")).addImportCommands,
  export: async () => (await import("./export.ts")).addExportCommands,
  integration: async () => (await import("./integration.ts")).addIntegrationCommands,
  form: async () => (await import("./form.ts")).addFormCommands,
  keys: async () => (await import("./keys.ts")).addKeysCommands,
  backup: async () => (await import("./backup.ts")).addBackupCommands,
  restore: async () => (await import("./restore.ts")).addRestoreCommand,
  "move-database": async () => (await import("./move-database.ts")).addMoveDatabaseCommand,
  database: async () => (await import("./database.ts")).addDatabaseCommands,
  messages: async () => (await import("./messages.ts")).addMessagesCommands,
  secret: async () => (await import("./secret.ts")).addSecretCommands,
  doctor: async () => (await import("./doctor.ts")).addDoctorCommand,
};

/**
 * Builds the `lectern` command with the subcommands that the words can name, or all if the first word is unknown.
 * Parsing throws a CommanderError instead of exiting. `print` receives help and version text.
 */
export async function buildProgram(words: readonly string[] = [], print?: (text: string) => void): Promise<Command> {
  const program = new Command("lectern")
    .description("The open, self-hosted API server of an online-learning site.")
    .version(productVersion())
    .option("--json", "print one JSON document, also for errors")
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {}, ...(print && { writeOut: print, writeErr: print }) })
    .exitOverride()
    .addHelpText(
      "after",
      () =>
        `\nSettings (environment):\n${settingsText()}\n\nAppend _FILE to read a secret from a file: ${secretSettings.join(", ")}.\n\nExit codes: 0 ok, 1 failed, 2 wrong usage.`,
    );
  for (const add of await Promise.all(meant(words).map((read) => read()))) add(program);
  return program;
}

function meant(words: readonly string[]) {
  const first = words.find((word) => !word.startsWith("-")) ?? "";
  const group = Object.entries(groups).filter(([name]) => name === first);
  return (group.length > 0 ? group : Object.entries(groups)).map(([, read]) => read);
}

/** The command line of the help for a usage error: the deepest command that was named. */
export const helpFor = (program: Command, argv: readonly string[]): string =>
  [...namedCommands(program, argv).map((command) => command.name()), "--help"].join(" ");

/** Returns the nested commands that the words name, starting with the program. */
export function namedCommands(program: Command, argv: readonly string[]): Command[] {
  const named = [program];
  let last = program;
  for (const word of argv) {
    if (word.startsWith("-")) continue;
    const command = last.commands.find((candidate) => candidate.name() === word);
    if (!command) break;
    named.push((last = command));
  }
  return named;
}

function settingsText(): string {
  const rows = settings.map(({ name, meaning, default: unset }) => [`  ${name}`, `${meaning}. Default: ${unset}.`]);
  return textTable(rows);
}
