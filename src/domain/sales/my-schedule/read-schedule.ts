import { appointmentOfRegistration } from "#domain/events/event-registrations/appointment-of-registration.ts";
import { listOwnRegistrations } from "#domain/events/event-registrations/own-registrations.ts";
import { appointmentOfLive, listMyLiveLectures } from "#domain/learning/learning-pages/my-live-lectures.ts";
import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import type { Context } from "#domain/platform/context.ts";
import { appointmentOfSession, listOwnSessions } from "#domain/sales/consulting-bookings/own-sessions.ts";

export const maxPast = 20;

const attending = ["registered", "waitlisted", "checked_in"] as const;
const attended = ["registered", "checked_in", "no_show"] as const;

/** Returns what a member attends and has not ended. */
export async function readUpcoming(context: Context, memberId: string, first: number) {
  const { now } = context;
  const registrations = await listOwnRegistrations(
    context,
    memberId,
    { first, statuses: attending, upcomingOnly: true },
    now,
  );
  const sessions = await listOwnSessions(context, memberId, { upcoming: true, first }, now);
  return { registrations, sessions, lectures: await listMyLiveLectures(context, memberId) };
}

/** Returns what a member attended last. */
export async function readPast(context: Context, memberId: string) {
  const past = { first: maxPast, statuses: attended, pastOnly: true };
  return {
    registrations: await listOwnRegistrations(context, memberId, past, context.now),
    sessions: await listOwnSessions(context, memberId, { upcoming: false, first: maxPast }, context.now),
  };
}

/** Items of a subscribed calendar, and how long past ones stay in it. */
const [maxInCalendar, keptDays] = [300, 90];

/** Returns what a member attends, for their calendar: what has not ended, and the last months. */
export async function appointmentsOf(context: Context, memberId: string): Promise<Appointment[]> {
  const { now } = context;
  const { registrations, sessions, lectures } = await readUpcoming(context, memberId, maxInCalendar);
  const past = await readPast(context, memberId);
  const since = now.getTime() - keptDays * 86_400_000;
  return [
    ...[...registrations, ...past.registrations].map(appointmentOfRegistration),
    ...[...sessions, ...past.sessions].map((session) => appointmentOfSession(session, now)),
    ...lectures.map(appointmentOfLive),
  ]
    .filter(({ endsAt }) => endsAt.getTime() > since)
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}
