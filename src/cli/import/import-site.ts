import { formatNumber } from "#lib/text/formats.ts";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Command } from "commander";
import { importSite } from "#domain/transfer/site-archive/import-site.ts";
import { openSiteArchive } from "#domain/transfer/site-archive/open-site-archive.ts";
import type { WebhookSystem } from "#domain/webhooks/webhook-system.ts";
import { removeFolder } from "#lib/files/remove-folder.ts";
import { textTable } from "#lib/text/text-table.ts";
import type { Config } from "#server/config.ts";
import { deriveKey, loadSecretKey } from "#server/secret-key.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { Finding } from "../terminal/errors.ts";
import { showProgress } from "./import-progress.ts";
import { openArchive } from "./open-archive.ts";
import { openStorage } from "../database/storage.ts";

interface Options {
  site?: string;
  dryRun?: boolean;
}

export const addImportSiteCommand = (imports: Command) =>
  imports
    .command("site")
    .summary("import the archive of a site into an empty site")
    .description(
      "Imports an archive by `lectern export site` (see docs/reference/site-archive.md). The site may have members, but " +
        "no content of another origin. Rows that differ from existing ones are reported, not changed. Repeat an " +
        "interrupted import: it continues. No email and no webhook events are sent.",
    )
    .argument("<archive>", "a path or s3://…")
    .addOption(siteOption())
    .option("--dry-run", "verify the archive and the site, save nothing")
    .addHelpText("after", "\nExample:\n  $ lectern import site school.tar --site https://new.school.example")
    .action(
      action(async ({ config, atSite, output }, address: string, { site: named, dryRun = false }: Options) => {
        const environment = { storage: openStorage(config), webhooks: openWebhooks(config) };
        const context = { ...(await atSite(named)), ...environment, dryRun };
        const folder = await mkdtemp(path.join(tmpdir(), "lectern-import-"));
        const progress = showProgress(output, { archive: "Verifying the archive", rows: "Importing" });
        try {
          const reopen = async () => (await openArchive(address, (part) => progress.show("archive", part))).bytes;
          const archive = await openSiteArchive(reopen, folder);
          const { counts, reported } = await importSite(context, archive, folder, {
            onStep: (_run, part) => progress.show("rows", part),
          });
          progress.end();
          for (const { name, detail } of reported) output.note(`${name}: ${detail}`);
          const { notIncluded, site: from } = archive.manifest;
          const rows = Object.entries(counts).map(([name, { created, unchanged, conflicts, failed }]) => [
            name,
            ...[created, unchanged, conflicts, failed].map((count) => formatNumber("en", count)),
          ]);
          output.answer(
            { site: context.site.origin, from: from.origin, counts, reported, notIncluded },
            textTable([["", "created", "unchanged", "conflicts", "failed"], ...rows]),
          );
          for (const what of notIncluded) output.note(`not included: ${what}`);
          if (dryRun) output.note("Dry run: the archive and the site were verified, and no changes were saved.");
          const missed = Object.values(counts).reduce((sum, { conflicts, failed }) => sum + conflicts + failed, 0);
          if (missed > 0) throw new Finding(`${formatNumber("en", missed)} rows were not imported.`);
        } finally {
          progress.end();
          await removeFolder(folder);
        }
      }),
    );

/** Lets a command seal the secrets of webhook endpoints. It sends no events. */
const openWebhooks = (config: Config): WebhookSystem => ({
  key: deriveKey(loadSecretKey(config), "lectern webhooks"),
});
