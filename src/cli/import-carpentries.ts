import type { Command } from "commander";
import { importCarpentries } from "#domain/transfer/imports/carpentries/import-carpentries.ts";
import { textTable } from "#lib/text-table.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";

export const addImportCarpentriesCommand = (imports: Command) =>
  imports
    .command("carpentries")
    .summary("import Carpentries lessons as courses")
    .description(
      "Imports each lesson in the folder (a folder with config.yaml, or folders with one each) as a course. " +
        "Importing again applies the changes in the files and keeps slugs and statuses.",
    )
    .argument("<folder>", "folder of the lessons")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern import carpentries carpentries")
    .action(
      action(async ({ open, output, now }, folder: string, options: { site?: string }) => {
        const installation = await open();
        const context = asCli(installation, await chooseSite(installation, options.site), now);
        const counts = await importCarpentries(context, folder, (line) => output.note(line));
        const table = Object.entries(counts).map(([kind, { created, updated, unchanged, removed }]) => [
          kind,
          `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed`,
        ]);
        output.answer({ site: context.site.origin, ...counts }, textTable([["site", context.site.origin], ...table]));
      }),
    );
