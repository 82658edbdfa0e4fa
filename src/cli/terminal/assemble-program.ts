import { Command } from "commander";
import { productVersion } from "#lib/settings/product-version.ts";
import { textTable } from "#lib/text/text-table.ts";
import { secretSettings, type Setting } from "#server/config.ts";

/** A command of the first level. Its module loads lazily: importing all takes longer than most commands run. */
export interface Group {
  summary: string;
  load: () => Promise<(program: Command) => unknown>;
}

/** A `lectern` command: that of an installation, or that of a client. */
export interface Program {
  description: string;
  /** In the order of the help. */
  groups: Readonly<Record<string, Group>>;
  /** Settings that the help lists. */
  settings: readonly Setting[];
}

/**
 * Builds the `lectern` command. With `args`, only the command that they name has its options and subcommands, the
 * others have a summary for the help. Parsing throws a CommanderError instead of exiting. `print` receives help and
 * version text.
 */
export async function assembleProgram(
  { description, groups, settings }: Program,
  args?: readonly string[],
  print?: (text: string) => void,
): Promise<Command> {
  const program = new Command("lectern")
    .description(description)
    .version(productVersion())
    .option("--json", "print one JSON document, also for errors")
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .configureOutput({ outputError: () => {}, ...(print && { writeOut: print, writeErr: print }) })
    .exitOverride()
    .addHelpText("after", () => helpText(settings));
  const named = args?.find((word) => !word.startsWith("-"));
  for (const [name, { summary, load }] of Object.entries(groups)) {
    if (!args || name === named) (await load())(program);
    else program.command(name);
    program.commands.at(-1)?.summary(summary);
  }
  return program;
}

function helpText(settings: readonly Setting[]): string {
  const rows = settings.map(({ name, meaning, default: unset }) => [`  ${name}`, `${meaning}. Default: ${unset}.`]);
  const secrets = secretSettings.filter((secret) => settings.some(({ name }) => name === secret));
  return `\nSettings (environment):\n${textTable(rows)}\n\nAppend _FILE to read a secret from a file: ${secrets.join(", ")}.\n\nExit codes: 0 ok, 1 failed, 2 wrong usage.`;
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
