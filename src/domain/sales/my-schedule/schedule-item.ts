import * as z from "zod";
import type { OwnRegistration } from "#domain/events/event-registrations/own-registrations.ts";
import { checkInCodeOf, onlineUrlOf } from "#domain/events/event-registrations/own-registrations.ts";
import { mayCancel } from "#domain/events/event-registrations/registration-rules.ts";
import { Location } from "#domain/events/events/event.ts";
import { endOfLive, type MyLiveLecture } from "#domain/learning/learning-pages/my-live-lectures.ts";
import { formatId } from "#domain/platform/ids.ts";
import {
  mayCancelSession,
  meetingOf,
  type OwnSession,
  zoneOfSession,
} from "#domain/sales/consulting-bookings/own-sessions.ts";

/** An event, a session or a live lecture in the schedule of a member. */
export const ScheduleItem = z.object({
  kind: z.enum(["event", "session", "live"]),
  /** ID on the wire: `reg_…`, `bkg_…` or `lec_…`. */
  id: z.string(),
  name: z.string(),
  /** The course, or the lecturer of a session. */
  about: z.string().nullable(),
  path: z.string(),
  startsAt: z.date(),
  endsAt: z.date(),
  /** Null: that of the school. */
  timeZone: z.string().nullable(),
  state: z.enum(["confirmed", "waitlisted", "offered", "canceled"]),
  format: z.enum(["online", "in_person", "hybrid", "phone"]),
  place: Location.nullable(),
  /** Only from 15 minutes before the start until the end. */
  joinUrl: z.string().nullable(),
  /** True if there is an address to join at, which appears in time. */
  hasJoin: z.boolean(),
  code: z.string().nullable(),
  seats: z.number().int(),
  mayCancel: z.boolean(),
  /** False: paid, or to be paid. */
  isFree: z.boolean(),
  /** Until then, the reserved seat can be paid for with this ticket. */
  offer: z.object({ until: z.date(), ticketId: z.string() }).nullable(),
});
export type ScheduleItem = z.output<typeof ScheduleItem>;

/** Minutes before the start from which members join. */
const joinMinutes = 15;

/** Returns the address of a meeting from 15 minutes before its start until its end. */
const joinAt = (url: string | null, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date) =>
  url !== null && startsAt.getTime() - joinMinutes * 60_000 <= now.getTime() && endsAt > now ? url : null;

export function itemOfRegistration(row: OwnRegistration, now: Date): ScheduleItem {
  const { format, status, eventStatus, offeredUntil } = row;
  const isOffered = offeredUntil !== null && offeredUntil > now;
  const waiting = isOffered ? ("offered" as const) : ("waitlisted" as const);
  const state = eventStatus === "canceled" ? "canceled" : status === "waitlisted" ? waiting : "confirmed";
  const url = format === "in_person" ? null : onlineUrlOf(row);
  return {
    kind: "event",
    id: formatId("eventRegistration", row.id),
    name: row.name,
    about: null,
    path: `/events/${row.slug}`,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    timeZone: row.timeZone,
    state,
    format,
    place: format === "online" ? null : row.location,
    joinUrl: joinAt(url, row, now),
    hasJoin: url !== null,
    code: format === "online" ? null : checkInCodeOf(row),
    seats: row.quantity,
    mayCancel: eventStatus === "published" && mayCancel(row, row, now),
    isFree: row.isFree,
    offer: isOffered && state === "offered" ? { until: offeredUntil, ticketId: row.ticketId } : null,
  };
}

export function itemOfSession(session: OwnSession, now: Date): ScheduleItem {
  const { startsAt, endsAt, status, format } = session;
  const { joinUrl, place } = meetingOf(session, now);
  return {
    ...inNoEvent,
    kind: "session",
    id: formatId("consultingBooking", session.id),
    name: session.name,
    about: session.lecturer,
    path: `/consulting/${session.slug}`,
    startsAt,
    endsAt,
    timeZone: zoneOfSession(session),
    state: status === "canceled" ? "canceled" : "confirmed",
    format,
    place: place === null ? null : { name: place },
    joinUrl: joinAt(joinUrl, session, now),
    hasJoin: joinUrl !== null,
    mayCancel: mayCancelSession(session, session.cancellationHours, now),
  };
}

export function itemOfLive(lecture: MyLiveLecture, now: Date): ScheduleItem {
  const { id, name, course, path, startsAt, url } = lecture;
  const times = { startsAt, endsAt: endOfLive(lecture) };
  return {
    ...inNoEvent,
    ...times,
    kind: "live",
    id: formatId("lecture", id),
    name,
    about: course,
    path,
    timeZone: null,
    state: "confirmed",
    format: "online",
    place: null,
    joinUrl: joinAt(url, times, now),
    hasJoin: true,
    mayCancel: false,
  };
}

const inNoEvent = { code: null, seats: 1, isFree: true, offer: null } as const;
