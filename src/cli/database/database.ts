import type { Command } from "commander";
import { distributeDatabase } from "#domain/platform/citus/distribute-database.ts";
import { action } from "../terminal/action.ts";

const description = `Distributes the tables over the nodes of a Citus cluster, by site: all rows of a site are on one node. DATABASE_URL
is the address of the coordinator, where the extension exists and the nodes are added.

Tables that are already distributed stay unchanged, so the command can be repeated. Writes wait while a table with rows
is moved. Later migrations distribute their new tables by themselves. Restart running servers afterwards.`;

export const addDatabaseCommands = (program: Command) =>
  program
    .command("database")
    .helpCommand(false)
    .command("distribute")
    .summary("distribute the tables over the nodes of a Citus cluster")
    .description(description)
    .addHelpText("after", "\nExample:\n  $ lectern database distribute")
    .action(
      action(async ({ open, output }) => {
        const { database: opened } = await open({ migrates: false, mustExist: true });
        const { distributed, references } = await distributeDatabase(opened, (line) => output.note(line));
        const count = distributed.length + references.length;
        output.answer(
          { distributed, references },
          count === 0 ? "All tables are distributed." : `Distributed: ${count} tables. Restart running servers.`,
        );
      }),
    );
