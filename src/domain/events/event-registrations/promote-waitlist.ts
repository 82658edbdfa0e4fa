import { formatTime } from "#domain/platform/time/format-time.ts";
import { notifyMany } from "#domain/messages/notifications/notify.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import type { Context } from "#domain/platform/context.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import type { EventRecord } from "#domain/events/events/event.ts";
import { findEvent } from "#domain/events/events/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { appointmentsOfEvent } from "./appointments-of-event.ts";
import { listWaiting, updateRegistration } from "./queries.ts";
import { offerDeadline, offerSeat } from "./seat-offers.ts";
import { hasFreeSeats, takeSeats } from "./seats.ts";

/**
 * Gives free seats to the waitlist in order of registration. A registration that needs more seats than are free keeps
 * its position and does not block the next one. Notifies the members who got a seat. Members who joined the waitlist of
 * a ticket with a price get the seat reserved until they have paid. Those whom staff has registered need not pay, as
 * without a waitlist. It does not move after the start of the event. The caller must lock the event.
 */
export async function promoteWaitlist(context: Context, eventId: string): Promise<void> {
  const event = await findEvent(context, { id: eventId }, context.now);
  if (event?.status !== "published" || event.startsAt <= context.now) return;
  const promoted: Waiting[] = [];
  // The smallest number of seats that was not free, by ticket and source, so that a long waitlist needs few statements.
  const refused = new Map<string, number>();
  for (const waiting of await listWaiting(context, eventId)) {
    const kind = `${waiting.source} ${waiting.ticketId}`;
    if (waiting.quantity >= (refused.get(kind) ?? Infinity)) continue;
    if (event.capacity !== null && !(await hasRoom(context, eventId))) break;
    const outcome = await promote(context, event, waiting);
    if (outcome === "registered") promoted.push(waiting);
    if (outcome === "refused") refused.set(kind, waiting.quantity);
  }
  if (promoted.length === 0) return;
  const appointments = await appointmentsOfEvent(
    context,
    eventId,
    promoted.map(({ memberId }) => memberId),
  );
  const happening = { ...event, startsAtInWords: formatTime(event.startsAt, event.timeZone) };
  await notifyMany(
    context,
    "event_changed",
    promoted.map(({ id, memberId }) => ({
      ...occasions.registrationPromoted({ id }, happening),
      memberId,
      appointment: appointments.get(memberId),
    })),
  );
}

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

async function promote(
  context: Context,
  event: EventRecord,
  waiting: Waiting,
): Promise<"registered" | "offered" | "refused"> {
  const seats = { ...waiting, eventId: event.id };
  const ticket = await findTicket(context, waiting.ticketId);
  if (!ticket) return "refused";
  if (waiting.source === "purchase" && ticket.priceAmount) {
    const until = await offerDeadline(context, event, ticket);
    if (!until || !(await hasFreeSeats(context, seats))) return "refused";
    await offerSeat(context, event, waiting, until);
    return "offered";
  }
  if (!(await takeSeats(context, seats))) return "refused";
  await updateRegistration(context, waiting.id, { status: "registered" }, context.now);
  const objectId = formatId("eventRegistration", waiting.id);
  const data = { id: objectId, object: "event_registration" };
  await recordEvent(context, { type: "event_registration.promoted", objectId, data });
  return "registered";
}

async function hasRoom(context: Context, eventId: string): Promise<boolean> {
  const { capacity, registeredCount } = await mustExist(findEvent(context, { id: eventId }, context.now));
  return capacity === null || registeredCount < capacity;
}
