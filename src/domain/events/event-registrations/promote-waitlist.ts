import { formatTime } from "#domain/engagement/notifications/format-time.ts";
import { notifyMany } from "#domain/engagement/notifications/notify-many.ts";
import { occasions } from "#domain/engagement/notifications/occasions.ts";
import type { Context } from "#domain/platform/context.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import { findEvent } from "#domain/events/events/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { listWaiting, updateRegistration } from "./queries.ts";
import { offerDeadline, offerSeat } from "./seat-offers.ts";
import { hasFreeSeats, takeSeats } from "./seats.ts";

/**
 * Gives free seats to the waitlist in order of registration. A registration that needs more seats than are free keeps
 * its position and does not block the next one. Notifies the members who got a seat. Members who joined the waitlist of
 * a ticket with a price get the seat reserved until they have paid. Those whom staff has registered need not pay, as
 * without a waitlist. The caller must lock the event.
 */
export async function promoteWaitlist(context: Context, eventId: string): Promise<void> {
  const event = await findEvent(context, { id: eventId }, context.now);
  if (event?.status !== "published") return;
  const promoted: { id: string; memberId: string }[] = [];
  for (const waiting of await listWaiting(context, eventId)) {
    const { id, memberId, ticketId, source } = waiting;
    if (event.capacity !== null && !(await hasRoom(context, eventId))) break;
    const ticket = await findTicket(context, ticketId);
    if (!ticket) continue;
    if (source === "purchase" && ticket.priceAmount) {
      const until = await offerDeadline(context, event, ticket);
      if (until && (await hasFreeSeats(context, { ...waiting, eventId }))) {
        await offerSeat(context, event, waiting, until);
      }
      continue;
    }
    if (!(await takeSeats(context, { ...waiting, eventId }))) continue;
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
