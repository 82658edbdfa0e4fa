import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { EventRecord } from "#domain/events/events/event.ts";
import { statusAt } from "#domain/events/events/queries.ts";
import type { registrationStatuses } from "./registration.ts";

type RegistrationStatus = (typeof registrationStatuses)[number];

/** The current member's registration with details of the event. */
export interface OwnRegistration {
  id: string;
  status: RegistrationStatus;
  registeredAt: Date;
  ticketName: string;
  quantity: number;
  checkInCode: string;
  checkedInAt: Date | null;
  ticketId: string;
  /** True if its ticket has no price. */
  isFree: boolean;
  /** A seat is reserved until then, for a member on the waitlist who has to pay for it. */
  offeredUntil: Date | null;
  /** Grows with each change of the registration or of the event. */
  sequence: number;
  changedAt: Date;
  eventId: string;
  slug: string;
  name: string;
  coverFileId: string | null;
  startsAt: Date;
  endsAt: Date;
  timeZone: string;
  format: EventRecord["format"];
  location: EventRecord["location"];
  onlineUrl: string | null;
  /** Computed at the time of the request. Draft events are excluded. */
  eventStatus: Exclude<EventRecord["status"], "draft">;
}

interface Filter {
  statuses?: readonly RegistrationStatus[] | undefined;
  /** Excludes events that have ended. */
  upcomingOnly?: boolean | undefined;
  /** Only events that have ended. */
  pastOnly?: boolean | undefined;
}

/**
 * Keyset position in the list: upcoming events, soonest first, then past events, latest first. `asOf` is the time of
 * the first page, so that no event moves between the two groups while the client pages.
 */
export interface RegistrationPosition {
  asOf: Date;
  isOver: boolean;
  startsAt: Date;
  id: string;
}

export const positionOf = ({ id, startsAt, endsAt }: OwnRegistration, asOf: Date): RegistrationPosition => ({
  asOf,
  isOver: endsAt <= asOf,
  startsAt,
  id,
});

export function listOwnRegistrations(
  { db, site }: SiteScope,
  memberId: string,
  { first, after, id, ...filter }: Filter & { first: number; after?: RegistrationPosition | undefined; id?: string },
  now: Date,
): Promise<OwnRegistration[]> {
  const asOf = after?.asOf ?? now;
  return db.many<OwnRegistration>`
    select ${columns(now)}
      from event_registrations
      ${withEvent}
      ${withTicket}
     where event_registrations.site_id = ${site.id} and event_registrations.member_id = ${memberId}
       and ${isListed(filter, now)} and ${after ? beyond(after) : sql`true`}
       and ${id === undefined ? sql`true` : sql`event_registrations.id = ${id}`}
     order by events.ends_at <= ${asOf}::timestamptz, ${distance(asOf)}, event_registrations.id
     limit ${first}`;
}

export const columns = (now: Date): Sql => sql`
  event_registrations.id, event_registrations.status, event_registrations.created_at as registered_at,
  event_tickets.name as ticket_name, event_registrations.quantity, event_registrations.check_in_code,
  event_registrations.checked_in_at, event_registrations.ticket_id,
  coalesce(event_tickets.price_amount, 0) = 0 as is_free, event_registrations.offered_until,
  event_registrations.version + events.version - 2 as sequence,
  greatest(event_registrations.updated_at, events.updated_at) as changed_at,
  events.id as event_id, events.slug, events.name, events.cover_file_id, events.starts_at, events.ends_at,
  events.time_zone, events.format, events.location, events.online_url, ${statusAt(now)} as event_status`;

export async function countOwnRegistrations(
  { db, site }: SiteScope,
  memberId: string,
  filter: Filter,
  now: Date,
): Promise<number> {
  const { count } = await db.one<{ count: number }>`
    select count(*) from event_registrations
      ${withEvent}
     where event_registrations.site_id = ${site.id} and event_registrations.member_id = ${memberId}
       and ${isListed(filter, now)}`;
  return count;
}

/** Looks up the event of each registration by its key, with or without planner statistics. */
export const withEvent = sql`cross join ${table("events").of("event_registrations", "event_id")}`;

export const withTicket = sql`cross join ${table("event_tickets").of("event_registrations", "ticket_id")}`;

const isListed = ({ statuses, upcomingOnly, pastOnly }: Filter, now: Date): Sql => sql`
  event_registrations.deleted_at is null and events.deleted_at is null and events.status <> 'draft'
  and (${statuses ?? null}::text[] is null or event_registrations.status = any(${statuses ?? null}::text[]))
  and ${upcomingOnly ? sql`events.ends_at > ${now}` : sql`true`}
  and ${pastOnly ? sql`events.ends_at <= ${now}` : sql`true`}`;

/** Sort key within each group: seconds ascending for upcoming events, descending for past events. */
const distance = (asOf: Date): Sql => sql`
  extract(epoch from events.starts_at) * case when events.ends_at <= ${asOf}::timestamptz then -1 else 1 end`;

function beyond({ asOf, isOver, startsAt, id }: RegistrationPosition): Sql {
  const there = (startsAt.getTime() / 1000) * (isOver ? -1 : 1);
  return sql`
    (events.ends_at <= ${asOf}::timestamptz, ${distance(asOf)}, event_registrations.id)
      > (${isOver}::boolean, ${String(there)}::numeric, ${id}::uuid)`;
}

/** Returns true if the registration holds a seat at an event that takes place. */
const isValid = ({ status, eventStatus }: OwnRegistration): boolean =>
  (status === "registered" || status === "checked_in") && eventStatus !== "canceled";

/** Returns the check-in code while the registration is valid. */
export const checkInCodeOf = (registration: OwnRegistration): string | null =>
  isValid(registration) ? registration.checkInCode : null;

/** Returns the address of the online meeting while the registration is valid. */
export const onlineUrlOf = (registration: OwnRegistration): string | null =>
  isValid(registration) ? registration.onlineUrl : null;
