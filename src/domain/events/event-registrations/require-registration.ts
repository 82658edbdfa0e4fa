import { requireLockedEvent } from "#domain/events/events/require-event.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { findRegistration, lockRegistration } from "./queries.ts";
import type { RegistrationRecord } from "./registration.ts";

type Status = RegistrationRecord["status"];

/** Transitions: waitlisted → registered → checked_in or no_show; waitlisted or registered → canceled. */
export const transitions: Record<Status, readonly Status[]> = {
  waitlisted: ["registered", "canceled"],
  registered: ["checked_in", "no_show", "canceled"],
  checked_in: [],
  no_show: [],
  canceled: [],
};

/**
 * Returns the registration with its event, both locked. Locks the event first, in the same order as registering, to
 * prevent deadlocks.
 */
export async function requireRegistration(context: Context, id: string): Promise<RegistrationRecord> {
  const found = await findRegistration(context, id);
  if (found) await requireLockedEvent(context, { id: found.eventId });
  const registration = found && (await lockRegistration(context, id));
  if (!registration) throw notFound("registration", formatId("eventRegistration", id));
  requireVersion(context, registration);
  return registration;
}
