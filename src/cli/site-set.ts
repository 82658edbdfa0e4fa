import { type Command, InvalidArgumentError } from "commander";
import { changeSettings } from "#domain/sites/change-settings.ts";
import { SiteSettings } from "#domain/sites/settings.ts";
import { nearest } from "#lib/nearest.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { requireSite } from "./choose-site.ts";
import { wireName } from "./output.ts";
import { describeSettings, siteDocument } from "./site-text.ts";

type Changes = Record<string, unknown>;

/** By the names that `site show` prints. */
const defaults = new Map(
  Object.entries(SiteSettings.parse({})).map(([name, value]) => [wireName(name), { name, value }]),
);

export const addSiteSetCommand = (site: Command) =>
  site
    .command("set")
    .summary("change settings of a site")
    .description("Changes settings of a site, all of them or none. Running servers apply them within seconds.")
    .argument("<site>", "origin, host or id of the site")
    .argument("<changes...>", "names, as `lectern site show` prints them, with values: signing=published", addChange)
    .addHelpText("after", `\nSettings: ${[...defaults.keys()].join(", ")}`)
    .addHelpText("after", "\nExample:\n  $ lectern site set https://learn.school.example session_lifetime=86400")
    .action(
      action(async ({ open, output, now }, named: string, changes: Changes) => {
        const installation = await open();
        const context = asCli(installation, await requireSite(installation, named), now);
        const changed = await installation.database.transaction((db) => changeSettings({ ...context, db }, changes));
        output.answer(siteDocument(changed), describeSettings(changed));
      }),
    );

/** `refresh_token_grace=30` */
function addChange(word: string, earlier: Changes = {}): Changes {
  const [, wire, text] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  if (wire === undefined || text === undefined) throw new InvalidArgumentError("Expected a name, =, and a value.");
  const setting = defaults.get(wire);
  if (setting) return { ...earlier, [setting.name]: valueOf(text, setting.value) };
  const meant = nearest(wire, [...defaults.keys()]);
  throw new InvalidArgumentError(`There is no setting "${wire}".${meant ? ` Did you mean ${meant}?` : ""}`);
}

/** What cannot be of the kind stays a text, for the settings' own rules to refuse. */
function valueOf(text: string, like: unknown): unknown {
  if (typeof like === "number") return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (typeof like === "boolean") return text === "true" || text === "false" ? text === "true" : text;
  if (Array.isArray(like)) return text === "" || text === "none" ? [] : [...new Set(text.split(","))];
  return text;
}
