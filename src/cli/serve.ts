import type { Command } from "commander";
import { importBuilt } from "#server/built-code.ts";
import { action } from "./terminal/action.ts";

export const addServeCommand = (program: Command) =>
  program
    .command("serve")
    .description("Starts the server. On SIGINT or SIGTERM, it completes requests in progress and exits.")
    .addHelpText("after", "\nExample:\n  $ LECTERN_PORT=9000 lectern serve")
    .action(
      action(async ({ output }) => {
        const built = await importBuilt<typeof import("#server/run.ts")>("run");
        const { runUntilStopped } = built ?? (await import("#server/run.ts"));
        await runUntilStopped(process.env, output);
      }),
    );
