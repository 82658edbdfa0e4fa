import type { Context } from "#domain/platform/context.ts";
import { invalidState } from "#domain/platform/problem.ts";
import { notifyOfRegistration } from "./notify-of-registration.ts";
import { updateRegistration } from "./queries.ts";
import { requireRegistration, transitions } from "./require-registration.ts";
import { promoteWaitlist } from "./promote-waitlist.ts";
import { releaseSeats } from "./seats.ts";

/** Cancels a registration, and notifies its member. Its seats go to the waitlist. Throws `not_found` and `invalid_state`. */
export async function cancelRegistered(context: Context, id: string): Promise<void> {
  const registration = await requireRegistration(context, id);
  const { status, eventId, offeredUntil } = registration;
  if (!transitions[status].includes("canceled")) {
    throw invalidState("registration", status, "canceled", transitions[status]);
  }
  await updateRegistration(
    context,
    id,
    { status: "canceled", canceledAt: context.now, offeredUntil: null },
    context.now,
  );
  await notifyOfRegistration(context, registration, status === "waitlisted" ? "waitlistLeft" : "registrationCanceled");
  if (status === "registered") await releaseSeats(context, registration);
  else if (offeredUntil === null) return;
  await promoteWaitlist(context, eventId);
}
