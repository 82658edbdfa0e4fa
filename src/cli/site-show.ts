import type { Command } from "commander";
import { textTable } from "#lib/text-table.ts";
import { action } from "./action.ts";
import { requireSite } from "./choose-site.ts";
import { wireName } from "./output.ts";
import { describeSite, siteDocument } from "./site-text.ts";

export const addSiteShowCommand = (site: Command) =>
  site
    .command("show")
    .summary("show a site with its settings")
    .argument("<site>", "its origin, host or id")
    .addHelpText("after", "\nExample:\n  $ lectern site show https://learn.school.example")
    .action(
      action(async ({ open, output }, named: string) => {
        const found = await requireSite(await open(), named);
        const settings = Object.entries(found.settings).map(([name, value]) => [
          wireName(name),
          String(value) || "none",
        ]);
        output.answer(siteDocument(found), `${describeSite(found)}\n\nSettings\n${textTable(settings)}`);
      }),
    );
