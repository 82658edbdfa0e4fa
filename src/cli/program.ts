import { Command } from "commander";
import { productVersion } from "#lib/settings/product-version.ts";
import { textTable } from "#lib/text/text-table.ts";
import { secretSettings, settings } from "#server/config.ts";

/** A command of the first level. Its module loads lazily: importing all takes longer than most commands run. */
interface Group {
  summary: string;
  load: () => Promise<(program: Command) => unknown>;
}

/** In the order of the help. */
const groups: Record<string, Group> = {
  serve: {
    summary: "start the server",
    load: async () => (await import("./serve.ts")).addServeCommand,
  },
  init: {
    summary: "create an installation with a school and its owner",
    load: async () => (await import("./init/init.ts")).addInitCommand,
  },
  update: {
    summary: "update an installation from an archive, and go back if it fails",
    load: async () => (await import("./update/update.ts")).addUpdateCommand,
  },
  migrate: {
    summary: "migrate the database",
    load: async () => (await import("./database/migrate.ts")).addMigrateCommand,
  },
  site: {
    summary: "create, list, show and configure sites",
    load: async () => (await import("./site/site.ts")).addSiteCommands,
  },
  member: {
    summary: "add, list, export and erase members, change their roles and passwords",
    load: async () => (await import("./member/member.ts")).addMemberCommands,
  },
  import: {
    summary: "import courses, people and their activity",
    load: async () => (await import("./import/import.ts")).addImportCommands,
  },
  export: {
    summary: "export courses, people and their activity",
    load: async () => (await import("./export/export.ts")).addExportCommands,
  },
  integration: {
    summary: "add and list integrations, enable and disable them at a site",
    load: async () => (await import("./integration/integration.ts")).addIntegrationCommands,
  },
  form: {
    summary: "create forms from files, open and close them",
    load: async () => (await import("./form/form.ts")).addFormCommands,
  },
  payments: {
    summary: "compare payments with Stripe and ECPay",
    load: async () => (await import("./payments.ts")).addPaymentsCommands,
  },
  login: {
    summary: "sign in to a site with a browser",
    load: async () => (await import("./remote/login.ts")).addLoginCommand,
  },
  logout: {
    summary: "sign out of a site and revoke the tokens",
    load: async () => (await import("./remote/logout.ts")).addLogoutCommand,
  },
  whoami: {
    summary: "show who is signed in to a site",
    load: async () => (await import("./remote/whoami.ts")).addWhoamiCommand,
  },
  api: {
    summary: "send a request to the operator API of a site",
    load: async () => (await import("./remote/api.ts")).addApiCommand,
  },
  listen: {
    summary: "print the webhook events of a site, and forward them to a receiver",
    load: async () => (await import("./remote/listen.ts")).addListenCommand,
  },
  key: {
    summary: "create, list and revoke API keys",
    load: async () => (await import("./key/key.ts")).addKeyCommands,
  },
  keys: {
    summary: "list and rotate signing keys (ID tokens, Open Badges)",
    load: async () => (await import("./keys/keys.ts")).addKeysCommands,
  },
  backup: {
    summary: "back up the database and the files into one archive",
    load: async () => (await import("./backup/backup.ts")).addBackupCommands,
  },
  restore: {
    summary: "restore a backup into an empty installation",
    load: async () => (await import("./backup/restore.ts")).addRestoreCommand,
  },
  "move-database": {
    summary: "move the database to another PostgreSQL server, or back to the embedded one",
    load: async () => (await import("./database/move-database.ts")).addMoveDatabaseCommand,
  },
  database: {
    summary: "distribute the database over several nodes",
    load: async () => (await import("./database/database.ts")).addDatabaseCommands,
  },
  messages: {
    summary: "release emails and webhooks that are held after a restore",
    load: async () => (await import("./terminal/messages.ts")).addMessagesCommands,
  },
  secret: {
    summary: "save or rotate the secret key, or replace one that was lost",
    load: async () => (await import("./secret/secret.ts")).addSecretCommands,
  },
  doctor: {
    summary: "diagnose problems of this installation",
    load: async () => (await import("./doctor.ts")).addDoctorCommand,
  },
};

/**
 * Builds the `lectern` command. With `words`, only the command that they name has its options and subcommands, the
 * others have a summary for the help. Parsing throws a CommanderError instead of exiting. `print` receives help and
 * version text.
 */
export async function buildProgram(args?: readonly string[], print?: (text: string) => void): Promise<Command> {
  const program = new Command("lectern")
    .description("The open, self-hosted API server of an online-learning site.")
    .version(productVersion())
    .option("--json", "print one JSON document, also for errors")
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .configureOutput({ outputError: () => {}, ...(print && { writeOut: print, writeErr: print }) })
    .exitOverride()
    .addHelpText(
      "after",
      () =>
        `\nSettings (environment):\n${settingsText()}\n\nAppend _FILE to read a secret from a file: ${secretSettings.join(", ")}.\n\nExit codes: 0 ok, 1 failed, 2 wrong usage.`,
    );
  const named = args?.find((word) => !word.startsWith("-"));
  for (const [name, { summary, load }] of Object.entries(groups)) {
    if (!args || name === named) (await load())(program);
    else program.command(name);
    program.commands.at(-1)?.summary(summary);
  }
  return program;
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
