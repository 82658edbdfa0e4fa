import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { externalIdTaken, requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { promoteWaitlist } from "#domain/events/event-registrations/promote-waitlist.ts";
import type { EventRecord } from "#domain/events/events/event.ts";
import { updateEvent as touchEvent } from "#domain/events/events/queries.ts";
import { requireEventToRead, requireLockedEvent } from "#domain/events/events/require-event.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { requirePeriod } from "#domain/platform/time/period.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  EventTicket,
  EventTicketChanges,
  type EventTicketRow,
  NewEventTicket,
  serializeTicket,
  writableTicket,
} from "./event-ticket.ts";
import { findTicket, insertTicket, isTaken, listTicketsOf, lockTicket, maxTickets, updateTicket } from "./queries.ts";
import { requireCurrencies } from "#domain/site/school/queries.ts";

/** A ticket change emits `event.updated`, so that subscribers of the event learn about it. */
const eventUpdated = (_input: unknown, { eventId }: { eventId: string }) =>
  eventAbout("event.updated", "event", eventId);

export const getEventTicket = operation({
  name: "getEventTicket",
  summary: "Retrieve an event ticket",
  reads: "events:read",
  input: z.object({ id: Id("eventTicket") }),
  output: EventTicket,
  async run(context, { id }) {
    const ticket = await findTicket(context, id);
    if (!ticket) throw notFound("ticket", formatId("eventTicket", id));
    await requireEventToRead(context, { id: ticket.eventId });
    return serializeTicket(ticket);
  },
});

export const createEventTicket = operation({
  name: "createEventTicket",
  summary: "Create an event ticket",
  writes: "events:write",
  input: NewEventTicket.extend({ event: ReferenceTo("event") }),
  output: EventTicket,
  async run(context, { event: reference, price, ...fields }) {
    requirePeriod(fields.saleStartsAt, fields.saleEndsAt, "/saleEndsAt");
    await requireCurrencies(context, { "/price": price });
    const event = await requireLockedEvent(context, reference);
    const eventId = event.id;
    if ((await listTicketsOf(context, eventId)).length >= maxTickets) {
      throw new Problem("conflict", `An event can have at most ${maxTickets} tickets.`);
    }
    const id = newId();
    if (!(await insertTicket(context, { ...fields, ...priceOf(price), id, eventId }, context.now))) {
      throw externalIdTaken("ticket");
    }
    await touchEvent(context, event, {}, context.now);
    return serializeTicket(await mustExist(findTicket(context, id)));
  },
  event: eventUpdated,
});

export const updateEventTicket = operation({
  name: "updateEventTicket",
  summary: "Update an event ticket",
  description: "If the capacity is raised, people on the waitlist get the additional seats.",
  writes: "events:write",
  input: EventTicketChanges.extend({ id: Id("eventTicket") }),
  output: EventTicket,
  async run(context, { id, ...input }) {
    const { ticket: existing, event } = await requireTicket(context, id);
    const before = serializeTicket(existing);
    const changed = computePatch(writableTicket, before, input);
    if (isEmptyPatch(changed)) return unchanged(before);
    const { price, ...changes } = changed;
    await requireCurrencies(context, { "/price": price }, before.price);
    const { saleStartsAt, saleEndsAt } = { ...existing, ...changes };
    requirePeriod(saleStartsAt, saleEndsAt, "/saleEndsAt");
    if (changes.capacity && changes.capacity < existing.sold) {
      throw new Problem("capacity_below_sold", `Choose at least ${existing.sold}: that many seats are taken.`);
    }
    const tickets = { table: sql`event_tickets`, what: "ticket", own: id };
    await requireUnusedExternalId(context, tickets, changes.externalId);
    await updateTicket(context, id, { ...changes, ...priceOf(price) }, context.now);
    await touchEvent(context, event, {}, context.now);
    if (changes.capacity !== undefined) await promoteWaitlist(context, existing.eventId);
    return serializeTicket(await mustExist(findTicket(context, id)));
  },
  event: eventUpdated,
});

export const deleteEventTicket = operation({
  name: "deleteEventTicket",
  summary: "Delete an event ticket",
  description: "Only a ticket without registrations can be deleted.",
  writes: "events:write",
  input: z.object({ id: Id("eventTicket") }),
  output: z.object({ id: Id("eventTicket"), eventId: Id("event") }),
  async run(context, { id }) {
    const { event } = await requireTicket(context, id);
    if (await isTaken(context, id)) {
      throw new Problem(
        "has_dependents",
        "The ticket has registrations or a waitlist. Set visible to false to hide it instead.",
      );
    }
    await updateTicket(context, id, { deletedAt: context.now }, context.now);
    await touchEvent(context, event, {}, context.now);
    return { id, eventId: event.id };
  },
  event: eventUpdated,
});

/**
 * Returns the ticket with its event, both locked. Locks the event first, in the same order as registering. Throws
 * unless If-Match matches the version of the ticket.
 */
async function requireTicket(context: Context, id: string): Promise<{ ticket: EventTicketRow; event: EventRecord }> {
  const found = await findTicket(context, id);
  const event = found && (await requireLockedEvent(context, { id: found.eventId }));
  const ticket = found && (await lockTicket(context, id));
  if (!event || !ticket) throw notFound("ticket", formatId("eventTicket", id));
  requireVersion(context, ticket);
  return { ticket, event };
}

const priceOf = (price: { amount: number; currency: string } | null | undefined) =>
  price === undefined ? {} : { priceAmount: price?.amount ?? null, priceCurrency: price?.currency ?? null };
