import type { Queries } from "#database/database.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { SuppressionReason } from "./report.ts";

export const columns = sql`
  suppressed_addresses.id, suppressed_addresses.email, suppressed_addresses.reason, suppressed_addresses.status_code,
  suppressed_addresses.diagnostic, suppressed_addresses.version, suppressed_addresses.created_at,
  suppressed_addresses.updated_at`;

interface Suppression {
  email: string;
  reason: SuppressionReason;
  statusCode: string | null;
  diagnostic: string | null;
  /** The time at which the mail was sent. */
  sentAt: Date;
}

/**
 * A lifted suppression stays as a deleted row, so that a report that arrives late does not renew it. Returns the ID of
 * the suppression, or undefined if it existed, or was lifted after the mail was sent.
 */
export async function suppress(
  { db, site, now }: SiteScope & Pick<Context, "now">,
  { email, reason, statusCode, diagnostic, sentAt }: Suppression,
): Promise<string | undefined> {
  const stored = await db.write.first<{ id: string }>`
    insert into suppressed_addresses (site_id, id, email, email_key, reason, status_code, diagnostic, created_at, updated_at)
    values (${site.id}, ${newId()}, ${email}, ${emailKey(email)}, ${reason}, ${statusCode}, ${diagnostic}, ${now}, ${now})
    on conflict (site_id, email_key, reason) do update
       set email = excluded.email, status_code = excluded.status_code, diagnostic = excluded.diagnostic,
           deleted_at = null, version = suppressed_addresses.version + 1, created_at = excluded.created_at,
           updated_at = excluded.updated_at
     where suppressed_addresses.deleted_at < ${sentAt}
    returning id`;
  return stored?.id;
}

/** Returns whether a mail is not sent. Complaints stop only mail that can be unsubscribed from. */
export async function isSuppressed(
  db: Queries,
  { siteId, to, unsubscribe }: { siteId: string; to: string; unsubscribe?: string | undefined },
): Promise<boolean> {
  const found = await db.first<{ reason: SuppressionReason }>`
    select reason from suppressed_addresses
     where site_id = ${siteId} and email_key = ${emailKey(to)} and deleted_at is null
       and (reason = 'bounce' or ${unsubscribe !== undefined}) limit 1`;
  return found !== undefined;
}

/** Returns the address, or undefined if the suppression is not in force. */
export const lift = async ({ db, site, now }: SiteScope & Pick<Context, "now">, id: string) =>
  db.write.first<{ email: string; reason: SuppressionReason }>`
    update suppressed_addresses set deleted_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${site.id} and id = ${id} and ${table("suppressed_addresses").present} returning email, reason`;
