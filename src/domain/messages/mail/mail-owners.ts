import { mailLocale } from "./text/catalogue.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { locales } from "#domain/platform/site/locales.ts";

const week = 7 * 86_400_000;

/** `name`: the provider whose keys were changed, or the new key. */
type Change =
  | { kind: "paymentKeysChanged" | "apiKeyCreated" | "provisioningKeyCreated"; name: string }
  | { kind: "transferInstructionsChanged" };

/** Pages of the admin area where owners look after the change. */
const pages: Record<Change["kind"], string> = {
  paymentKeysChanged: "payments",
  transferInstructionsChanged: "payments",
  apiKeyCreated: "developers/api-keys",
  provisioningKeyCreated: "settings/provisioning",
};

/** Emails all owners about a sensitive change, so that they notice changes by others. */
export async function mailOwners(context: Context, change: Change): Promise<void> {
  const { mail, site, now } = context;
  if (!mail) return;
  const until = new Date(now.getTime() + week);
  const message = "name" in change ? change.name : undefined;
  const link = `${site.origin}/admin/${pages[change.kind]}`;
  for (const { email, locale } of await listOwners(context)) {
    const to = { email, locale: mailLocale(locale, mailLocale(site.defaultLocale, locales[0])), until };
    await mail.post(context, to, { kind: change.kind, link, message });
  }
}

const maxRecipients = 20;

/** Owners of the school with their email addresses. */
export const listOwners = ({ db, site }: SiteScope): Promise<{ email: string; locale: string | null }[]> =>
  db.many<{ email: string; locale: string | null }>`
    select email, locale from members
     where site_id = ${site.id} and 'owner' = any(roles) and status = 'active' and deleted_at is null
       and email is not null
     order by created_at, id limit ${maxRecipients}`;
