import * as z from "zod";
import { about } from "#domain/audit/about.ts";
import type { Context } from "#domain/context.ts";
import { promoteWaitlist } from "#domain/event-registrations/places.ts";
import { holdEvent, requireEventToRead } from "#domain/events/require-event.ts";
import { ReferenceTo } from "#domain/fields.ts";
import { formatId, Id, newId } from "#domain/ids.ts";
import { mergeMetadata } from "#domain/metadata.ts";
import { operation } from "#domain/operation.ts";
import { eventAbout } from "#domain/outbox/event-about.ts";
import { notFound, Problem } from "#domain/problem.ts";
import { requireVersion } from "#domain/version.ts";
import { EventTicket, EventTicketChanges, type EventTicketRow, NewEventTicket, presentTicket } from "./event-ticket.ts";
import {
  findTicket,
  insertTicket,
  isExternalIdTaken,
  isTaken,
  listTicketsOf,
  lockTicket,
  mostTickets,
  updateTicket,
} from "./queries.ts";

/** Whoever follows an event follows its tickets. */
const eventUpdated = (_input: unknown, { eventId }: { eventId: string }) =>
  eventAbout("event.updated", "event", eventId);

export const listEventTickets = operation({
  name: "listEventTickets",
  summary: "List the tickets to an event, in their order",
  access: { scope: "events:read" },
  writes: false,
  input: z.object({ event: ReferenceTo("event") }),
  output: z.object({ data: z.array(EventTicket) }),
  async run(context, { event: reference }) {
    const { id } = await requireEventToRead(context, reference);
    return { data: (await listTicketsOf(context, id)).map(presentTicket) };
  },
});

export const createEventTicket = operation({
  name: "createEventTicket",
  summary: "Offer another ticket to an event",
  access: { scope: "events:write" },
  writes: true,
  input: NewEventTicket.extend({ event: ReferenceTo("event") }),
  output: EventTicket,
  async run(context, { event: reference, price, ...fields }) {
    const { id: eventId } = await holdEvent(context, reference);
    if ((await listTicketsOf(context, eventId)).length >= mostTickets) {
      throw new Problem("conflict", `An event has at most ${mostTickets} tickets.`);
    }
    const id = newId();
    if (!(await insertTicket(context, { ...fields, ...priceOf(price), id, eventId }, context.now))) {
      throw new Problem("already_exists", "Another ticket has this external_id.");
    }
    return presentTicket((await findTicket(context, id))!);
  },
  audit: (_input, { id }) => about("eventTicket", id),
  event: eventUpdated,
});

export const updateEventTicket = operation({
  name: "updateEventTicket",
  summary: "Change a ticket; more places go to those who wait for it",
  access: { scope: "events:write" },
  writes: true,
  input: EventTicketChanges.extend({ id: Id("eventTicket") }),
  output: EventTicket,
  async run(context, { id, price, metadata, ...changes }) {
    const held = await requireTicket(context, id);
    if (changes.capacity && changes.capacity < held.sold) {
      throw new Problem("capacity_below_sold", `${held.sold} places are taken already.`);
    }
    if (changes.externalId && (await isExternalIdTaken(context, changes.externalId, id))) {
      throw new Problem("already_exists", "Another ticket has this external_id.");
    }
    const merged = metadata && { metadata: mergeMetadata(held.metadata, metadata) };
    await updateTicket(context, id, { ...changes, ...priceOf(price), ...merged }, context.now);
    if (changes.capacity !== undefined) await promoteWaitlist(context, held.eventId);
    return presentTicket((await findTicket(context, id))!);
  },
  audit: (_input, { id }) => about("eventTicket", id),
  event: eventUpdated,
});

export const deleteEventTicket = operation({
  name: "deleteEventTicket",
  summary: "Delete a ticket that nobody has",
  access: { scope: "events:write" },
  writes: true,
  input: z.object({ id: Id("eventTicket") }),
  output: z.object({ id: Id("eventTicket"), eventId: Id("event") }),
  async run(context, { id }) {
    const { eventId } = await requireTicket(context, id);
    if (await isTaken(context, id)) {
      throw new Problem("has_dependents", "People have this ticket, or wait for it. Hide it instead: visible false.");
    }
    await updateTicket(context, id, { deletedAt: context.now }, context.now);
    return { id, eventId };
  },
  audit: (_input, { id }) => about("eventTicket", id),
  event: eventUpdated,
});

/** The ticket and its event, locked, the event first, as whoever registers does; in a version that the caller has seen. */
async function requireTicket(context: Context, id: string): Promise<EventTicketRow> {
  const found = await findTicket(context, id);
  if (found) await holdEvent(context, { id: found.eventId });
  const ticket = found && (await lockTicket(context, id));
  if (!ticket) throw notFound("ticket", formatId("eventTicket", id));
  requireVersion(context, ticket);
  return ticket;
}

const priceOf = (price: { amount: number; currency: string } | null | undefined) =>
  price === undefined ? {} : { priceAmount: price?.amount ?? null, priceCurrency: price?.currency ?? null };
