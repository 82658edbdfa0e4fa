import type { Command } from "commander";
import { action } from "../terminal/action.ts";
import { Finding } from "../terminal/errors.ts";

export const addMigrateCommand = (program: Command) =>
  program
    .command("migrate")
    .description("Applies pending database migrations. `lectern serve` does this at startup.")
    .option("--check", "only list pending migrations; exit with 1 if there are any")
    .addHelpText("after", "\nExample:\n  $ lectern migrate --check")
    .action(
      action(async ({ open, output }, { check = false }: { check?: boolean }) => {
        const { migrations, requires = null, serverVersion } = await open({ migrates: !check });
        const lines = migrations.map((name) => `  ${name}`).join("\n");
        if (migrations.length === 0) {
          output.answer(
            { migrations, requires, serverVersion },
            `The database (PostgreSQL ${serverVersion}) is up to date.`,
          );
          return;
        }
        output.answer({ migrations, requires, serverVersion }, `${check ? "Pending" : "Applied"}:\n${lines}`);
        if (check) throw new Finding("Migrations are pending.");
      }),
    );
