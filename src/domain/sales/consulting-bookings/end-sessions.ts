import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { lockSessions, setSessionsEnded } from "#domain/offers/consulting/grant-queries.ts";
import { cancelBooking } from "./book-session.ts";
import { listUpcomingOfGrant } from "./queries.ts";

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
