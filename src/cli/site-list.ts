import type { Command } from "commander";
import { formatId } from "#domain/ids.ts";
import { listSites } from "#domain/sites/queries.ts";
import type { Site } from "#domain/sites/site.ts";
import { textTable } from "#lib/text-table.ts";
import { action } from "./action.ts";
import { siteDocument } from "./site-text.ts";

const pageSize = 500;

export const addSiteListCommand = (site: Command) =>
  site
    .command("list")
    .summary("list the sites, oldest first")
    .addHelpText("after", "\nExample:\n  $ lectern site list --json")
    .action(
      action(async ({ open, output }) => {
        const { database } = await open();
        const sites: Site[] = [];
        for (let page = await listSites(database, { limit: pageSize }); page.length > 0;) {
          sites.push(...page);
          page = await listSites(database, { after: page.at(-1)!.id, limit: pageSize });
        }
        const rows = sites.map(({ origin, name, id }) => [origin, name, formatId("site", id)]);
        const text = sites.length > 0 ? textTable(rows, ["origin", "name", "id"]) : "There is no site yet.";
        output.answer({ data: sites.map(siteDocument) }, text);
      }),
    );
