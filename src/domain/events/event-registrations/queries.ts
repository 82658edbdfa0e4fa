import { timestamps } from "#database/statements/timestamps.ts";
import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import type { RegistrationRecord, RegistrationRow } from "./registration.ts";

export const columns = sql`
  event_registrations.id, event_registrations.event_id, event_registrations.ticket_id, event_registrations.member_id,
  event_registrations.quantity, event_registrations.status, event_registrations.check_in_code,
  event_registrations.source,
  event_registrations.answers, event_registrations.external_id, event_registrations.metadata,
  event_registrations.version,
  ${timestamps("event_registrations", "offered_until", "checked_in_at", "canceled_at", "created_at", "updated_at")},
  person.email, person.name`;

export const person = personOf(sql`event_registrations`);

export const findRegistration = ({ db, site }: SiteScope, id: string): Promise<RegistrationRecord | undefined> =>
  db.first<RegistrationRecord>`
    select ${columns} from event_registrations ${person}
     where site_id = ${site.id} and id = ${id} and ${table("event_registrations").present}`;

export const findRegistrationByCode = ({ db, site }: SiteScope, eventId: string, code: string) =>
  db.first<{ id: string }>`
    select id from event_registrations
     where site_id = ${site.id} and event_id = ${eventId} and check_in_code = ${code} and deleted_at is null`;

interface OwnPlace {
  id: string;
  status: Exclude<RegistrationRow["status"], "canceled">;
  checkInCode: string;
  ticketId: string;
  /** Until then, a seat is reserved for a person on the waitlist, who has to pay for it. */
  offeredUntil: Date | null;
  /** True if its ticket has no price. */
  isFree: boolean;
}

/** The member's registration for an event that was not canceled, one with a seat first. */
export const findRegistrationOf = (
  { db, site }: SiteScope,
  { memberId, eventId }: { memberId: string; eventId: string },
) =>
  db.first<OwnPlace>`
    select event_registrations.id, event_registrations.status, event_registrations.check_in_code,
           event_registrations.ticket_id, event_registrations.offered_until,
           coalesce(event_tickets.price_amount, 0) = 0 as is_free
      from event_registrations
      join event_tickets on event_tickets.site_id = event_registrations.site_id
       and event_tickets.id = event_registrations.ticket_id
     where event_registrations.site_id = ${site.id} and event_registrations.member_id = ${memberId}
       and event_registrations.event_id = ${eventId} and event_registrations.status <> 'canceled'
       and event_registrations.deleted_at is null
     order by event_registrations.status = 'waitlisted', event_registrations.created_at, event_registrations.id
     limit 1`;

/** The place of a member on the waitlist of an event, that of a ticket first. */
export const findWaitingOf = (
  { db, site }: SiteScope,
  { memberId, eventId, ticketId }: { memberId: string; eventId: string; ticketId: string },
) =>
  db.first<{ id: string }>`
    select id from event_registrations
     where site_id = ${site.id} and member_id = ${memberId} and event_id = ${eventId} and status = 'waitlisted'
       and deleted_at is null
     order by ticket_id = ${ticketId} desc, created_at, id limit 1`;

/** Finds a registration and locks it until the transaction ends. */
export async function lockRegistration(scope: SiteScope, id: string): Promise<RegistrationRecord | undefined> {
  const { db, site } = scope;
  const existing = await db.first<{ id: string }>`
    select id from event_registrations
     where site_id = ${site.id} and id = ${id} and ${table("event_registrations").present} for no key update`;
  return existing && findRegistration(scope, id);
}

type NewRegistration = Pick<
  RegistrationRow,
  "id" | "eventId" | "ticketId" | "memberId" | "quantity" | "status" | "checkInCode" | "source"
> &
  Partial<RegistrationRow>;

export const { insertUnique: insertRegistration, update: updateRegistration } = defineTable<
  never,
  NewRegistration,
  Partial<Omit<RegistrationRow, "id" | "version">>
>("event_registrations");

/** Waitlisted registrations for which no seat is reserved, oldest first. */
export const listWaiting = ({ db, site }: SiteScope, eventId: string) =>
  db.many<Pick<RegistrationRow, "id" | "memberId" | "ticketId" | "quantity" | "source">>`
    select id, member_id, ticket_id, quantity, source from event_registrations
     where site_id = ${site.id} and event_id = ${eventId} and status = 'waitlisted' and offered_until is null
     order by created_at, id limit 1000`;
