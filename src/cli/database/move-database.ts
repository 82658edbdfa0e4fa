import { formatNumber } from "#lib/text/formats.ts";
import type { Command } from "commander";
import { moveDatabase } from "#domain/transfer/backup/move-database.ts";
import { parseDatabaseUrl } from "#lib/settings/setting-values.ts";
import { textTable } from "#lib/text/text-table.ts";
import type { Config } from "#server/config.ts";
import { openInstallation } from "#server/installation.ts";
import { action } from "../terminal/action.ts";
import { requireExisting } from "../backup/existing-installation.ts";
import { UsageError } from "../terminal/errors.ts";
import { showProgress } from "../import/import-progress.ts";

const description = `Copies the database from the embedded PostgreSQL to another server, or back. The current database is the one of the
settings (DATABASE_URL, or the embedded one). The new one must be empty, PostgreSQL 15 or later.

Stop every server first. All rows are compared before the new database takes effect. The current database keeps its
rows, with its emails and webhooks held. Files and the secret key stay where they are.`;

export const addMoveDatabaseCommand = (program: Command) =>
  program
    .command("move-database")
    .description(description)
    .requiredOption("--to <address>", "postgres://… (the password may be in PGPASSWORD), or embedded")
    .addHelpText("after", "\nExample:\n  $ lectern move-database --to postgres://lectern@db.example/lectern")
    .action(
      action(async ({ config, output, now }, { to }: { to: string }) => {
        const target = targetOf(config, to);
        const progress = showProgress(output, {
          rows: "Copying rows",
          indexes: "Building indexes",
          compared: "Comparing rows",
        });
        const log = (line: string) => {
          if (!/^[A-Z]+: {2}/.test(line)) output.note(line);
        };
        requireExisting(config);
        // As a server, so that none can start on an embedded database during the move.
        const options = { role: "serve", log, migrates: false } as const;
        const from = await openInstallation(config, options);
        try {
          const opened = await openInstallation(target, options);
          try {
            const { tables, rows } = await moveDatabase({ from, to: opened, now }, progress.show);
            progress.end();
            const text = [
              ["Rows", `${formatNumber("en", rows)} in ${tables} tables`],
              ["From", `PostgreSQL ${from.serverVersion}`],
              ["To", `PostgreSQL ${opened.serverVersion}`],
            ];
            output.answer({ tables, rows, from: from.serverVersion, to: opened.serverVersion }, textTable(text));
            output.note(
              target.databaseUrl === undefined
                ? "Unset DATABASE_URL before the next start."
                : "Set DATABASE_URL to the new address before the next start.",
            );
          } finally {
            progress.end();
            await opened.close();
          }
        } finally {
          await from.close();
        }
      }),
    );

function targetOf(config: Config, to: string): Config {
  const databaseUrl = to === "embedded" ? undefined : parseDatabaseUrl(to);
  if (to !== "embedded" && databaseUrl === undefined) {
    throw new UsageError("--to: expected postgres://…, postgresql://… or embedded.");
  }
  if (databaseUrl === undefined && config.databaseUrl === undefined) {
    throw new UsageError(
      "--to embedded: the current database is the embedded one already. Set DATABASE_URL to move from it.",
    );
  }
  return { ...config, databaseUrl };
}
