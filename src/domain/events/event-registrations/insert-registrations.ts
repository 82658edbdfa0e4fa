import { contentOf } from "#database/content/content-of.ts";
import { recordset } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { RegistrationRow } from "./registration.ts";

export type PlannedRegistration = Omit<
  RegistrationRow,
  "offeredUntil" | "checkedInAt" | "canceledAt" | "version" | "createdAt" | "updatedAt"
>;

/** Inserts registrations and returns their number. Skips those that conflict with an existing one. */
export const insertRegistrations = (
  { db, site }: SiteScope,
  registrations: readonly PlannedRegistration[],
  now: Date,
): Promise<number> =>
  db.run`
    insert into event_registrations (site_id, id, event_id, ticket_id, member_id, quantity, status, check_in_code,
                                     source, answers, external_id, metadata, created_at, updated_at)
    select ${contentOf(site.id)}, id, event_id, ticket_id, member_id, quantity, status, check_in_code, source, answers,
           external_id, metadata, ${now}, ${now}
      from jsonb_populate_recordset(null::event_registrations, ${recordset(registrations)}::jsonb)
    on conflict do nothing`;

/** Returns the tickets and external ids that registrations already have. Canceled ones keep their external id only. */
export async function findTaken(
  { db, site }: SiteScope,
  { ticketIds, memberIds, externalIds }: Record<"ticketIds" | "memberIds" | "externalIds", readonly string[]>,
): Promise<{ tickets: { ticketId: string; memberId: string }[]; externalIds: string[] }> {
  const tickets = await db.many<{ ticketId: string; memberId: string }>`
    select ticket_id, member_id from event_registrations
     where site_id = ${site.id} and ticket_id = any(${ticketIds}::uuid[]) and member_id = any(${memberIds}::uuid[])
       and status <> 'canceled'`;
  if (externalIds.length === 0) return { tickets, externalIds: [] };
  const named = await db.many<{ externalId: string }>`
    select external_id from event_registrations
     where site_id = ${site.id} and external_id = any(${externalIds}::text[])`;
  return { tickets, externalIds: named.map(({ externalId }) => externalId) };
}
