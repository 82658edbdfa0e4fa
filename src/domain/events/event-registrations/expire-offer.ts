import { lockEvent } from "#domain/events/events/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { notifyOfRegistration } from "./notify-of-registration.ts";
import { promoteWaitlist } from "./promote-waitlist.ts";
import { findRegistration, lockRegistration, updateRegistration } from "./queries.ts";

/** Ends the offer of a seat, if it has expired, and offers the seat to the next person on the waitlist. */
export async function expireOffer(context: Context, id: string): Promise<void> {
  const { now } = context;
  const found = await findRegistration(context, id);
  const event = found && (await lockEvent(context, { id: found.eventId }, now));
  const registration = await lockRegistration(context, id);
  if (registration?.status !== "waitlisted") return;
  if (registration.offeredUntil === null || registration.offeredUntil > now) return;
  await updateRegistration(context, id, { status: "canceled", canceledAt: now, offeredUntil: null }, now);
  await notifyOfRegistration(context, registration, "waitlistLeft");
  await recordEvent(context, eventAbout("event_registration.canceled", "eventRegistration", id));
  if (event && event.deletedAt === null) await promoteWaitlist(context, event.id);
}
