import { formatTime } from "#domain/platform/time/format-time.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import type { Context } from "#domain/platform/context.ts";
import { appointmentOfRegistration } from "./appointment-of-registration.ts";
import { listOwnRegistrations } from "./own-registrations.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

/** Confirms a registration or a place on the waitlist to its member, or its end, for their calendar. */
export async function notifyOfRegistration(
  context: Context,
  { id, memberId }: { id: string; memberId: string },
  what: "registered" | "waitlisted" | "registrationCanceled" | "waitlistLeft",
): Promise<void> {
  const [registration] = await listOwnRegistrations(context, memberId, { first: 1, id }, context.now);
  if (!registration) return;
  const happening = { ...registration, startsAtInWords: formatTime(registration.startsAt, registration.timeZone) };
  const appointment = appointmentOfRegistration(registration);
  await notify(context, { ...occasions[what]({ id }, happening), memberId, appointment });
}
