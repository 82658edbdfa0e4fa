import type { Command } from "commander";
import { formatId } from "#domain/platform/ids.ts";
import { everySite } from "#domain/platform/site/every-site.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteDocument } from "./site-text.ts";

export const addSiteListCommand = (site: Command) =>
  site
    .command("list")
    .summary("list the sites, oldest first")
    .addHelpText("after", "\nExample:\n  $ lectern site list --json")
    .action(
      action(async ({ open, output }) => {
        const { database } = await open();
        const sites = await Array.fromAsync(everySite(database));
        const rows = sites.map(({ origin, name, id }) => [origin, name, formatId("site", id)]);
        const text = sites.length > 0 ? textTable(rows, ["origin", "name", "id"]) : "There are no sites yet.";
        output.answer({ data: sites.map(siteDocument) }, text);
      }),
    );
