import { formatNumber } from "#lib/text/formats.ts";
import type { Command } from "commander";
import { exportSite } from "#domain/transfer/site-archive/export-site.ts";
import { openLocation } from "#lib/archive/open-location.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { archiveAddress } from "./archive-address.ts";
import { siteOption } from "../site/choose-site.ts";
import { UsageError } from "../terminal/errors.ts";
import { openStorage } from "../database/storage.ts";

interface Options {
  site?: string;
  output: string;
}

export const addExportSiteCommand = (exports: Command) =>
  exports
    .command("site")
    .summary("export a whole site as one archive")
    .description(
      "Writes the school with its settings, members, courses, files, offers, content and history into one tar archive " +
        "that `lectern import site` reads (see docs/reference/site-archive.md). Lists what the archive does not " +
        "contain. The archive holds personal data and no credentials.",
    )
    .addOption(siteOption())
    .requiredOption("--output <file>", "a new file (a path or s3://…)")
    .addHelpText("after", "\nExample:\n  $ lectern export site --site https://learn.school.example --output school.tar")
    .action(
      action(async ({ config, open, atSite, output }, { site: named, output: file }: Options) => {
        const location = openLocation(archiveAddress(file));
        if (await location.exists()) throw new UsageError(`${location.name} already exists. Name a new file.`);
        await location.requireWritable();
        await open({ mustExist: true });
        const context = { ...(await atSite(named)), storage: openStorage(config) };
        const { counts, notIncluded } = await exportSite(context, productVersion(), (bytes) => location.write(bytes), {
          onList: (name) => output.note(name.replaceAll("_", " ")),
        });
        const table = Object.entries(counts).map(([name, count]) => [name, formatNumber("en", count)]);
        output.answer(
          { site: context.site.origin, file: location.name, counts, notIncluded },
          textTable([["file", location.name], ...table]),
        );
        for (const what of notIncluded) output.note(`not included: ${what}`);
      }),
    );
