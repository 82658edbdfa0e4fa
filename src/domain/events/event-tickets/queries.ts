import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { EventTicketRow } from "./event-ticket.ts";

const tickets = defineTable<
  EventTicketRow,
  Pick<EventTicketRow, "id" | "eventId" | "name"> & Partial<EventTicketRow>,
  Partial<Omit<EventTicketRow, "id" | "version">> & { deletedAt?: Date }
>("event_tickets");
export const {
  columns,
  find: findTicket,
  lock: lockTicket,
  insertUnique: insertTicket,
  update: updateTicket,
  listById: listTicketsById,
} = tickets;

/** Maximum number of tickets per event. Tickets are returned in one unpaginated list. */
export const maxTickets = 100;

/** Returns the tickets of several events, in order within each event. */
export const listTicketsOfEvents = tickets.listUnder("event_id", "position", maxTickets);

export const listTicketsOf = ({ db, site }: SiteScope, eventId: string): Promise<EventTicketRow[]> =>
  db.many<EventTicketRow>`
    select ${columns} from event_tickets
     where site_id = ${site.id} and event_id = ${eventId} and deleted_at is null
     order by position, id limit ${maxTickets}`;

/** Finds tickets and locks them, including their seat counts, in ID order. */
export const lockTickets = ({ db, site }: SiteScope, ids: readonly string[]): Promise<EventTicketRow[]> =>
  db.many<EventTicketRow>`
    select ${columns} from ${table("event_tickets").withIds(site.id, ids)}
     where ${table("event_tickets").present}
     order by id for no key update`;

/** Adds to the number of taken seats; a negative number releases seats. Does not change the version. */
export async function countSold({ db, site }: SiteScope, id: string, more: number, now: Date): Promise<void> {
  await db.run`
    update event_tickets set sold = greatest(sold + ${more}, 0), updated_at = ${now}
     where site_id = ${contentOf(site.id)} and id = ${id}`;
}

/** Adds to the numbers of taken seats of several tickets. */
export async function countSoldOf(
  { db, site }: SiteScope,
  sold: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  await db.run`
    update event_tickets set sold = event_tickets.sold + changed.by, updated_at = ${now}
      ${table("event_tickets").fromEach(contentOf(site.id), sql`unnest(${[...sold.keys()]}::uuid[], ${[...sold.values()]}::integer[]) as input (id, by)`)}`;
}

/** Returns true if the ticket has active or waitlisted registrations. */
export const isTaken = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    select id from event_registrations
     where site_id = ${site.id} and ticket_id = ${id} and status <> 'canceled' limit 1`) !== undefined;
