#!/usr/bin/env node
import { settings } from "#server/config.ts";
import { clientSettings } from "#lib/settings/client-settings.ts";
import { remoteGroups } from "./remote/groups.ts";
import { assembleProgram } from "./terminal/assemble-program.ts";
import { exitOnUnwritableOutput } from "./terminal/closed-output.ts";
import { commandLineFailureOf, systemFailureOf } from "./terminal/command-line-failure.ts";
import { runCommand } from "./terminal/run-command.ts";

/* The command of the package `@lectern/cli`, for machines without an installation (docs/decisions/0097). */

exitOnUnwritableOutput();
const program = {
  description: "Signs in to a Lectern school, calls its API and receives its webhook events.",
  groups: remoteGroups,
  settings: settings.filter(({ name }) => name in clientSettings),
};
process.exitCode = await runCommand(process.argv.slice(2), {
  buildProgram: async (args, print) => assembleProgram(program, args, print),
  failureOf: (error) => commandLineFailureOf(error) ?? systemFailureOf(error),
});
