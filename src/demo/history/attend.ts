import { contentOf } from "#database/content/content-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { readableCode } from "#lib/text/readable-code.ts";
import type { DemoEvent } from "../content/school-files.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays, plusMinutes } from "./calendar.ts";
import type { Catalog, TicketFacts } from "./catalog.ts";
import { type Person, type Sale, saleOf } from "./history.ts";
import { insertRows } from "./insert-rows.ts";

interface Making {
  calendar: Calendar;
  random: Random;
  catalog: Catalog;
  /** Takes part in everything, so that a visitor who signs in as this student sees it. */
  guest: Person | undefined;
}

interface Registration {
  id: string;
  person: Person;
  ticket: TicketFacts;
  at: Date;
  status: "registered" | "checked_in" | "no_show" | "waitlisted" | "canceled";
  lineId: string | null;
}

/** Decides who comes to the events. Places with a price make sales. */
export function attend(making: Making, events: readonly DemoEvent[], people: readonly Person[]) {
  const registrations: Registration[] = [];
  const sales: Sale[] = [];
  for (const event of events) {
    for (const registration of registrationsOf(making, event, people)) {
      registrations.push(registration);
      const { person, ticket, at, id } = registration;
      if (!ticket.amount || registration.status === "waitlisted") continue;
      const about = {
        productType: "event_ticket" as const,
        productId: ticket.id,
        name: event.name,
        amount: ticket.amount,
      };
      const sale = saleOf(at, person, { ...about, containerId: ticket.eventId, fulfilledId: id });
      registration.lineId = sale.lineId;
      sales.push(sale);
    }
  }
  return { registrations, sales };
}

function registrationsOf({ calendar, random, catalog, guest }: Making, event: DemoEvent, people: readonly Person[]) {
  const tickets = catalog.tickets.filter(({ slug }) => slug === event.slug);
  const [first] = tickets;
  if (!first) return [];
  const { startsAt, publishedAt } = first;
  const isOver = startsAt < calendar.now;
  const candidates = random.shuffled(people.filter(({ joinedAt }) => joinedAt < plusDays(startsAt, -2)));
  const seats = event.registered ?? event.capacity ?? 10;
  const comes = guest ? [guest, ...candidates] : candidates;
  const until = isOver ? plusDays(startsAt, -1) : calendar.now;
  return comes
    .slice(0, seats + (event.waiting ?? 0))
    .map((person) => {
      const from = person.joinedAt > publishedAt ? person.joinedAt : publishedAt;
      const share = random.between(0.05, 0.95);
      return { person, at: new Date(from.getTime() + Math.max(0, until.getTime() - from.getTime()) * share) };
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ person, at }, index): Registration => {
      const ticket = random.chance(0.7) ? first : (tickets.at(-1) ?? first);
      const isLate = index >= seats;
      const came = random.chance(0.85) ? ("checked_in" as const) : ("no_show" as const);
      const status = isLate ? "waitlisted" : isOver ? came : "registered";
      return { id: newId(), person, ticket, at, status, lineId: null };
    });
}

/** Stores registrations and counts the taken seats. */
export async function storeRegistrations(scope: SiteScope, registrations: readonly Registration[]): Promise<void> {
  const { db, site } = scope;
  await insertRows(
    scope,
    "event_registrations",
    registrations.map(({ id, person, ticket, at, status, lineId }) => ({
      id,
      eventId: ticket.eventId,
      ticketId: ticket.id,
      memberId: person.id,
      quantity: 1,
      status,
      checkInCode: readableCode(),
      source: "purchase",
      sourceId: lineId,
      createdAt: at,
      checkedInAt: status === "checked_in" ? plusMinutes(ticket.startsAt, -8) : null,
      updatedAt: status === "checked_in" ? plusMinutes(ticket.startsAt, -8) : at,
    })),
  );
  await db.run`
    update event_tickets set sold = taken.seats
      from (select ticket_id, sum(quantity) as seats from event_registrations
             where event_registrations.site_id = ${site.id} and status in ('registered', 'checked_in', 'no_show')
             group by ticket_id) taken
     where event_tickets.site_id = ${contentOf(site.id)} and event_tickets.id = taken.ticket_id`;
  await db.run`
    update events set registered_count = taken.seats
      from (select event_id, sum(sold) as seats from event_tickets
             where event_tickets.site_id = ${site.id} group by event_id) taken
     where events.site_id = ${contentOf(site.id)} and events.id = taken.event_id`;
}
