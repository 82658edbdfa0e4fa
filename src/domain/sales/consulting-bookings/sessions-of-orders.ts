import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { formatTime } from "#domain/platform/time/format-time.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { lockSessions, setSessionsEnded, takeSession } from "#domain/offers/consulting/grant-queries.ts";
import type { ServiceRow } from "#domain/offers/consulting/consulting.ts";
import { findService, lockServiceAgainstDeletion } from "#domain/offers/consulting/queries.ts";
import type { HeldSession } from "#domain/offers/reservations/reservations.ts";
import { networkOf } from "#lib/network.ts";
import { bookSession, cancelBooking, requireFewBookings, takeSlot } from "./book-session.ts";
import { busyTimes, findServiceOf, listUpcomingOfGrant, lockLecturers } from "./queries.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

/** Minutes for which a session is held for a person who pays, at most. */
export const maxHoldMinutes = 30;

/** Counts a session that a checkout is about to hold. Throws `rate_limited`, so that no person holds a whole calendar. */
export async function limitHolds(context: RequestContext, memberId: string | null): Promise<void> {
  await requireWithin(context, limits.heldSessionPerAddress, networkOf(context.address));
  if (memberId !== null) await requireWithin(context, limits.heldSessionPerMember, memberId);
}

/**
 * Chooses a lecturer for a session that a checkout is about to hold, and locks the slot until the transaction ends.
 * Throws `slot_taken` if it is not free.
 */
export async function holdSession(
  context: Context,
  { serviceId, memberId, startsAt }: { serviceId: string; memberId: string; startsAt: Date },
): Promise<Omit<HeldSession, "heldUntil">> {
  const service = await mustExist(findService(context, { id: serviceId }));
  const slot = await takeSlot(context, service, { startsAt });
  await requireFewBookings(context, memberId);
  return slot;
}

/**
 * Books the session that a checkout has held, now that it is paid. Returns false, without changes, if another person has
 * it since the hold has ended: the member chooses another time. Requires a transaction.
 */
export async function bookHeldSession(
  context: Context,
  memberId: string,
  { serviceId, lecturerId, startsAt, endsAt, heldUntil }: HeldSession & { serviceId: string },
): Promise<boolean> {
  try {
    await context.db.attempt(async (db) => {
      const scope = { ...context, db };
      const service = await lockServiceAgainstDeletion(scope, { id: serviceId });
      if (!service || startsAt <= context.now) throw gone();
      const grantId = await takeSession(scope, { memberId, serviceId });
      if (grantId === null) throw gone();
      const slot = { lecturerId, startsAt, endsAt };
      const taken =
        heldUntil > context.now
          ? await takeHeldSlot(scope, service, slot)
          : await takeSlot(scope, service, { startsAt, preferred: lecturerId });
      const session = { memberId, grantId, startsAt, taken, meetingUrl: null, answers: {}, metadata: {} };
      const { id } = await bookSession(scope, service, session);
      await recordEvent(scope, eventAbout("consulting_booking.created", "consultingBooking", id));
      await recordAudit(scope, "bookMySession", about("consultingBooking", id));
    });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Tells a member that the time which they have paid for is gone, and leads to the free ones. */
export async function notifyOfLostTime(
  context: Context,
  { id, memberId }: { id: string; memberId: string },
  { serviceId, startsAt }: { serviceId: string; startsAt: Date },
): Promise<void> {
  const service = await findService(context, { id: serviceId });
  if (!service) return;
  const { timeZone } = await findServiceOf(context, serviceId);
  const startsAtInWords = formatTime(startsAt, timeZone);
  await notify(context, { ...occasions.sessionToChoose({ id }, { ...service, startsAtInWords }), memberId });
}

/** A held slot stays valid if the service has changed its hours or buffers meanwhile. */
async function takeHeldSlot(
  context: Context,
  { lecturerIds }: Pick<ServiceRow, "lecturerIds">,
  slot: Omit<HeldSession, "heldUntil">,
): Promise<Omit<HeldSession, "heldUntil">> {
  const ids = [...new Set([slot.lecturerId, ...lecturerIds])];
  await lockLecturers(context, ids);
  const busy = await busyTimes(context, ids, slot);
  const free = ids.find((id) => !busy.some(({ lecturerId }) => lecturerId === id));
  if (free === undefined) throw gone();
  return { ...slot, lecturerId: free };
}

const gone = () => new Problem("slot_taken", "This slot has just been booked. Choose another slot.");

/** Ends the sessions that a member has bought, and cancels those that have not started. */
export async function endSessions(context: Context, grantId: string): Promise<void> {
  const grant = await lockSessions(context, grantId);
  if (!grant || grant.isEnded) return;
  const { memberId } = grant;
  for (const { id } of await listUpcomingOfGrant(context, { memberId, grantId, now: context.now })) {
    await cancelBooking(context, id);
    await recordEvent(context, eventAbout("consulting_booking.canceled", "consultingBooking", id));
  }
  await setSessionsEnded(context, grantId, true);
}

/** Gives back the sessions that `endSessions` ended. Canceled ones can be booked again. */
export async function restoreSessions(context: Context, grantId: string): Promise<void> {
  const grant = await lockSessions(context, grantId);
  if (grant?.isEnded) await setSessionsEnded(context, grantId, false);
}
