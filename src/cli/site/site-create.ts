import { type Command, Option } from "commander";
import { createSite, requireOrigin } from "#domain/site/sites/create-site.ts";
import { requireServable } from "#domain/platform/site/served-sites.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { action } from "../terminal/action.ts";
import { describeSite, siteDocument } from "./site-text.ts";

interface Options {
  name: string;
  description?: string;
  locale?: string;
}

export const addSiteCreateCommand = (site: Command) =>
  site
    .command("create")
    .summary("create a site")
    .description("Creates a site: an origin with its own members, courses and clients.")
    .argument("<origin>", "origin: https://, a host and optionally a port")
    .requiredOption("--name <name>", "display name")
    .option("--description <text>", "short description")
    .addOption(new Option("--locale <tag>", "language of its pages (default: en)").choices(locales))
    .addHelpText("after", '\nExample:\n  $ lectern site create https://learn.school.example --name "The School"')
    .action(
      action(async ({ config, open, output, now }, origin: string, options: Options) => {
        requireServable(requireOrigin(origin), config.environment);
        const { database } = await open();
        const created = await database.transaction((db) => createSite(db, { origin, ...options }, now));
        const next = `Next, its first owner:\n  lectern member add you@school.example --roles owner --link --site ${created.origin}`;
        output.answer(siteDocument(created), `${describeSite(created)}\n\n${next}`);
      }),
    );
