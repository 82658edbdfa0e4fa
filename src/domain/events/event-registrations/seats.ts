import { formatTime } from "#domain/engagement/notifications/format-time.ts";
import { notifyMany } from "#domain/engagement/notifications/notify-many.ts";
import { occasions } from "#domain/engagement/notifications/occasions.ts";
import type { Context } from "#domain/platform/context.ts";
import { countSold, findTicket, lockTicket } from "#domain/events/event-tickets/queries.ts";
import { addRegistered, findEvent } from "#domain/events/events/queries.ts";
import { countReserved } from "#domain/sales/checkout/reservations.ts";
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

/**
 * Takes seats of an event and of a ticket for a member. Returns false, without changes, if not enough seats are free.
 * Seats that the checkouts of other members have reserved are not free.
 */
export async function takeSeats(context: Context, request: SeatRequest & { memberId: string }): Promise<boolean> {
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
 * its position and does not block the next one. Notifies the members who got a seat. Members wait for free tickets
 * only. Those whom staff has registered for a ticket with a price need not pay, as without a waitlist.
 */
export async function promoteWaitlist(context: Context, eventId: string): Promise<void> {
  const event = await findEvent(context, { id: eventId }, context.now);
  if (event?.status !== "published") return;
  const promoted: { id: string; memberId: string }[] = [];
  for (const { id, memberId, ticketId, quantity } of await listWaiting(context, eventId)) {
    if (event.capacity !== null && !(await hasRoom(context, eventId))) break;
    const request = { eventId, ticketId, quantity, memberId };
    if (!(await findTicket(context, ticketId)) || !(await takeSeats(context, request))) continue;
    await updateRegistration(context, id, { status: "registered" }, context.now);
    const objectId = formatId("eventRegistration", id);
    const data = { id: objectId, object: "event_registration" };
    await recordEvent(context, { type: "event_registration.promoted", objectId, data });
    promoted.push({ id, memberId });
  }
  const happening = { ...event, startsAtInWords: formatTime(event.startsAt, event.timeZone) };
  await notifyMany(
    context,
    "event_changed",
    promoted.map(({ id, memberId }) => ({ ...occasions.registrationPromoted({ id }, happening), memberId })),
  );
}

async function hasRoom(context: Context, eventId: string): Promise<boolean> {
  const { capacity, registeredCount } = await mustExist(findEvent(context, { id: eventId }, context.now));
  return capacity === null || registeredCount < capacity;
}
