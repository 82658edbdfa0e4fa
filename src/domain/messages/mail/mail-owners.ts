import { mailLocale } from "./text/catalogue.ts";
import { listOwners } from "./list-owners.ts";
import type { Context } from "#domain/platform/context.ts";
import { locales } from "#domain/platform/site/locales.ts";

const week = 7 * 86_400_000;

/** `name`: the provider whose keys were changed, or the new API key. */
type Change = { kind: "paymentKeysChanged" | "apiKeyCreated"; name: string } | { kind: "transferInstructionsChanged" };

/** Emails all owners about a sensitive change, so that they notice changes by others. */
export async function mailOwners(context: Context, change: Change): Promise<void> {
  const { mail, site, now } = context;
  if (!mail) return;
  const until = new Date(now.getTime() + week);
  const message = "name" in change ? change.name : undefined;
  const link = `${site.origin}/admin/${change.kind === "apiKeyCreated" ? "developers/api-keys" : "payments"}`;
  for (const { email, locale } of await listOwners(context)) {
    const to = { email, locale: mailLocale(locale, mailLocale(site.defaultLocale, locales[0])), until };
    await mail.post(context, to, { kind: change.kind, link, message });
  }
}
