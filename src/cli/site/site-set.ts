import { type Command, InvalidArgumentError } from "commander";
import { openMail } from "#domain/messages/mail/open-mail.ts";
import { perform } from "#domain/platform/operation.ts";
import { requestSenderVerification } from "#domain/messages/sender/request-sender-verification.ts";
import { verifiedSenderOf } from "#domain/messages/sender/sender.ts";
import { changeSettings } from "#domain/site/sites/change-settings.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { nearest } from "#lib/text/nearest.ts";
import { toWire } from "#lib/wire/names.ts";
import type { Config } from "#server/config.ts";
import type { Installation } from "#server/installation.ts";
import { deriveKey, loadSecretKey } from "#server/secret-key.ts";
import { action } from "../terminal/action.ts";
import { asCli } from "../terminal/caller.ts";
import { requireSite } from "./choose-site.ts";
import { listOf } from "../arguments/list-argument.ts";
import type { Output } from "../terminal/output.ts";
import { describeSettings, siteDocument } from "./site-text.ts";

type Changes = Record<string, unknown>;

/** Keyed by the names that `site show` prints. */
const defaults = new Map(
  Object.entries(SiteSettings.parse({})).map(([name, value]) => [toWire(name), { name, value }]),
);

export const addSiteSetCommand = (site: Command) =>
  site
    .command("set")
    .summary("change settings of a site")
    .description("Changes settings of a site, all of them or none. Running servers apply them within seconds.")
    .argument("<site>", "origin, host or ID of the site")
    .argument("<changes...>", "name=value pairs, with names from `lectern site show`: signing=published", addChange)
    .addHelpText("after", `\nSettings: ${[...defaults.keys()].join(", ")}`)
    .addHelpText("after", "\nExample:\n  $ lectern site set https://learn.school.example session_lifetime=86400")
    .action(
      action(async ({ config, open, output, now }, named: string, changes: Changes) => {
        const installation = await open();
        const context = asCli(installation, await requireSite(installation, named), now);
        const changed = await installation.database.transaction((db) => changeSettings({ ...context, db }, changes));
        if ("senderAddress" in changes) await verifySender({ config, installation, output }, changed, now);
        output.answer(siteDocument(changed), describeSettings(changed));
      }),
    );

interface Sending {
  config: Config;
  installation: Installation;
  output: Output;
}

/** Mails the verification link for a new sender address, if this installation sends mail. */
async function verifySender({ config, installation, output }: Sending, site: Site, now: Date): Promise<void> {
  if (site.settings.senderAddress === "" || verifiedSenderOf(site)) return;
  const key = deriveKey(loadSecretKey(config), "lectern mail");
  const keeps = config.environment === "development";
  const { smtpUrl, mailFrom: from } = config;
  const sending = openMail({ db: installation.database, key, clock: () => now, smtpUrl, from, keeps });
  if (!sending)
    return output.note("The address is not verified, because this installation sends no email (SMTP_URL is not set).");
  const context = { ...asCli(installation, site, now), mail: sending.postbox };
  await perform(requestSenderVerification, context, {});
  output.note(`A verification link was emailed to ${site.settings.senderAddress}.`);
}

/** `refresh_token_grace=30` */
function addChange(word: string, earlier: Changes = {}): Changes {
  const [, wire, text] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  if (wire === undefined || text === undefined) throw new InvalidArgumentError("Expected name=value.");
  const setting = defaults.get(wire);
  if (setting) return { ...earlier, [setting.name]: valueOf(text, setting.value) };
  const meant = nearest(toWire(wire), [...defaults.keys()]);
  throw new InvalidArgumentError(`Unknown setting "${wire}".${meant ? ` Did you mean ${meant}?` : ""}`);
}

/** Values of another type stay text; the validation of the setting rejects them. */
function valueOf(text: string, like: unknown): unknown {
  if (typeof like === "number") return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (typeof like === "boolean") return text === "true" || text === "false" ? text === "true" : text;
  if (Array.isArray(like)) return text === "" || text === "none" ? [] : [...new Set(listOf(text))];
  return text;
}
