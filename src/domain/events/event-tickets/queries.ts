import { assignments, rows, sql } from "#database/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { EventTicketRow } from "./event-ticket.ts";

export const columns = sql`
  event_tickets.id, event_tickets.event_id, event_tickets.name, event_tickets.price_amount,
  event_tickets.price_currency, event_tickets.capacity, event_tickets.sold, event_tickets.per_order_max,
  event_tickets.sale_starts_at, event_tickets.sale_ends_at, event_tickets.visible, event_tickets.position,
  event_tickets.external_id, event_tickets.metadata, event_tickets.version, event_tickets.created_at,
  event_tickets.updated_at`;

/** Maximum number of tickets per event. Tickets are returned in one unpaginated list. */
export const maxTickets = 100;

export const listTicketsOf = ({ db, site }: SiteScope, eventId: string): Promise<EventTicketRow[]> =>
  db.many<EventTicketRow>`
    select ${columns} from event_tickets
     where site_id = ${site.id} and event_id = ${eventId} and deleted_at is null
     order by position, id limit ${maxTickets}`;

/** Returns the tickets of several events, in order within each event. */
export const listTicketsOfEvents = ({ db, site }: SiteScope, eventIds: readonly string[]): Promise<EventTicketRow[]> =>
  db.many<EventTicketRow>`
    select ${columns} from ${table("event_tickets").under(site.id, "event_id", eventIds)}
     where event_tickets.deleted_at is null
     order by position, id limit ${eventIds.length * maxTickets}`;

export const listTicketsById = ({ db, site }: SiteScope, ids: readonly string[]): Promise<EventTicketRow[]> =>
  db.many<EventTicketRow>`
    select ${columns} from ${table("event_tickets").withIds(site.id, ids)}
     where event_tickets.deleted_at is null`;

export const findTicket = ({ db, site }: SiteScope, id: string): Promise<EventTicketRow | undefined> =>
  db.first<EventTicketRow>`
    select ${columns} from event_tickets where site_id = ${site.id} and id = ${id} and ${table("event_tickets").present}`;

/** Finds a ticket and locks it, including its seat count, until the transaction ends. */
export const lockTicket = ({ db, site }: SiteScope, id: string): Promise<EventTicketRow | undefined> =>
  db.first<EventTicketRow>`
    select ${columns} from event_tickets
     where site_id = ${site.id} and id = ${id} and ${table("event_tickets").present} for no key update`;

/** Finds tickets and locks them, including their seat counts, in ID order. */
export const lockTickets = ({ db, site }: SiteScope, ids: readonly string[]): Promise<EventTicketRow[]> =>
  db.many<EventTicketRow>`
    select ${columns} from ${table("event_tickets").withIds(site.id, ids)}
     where ${table("event_tickets").present}
     order by id for no key update`;

/** Returns false if the external ID is already taken. */
export async function insertTicket(
  { db, site }: SiteScope,
  ticket: Pick<EventTicketRow, "id" | "eventId" | "name"> & Partial<EventTicketRow>,
  now: Date,
): Promise<boolean> {
  const row = { siteId: site.id, ...ticket, createdAt: now, updatedAt: now };
  return (await db.run`insert into event_tickets ${rows(row)} on conflict do nothing`) === 1;
}

export async function updateTicket(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Omit<EventTicketRow, "id" | "version">> & { deletedAt?: Date },
  now: Date,
): Promise<void> {
  await db.run`
    update event_tickets set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

/** Adds to the number of taken seats; a negative number releases seats. Does not change the version. */
export async function countSold({ db, site }: SiteScope, id: string, more: number, now: Date): Promise<void> {
  await db.run`
    update event_tickets set sold = greatest(sold + ${more}, 0), updated_at = ${now}
     where site_id = ${site.id} and id = ${id}`;
}

/** Adds to the numbers of taken seats of several tickets. */
export async function countSoldOf(
  { db, site }: SiteScope,
  sold: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  await db.run`
    update event_tickets set sold = event_tickets.sold + changed.by, updated_at = ${now}
      ${table("event_tickets").fromEach(site.id, sql`unnest(${[...sold.keys()]}::uuid[], ${[...sold.values()]}::integer[]) as input (id, by)`)}`;
}

/** Returns true if the ticket has active or waitlisted registrations. */
export const isTaken = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    select id from event_registrations
     where site_id = ${site.id} and ticket_id = ${id} and status <> 'canceled' limit 1`) !== undefined;
