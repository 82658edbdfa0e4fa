import type { Command } from "commander";
import { action } from "./action.ts";

export const addServeCommand = (program: Command) =>
  program
    .command("serve")
    .summary("run the sites of this installation until it is told to stop")
    .description("Runs the sites of this installation until SIGINT or SIGTERM, then finishes what is in flight.")
    .addHelpText("after", "\nExample:\n  $ LECTERN_PORT=9000 lectern serve")
    .action(
      action(async ({ output }) => {
        const { runUntilStopped } = await import("../run.ts");
        await runUntilStopped(process.env, output);
      }),
    );
