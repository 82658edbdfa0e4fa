import { readFileSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { textTable } from "#lib/text-table.ts";
import { settings } from "../config.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addExportCommands } from "./export.ts";
import { addImportCommands } from "./import.ts";
import { addIntegrationCommands } from "./integration.ts";
import { addKeysCommands } from "./keys.ts";
import { addMemberCommands } from "./member.ts";
import { addMigrateCommand } from "./migrate.ts";
import { addServeCommand } from "./serve.ts";
import { addSiteCommands } from "./site.ts";

/** The `lectern` command with all its commands; parsing throws a CommanderError instead of ending the process. */
export function buildProgram(): Command {
  const program = new Command("lectern")
    .description("The open, self-hosted API server of an online-learning site.")
    .version(readVersion())
    .option("--json", "answer with one JSON document, also about what went wrong")
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .addHelpText(
      "after",
      () => `\nSettings (environment):\n${settingsText()}\n\nExit codes: 0 ok, 1 failed, 2 wrong usage.`,
    );
  addServeCommand(program);
  addMigrateCommand(program);
  addSiteCommands(program);
  addMemberCommands(program);
  addImportCommands(program);
  addExportCommands(program);
  addIntegrationCommands(program);
  addKeysCommands(program);
  addDoctorCommand(program);
  return program;
}

/** What to read after a wrong usage: the help of the command that was meant, as far as it was named. */
export function helpFor(program: Command, argv: readonly string[]): string {
  const named: string[] = [];
  let command: Command | undefined = program;
  for (const word of argv) {
    command = command.commands.find((candidate) => candidate.name() === word);
    if (!command) break;
    named.push(word);
  }
  return ["lectern", ...named, "--help"].join(" ");
}

function settingsText(): string {
  const rows = settings.map(({ name, meaning, default: unset }) => [`  ${name}`, `${meaning}. Default: ${unset}.`]);
  return textTable(rows);
}

function readVersion(): string {
  const file = path.join(import.meta.dirname, "../../package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return version;
}
