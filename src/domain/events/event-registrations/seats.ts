import type { Context } from "#domain/platform/context.ts";
import { countSold, lockTicket } from "#domain/events/event-tickets/queries.ts";
import { addRegistered, findEvent } from "#domain/events/events/queries.ts";
import { countReserved } from "#domain/offers/reservations/reservations.ts";

/**
 * Seats of an event and a ticket. The caller must lock the event, so that concurrent registrations cannot oversell
 * it.
 */
interface SeatRequest {
  eventId: string;
  ticketId: string;
  quantity: number;
}

/**
 * Takes seats of an event and of a ticket for a member. Returns false, without changes, if not enough seats are free.
 */
export async function takeSeats(context: Context, request: SeatRequest & { memberId: string }): Promise<boolean> {
  if (!(await hasFreeSeats(context, request))) return false;
  const { eventId, ticketId, quantity } = request;
  await count(context, { eventId, ticketId, quantity });
  return true;
}

/** Returns true if enough seats are free for a member. Seats that are reserved for other members are not free. */
export async function hasFreeSeats(context: Context, request: SeatRequest & { memberId: string }): Promise<boolean> {
  const { eventId, ticketId, quantity, memberId } = request;
  const event = await findEvent(context, { id: eventId }, context.now);
  const ticket = await lockTicket(context, ticketId);
  if (!event || !ticket) return false;
  for (const { column, id, capacity, taken } of [
    { column: "container_id", id: eventId, capacity: event.capacity, taken: event.registeredCount },
    { column: "product_id", id: ticketId, capacity: ticket.capacity, taken: ticket.sold },
  ] as const) {
    if (capacity === null) continue;
    const reserved = await countReserved(context, column, { id, memberId });
    if (taken + reserved + quantity > capacity) return false;
  }
  return true;
}

export const releaseSeats = (context: Context, { eventId, ticketId, quantity }: SeatRequest): Promise<void> =>
  count(context, { eventId, ticketId, quantity: -quantity });

async function count(context: Context, { eventId, ticketId, quantity }: SeatRequest): Promise<void> {
  await addRegistered(context, eventId, quantity, context.now);
  await countSold(context, ticketId, quantity, context.now);
}
