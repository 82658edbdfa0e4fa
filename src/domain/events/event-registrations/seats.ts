import type { Context } from "#domain/platform/context.ts";
import { countSold, findTicket, lockTicket } from "#domain/events/event-tickets/queries.ts";
import { addRegistered, findEvent } from "#domain/events/events/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { listWaiting, updateRegistration } from "./queries.ts";

/**
 * Seats of an event and a ticket. The caller must lock the event, so that concurrent registrations cannot oversell
 * it.
 */
interface SeatRequest {
  eventId: string;
  ticketId: string;
  quantity: number;
}

/** Takes seats of an event and of a ticket. Returns false, without changes, if not enough seats are free. */
export async function takeSeats(context: Context, { eventId, ticketId, quantity }: SeatRequest): Promise<boolean> {
  const event = await findEvent(context, { id: eventId }, context.now);
  const ticket = await lockTicket(context, ticketId);
  const isFree = (capacity: number | null, taken: number) => capacity === null || taken + quantity <= capacity;
  if (!event || !ticket || !isFree(event.capacity, event.registeredCount) || !isFree(ticket.capacity, ticket.sold)) {
    return false;
  }
  await count(context, { eventId, ticketId, quantity });
  return true;
}

export const releaseSeats = (context: Context, { eventId, ticketId, quantity }: SeatRequest): Promise<void> =>
  count(context, { eventId, ticketId, quantity: -quantity });

async function count(context: Context, { eventId, ticketId, quantity }: SeatRequest): Promise<void> {
  await addRegistered(context, eventId, quantity);
  await countSold(context, ticketId, quantity);
}

/**
 * Gives free seats to the waitlist in order of registration. A registration that needs more seats than are free keeps
 * its position and does not block the next one.
 */
export async function promoteWaitlist(context: Context, eventId: string): Promise<string[]> {
  const event = await findEvent(context, { id: eventId }, context.now);
  if (event?.status !== "published") return [];
  const promoted: string[] = [];
  for (const { id, ticketId, quantity } of await listWaiting(context, eventId)) {
    if (event.capacity !== null && !(await hasRoom(context, eventId))) break;
    if (!(await findTicket(context, ticketId)) || !(await takeSeats(context, { eventId, ticketId, quantity })))
      continue;
    await updateRegistration(context, id, { status: "registered" }, context.now);
    const objectId = formatId("eventRegistration", id);
    const data = { id: objectId, object: "event_registration" };
    await recordEvent(context, { type: "event_registration.promoted", objectId, data });
    promoted.push(id);
  }
  return promoted;
}

async function hasRoom(context: Context, eventId: string): Promise<boolean> {
  const { capacity, registeredCount } = await mustExist(findEvent(context, { id: eventId }, context.now));
  return capacity === null || registeredCount < capacity;
}
