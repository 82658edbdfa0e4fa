import * as z from "zod";
import { appointmentOfRegistration } from "#domain/events/event-registrations/appointment-of-registration.ts";
import { listOwnRegistrations, type OwnRegistration } from "#domain/events/event-registrations/own-registrations.ts";
import {
  appointmentOfLive,
  listMyLiveLectures,
  type MyLiveLecture,
} from "#domain/learning/learning-pages/my-live-lectures.ts";
import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import type { Context } from "#domain/platform/context.ts";
import { kindOfId, parseId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { listNewestGrants } from "#domain/sales/consulting-bookings/acquired-sessions.ts";
import {
  appointmentOfSession,
  findOwnSession,
  type OwnSession,
} from "#domain/sales/consulting-bookings/own-sessions.ts";
import { maxPast, readPast, readUpcoming } from "./read-schedule.ts";
import { itemOfLive, itemOfRegistration, itemOfSession, ScheduleItem } from "./schedule-item.ts";

export const listMySchedule = operation({
  name: "listMySchedule",
  summary: "List the member's events, sessions and live lectures",
  description: "What has not ended, soonest first, and what has, latest first.",
  reads: { only: ["session"] },
  input: z.object({ limit: z.number().int().min(1).max(100), past: z.boolean().default(false) }),
  output: z.object({ upcoming: z.array(ScheduleItem), past: z.array(ScheduleItem), hasMore: z.boolean() }),
  async run(context, { limit, past }) {
    const { memberId } = requireSession(context);
    const { now } = context;
    const { registrations, sessions, lectures } = await readUpcoming(context, memberId, limit + 1);
    const upcoming = [
      ...registrations.map((row) => itemOfRegistration(row, now)),
      ...sessions.map((row) => itemOfSession(row, now)),
      ...lectures.map((row) => itemOfLive(row, now)),
    ];
    upcoming.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
    return {
      upcoming: upcoming.slice(0, limit),
      hasMore: upcoming.length > limit,
      past: past ? await itemsOfPast(context, memberId) : [],
    };
  },
});

async function itemsOfPast(context: Context, memberId: string): Promise<ScheduleItem[]> {
  const { now } = context;
  const { registrations, sessions } = await readPast(context, memberId);
  const items = [
    ...registrations.filter(({ eventStatus }) => eventStatus !== "canceled").map((row) => itemOfRegistration(row, now)),
    ...sessions.map((row) => itemOfSession(row, now)),
  ];
  return items.toSorted((one, other) => other.startsAt.getTime() - one.startsAt.getTime()).slice(0, maxPast);
}

/** Grants that are considered, newest first. */
const maxGrants = 50;

/** Consulting services with sessions that the member has not booked yet. */
export const listSessionsToBook = operation({
  name: "listSessionsToBook",
  summary: "List services with sessions that the member can book",
  reads: { only: ["session"] },
  input: z.object({}),
  output: z.object({ services: z.array(z.object({ name: z.string(), slug: z.string(), left: z.number().int() })) }),
  async run(context) {
    const { memberId } = requireSession(context);
    const grants = await listNewestGrants(context, memberId, maxGrants);
    const usable = grants.filter(({ expiresAt }) => expiresAt === null || expiresAt > context.now);
    const services = [...Map.groupBy(usable, ({ slug }) => slug)].flatMap(([slug, [first, ...others]]) => {
      if (!first) return [];
      const sessionsLeft = [first, ...others].reduce(
        (sum, grant) => sum + Math.max(0, grant.sessionsTotal - grant.sessionsUsed),
        0,
      );
      return sessionsLeft === 0 ? [] : [{ name: first.name, slug, left: sessionsLeft }];
    });
    return { services };
  },
});

const anItem = z.object({ id: z.string().max(60) });

/** One item of the member, canceled ones included. */
export const showMyScheduleItem = operation({
  name: "showMyScheduleItem",
  summary: "Retrieve one of the member's events or sessions",
  reads: { only: ["session"] },
  input: anItem,
  output: z.object({
    item: ScheduleItem,
    isCanceled: z.boolean(),
    /** Hours before the start until which a session can be canceled. */
    cancellationHours: z.number().int().nullable(),
    appointment: z.custom<Appointment>(),
  }),
  async run(context, { id }) {
    const { now } = context;
    const { registration, session, lecture } = await find(context, requireSession(context).memberId, id);
    if (registration) {
      const isCanceled = registration.status === "canceled";
      const appointment = appointmentOfRegistration(registration);
      return { item: itemOfRegistration(registration, now), isCanceled, cancellationHours: null, appointment };
    }
    if (session) {
      const { cancellationHours } = session;
      const isCanceled = session.status === "canceled";
      return {
        item: itemOfSession(session, now),
        isCanceled,
        cancellationHours,
        appointment: appointmentOfSession(session, now),
      };
    }
    if (lecture) {
      const item = itemOfLive(lecture, now);
      return { item, isCanceled: false, cancellationHours: null, appointment: appointmentOfLive(lecture) };
    }
    throw notFound("event or session of yours", id);
  },
});

interface Found {
  registration?: OwnRegistration | undefined;
  session?: OwnSession | undefined;
  lecture?: MyLiveLecture | undefined;
}

async function find(context: Context, memberId: string, wireId: string): Promise<Found> {
  const { now } = context;
  const kind = kindOfId(wireId);
  const id = kind && parseId(kind, wireId);
  if (id === undefined) return {};
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- A schedule holds these kinds only.
  switch (kind) {
    case "eventRegistration":
      return { registration: (await listOwnRegistrations(context, memberId, { first: 1, id }, now))[0] };
    case "consultingBooking":
      return { session: await findOwnSession(context, memberId, id) };
    case "lecture":
      return { lecture: (await listMyLiveLectures(context, memberId)).find((lecture) => lecture.id === id) };
    default:
      return {};
  }
}
