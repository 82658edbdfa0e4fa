import { formatTime } from "#domain/platform/time/format-time.ts";
import { notifyMany } from "#domain/messages/notifications/notify.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import type { EventTicketRow } from "#domain/events/event-tickets/event-ticket.ts";
import type { EventRecord } from "#domain/events/events/event.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { findSelling, isSelling } from "#domain/site/selling/selling-settings.ts";
import { updateRegistration } from "./queries.ts";
import type { RegistrationRow } from "./registration.ts";
import { isOnSale, isOpenAt } from "./registration-rules.ts";

const hour = 3_600_000;

/**
 * Returns the deadline of an offer that is made now. Null: the ticket cannot be bought, so that it is not offered.
 */
export async function offerDeadline(
  context: Context,
  event: EventRecord,
  ticket: EventTicketRow,
): Promise<Date | null> {
  const { now } = context;
  if (event.visibility === "members_only") return null;
  if (!isOpenAt(event, now) || !isOnSale(ticket, now) || event.startsAt <= now) return null;
  if (!(await isSelling(context))) return null;
  const { waitlistHours } = await findSelling(context);
  const ends = [event.startsAt, event.registrationClosesAt, ticket.saleEndsAt].filter((end) => end !== null);
  return new Date(Math.min(now.getTime() + waitlistHours * hour, ...ends.map((end) => end.getTime())));
}

type Waiting = Pick<RegistrationRow, "id" | "memberId" | "ticketId">;

/** Reserves a seat for a person on the waitlist until they have paid, and sends them the link to the checkout. */
export async function offerSeat(
  context: Context,
  event: EventRecord,
  { id, memberId, ticketId }: Waiting,
  until: Date,
): Promise<void> {
  await updateRegistration(context, id, { offeredUntil: until }, context.now);
  const offer = {
    until,
    untilInWords: formatTime(until, event.timeZone),
    checkout: `/checkout?item=${formatId("eventTicket", ticketId)}`,
  };
  const happening = { ...event, startsAtInWords: formatTime(event.startsAt, event.timeZone) };
  await notifyMany(context, "event_changed", [{ ...occasions.seatOffered({ id }, happening, offer), memberId }]);
}
