import type { Command } from "commander";
import { action } from "../terminal/action.ts";
import { requireSite } from "./choose-site.ts";
import { describeSettings, describeSite, siteDocument } from "./site-text.ts";

export const addSiteShowCommand = (site: Command) =>
  site
    .command("show")
    .summary("show a site with its settings")
    .argument("<site>", "origin, host or ID of the site")
    .addHelpText("after", "\nExample:\n  $ lectern site show https://learn.school.example")
    .action(
      action(async ({ open, output }, named: string) => {
        const found = await requireSite(await open(), named);
        output.answer(siteDocument(found), `${describeSite(found)}\n\nSettings\n${describeSettings(found)}`);
      }),
    );
