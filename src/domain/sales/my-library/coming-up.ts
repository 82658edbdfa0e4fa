import * as z from "zod";
import {
  checkInCodeOf,
  listOwnRegistrations,
  onlineUrlOf,
} from "#domain/events/event-registrations/own-registrations.ts";
import { availabilityOf } from "#domain/offers/consulting/consulting.ts";
import type { Context } from "#domain/platform/context.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireSession } from "#domain/platform/require-session.ts";
import {
  bookingsOfGrants,
  listAcquiredServices,
  meetingUrlAt,
} from "#domain/sales/consulting-bookings/acquired-sessions.ts";

const Coming = z.object({
  kind: z.enum(["event", "session"]),
  name: z.string(),
  slug: z.string(),
  startsAt: z.date(),
  endsAt: z.date(),
  timeZone: z.string(),
  /** A place on the waitlist, without a seat. */
  isWaitlisted: z.boolean(),
  /** Code that opens the door, and the address of the online meeting: only with a seat. */
  checkInCode: z.string().nullable(),
  onlineUrl: z.string().nullable(),
});

type ComingItem = z.output<typeof Coming>;

/** Services whose sessions are looked for. Sessions of older ones are on their own pages. */
const maxServices = 20;

/** Events and booked sessions that have not ended, soonest first. */
export const listComingUp = operation({
  name: "listComingUp",
  summary: "List the member's next events and sessions",
  access: { only: ["session"] },
  writes: false,
  input: z.object({ limit: z.number().int().min(1).max(50) }),
  output: z.object({ items: z.array(Coming), hasMore: z.boolean() }),
  async run(context, { limit }) {
    const { memberId } = requireSession(context);
    const found = [...(await eventsOf(context, memberId, limit + 1)), ...(await sessionsOf(context, memberId))];
    found.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
    return { items: found.slice(0, limit), hasMore: found.length > limit };
  },
});

async function eventsOf(context: Context, memberId: string, first: number): Promise<ComingItem[]> {
  const statuses = ["registered", "waitlisted", "checked_in"] as const;
  const rows = await listOwnRegistrations(context, memberId, { first, statuses, upcomingOnly: true }, context.now);
  return rows
    .filter(({ eventStatus }) => eventStatus !== "canceled")
    .map((row) => ({
      kind: "event",
      ...row,
      isWaitlisted: row.status === "waitlisted",
      // An online event has no door.
      checkInCode: row.format === "online" ? null : checkInCodeOf(row),
      onlineUrl: onlineUrlOf(row),
    }));
}

async function sessionsOf(context: Context, memberId: string): Promise<ComingItem[]> {
  const { now } = context;
  const services = await listAcquiredServices(context, memberId, { first: maxServices });
  if (services.length === 0) return [];
  const bookings = await bookingsOfGrants(context, memberId, services, now);
  return services.flatMap((service) =>
    (bookings.get(service.id) ?? [])
      .filter(({ status, endsAt }) => status === "confirmed" && endsAt > now)
      .map((booking) => ({
        kind: "session" as const,
        name: service.name,
        slug: service.slug,
        startsAt: booking.startsAt,
        endsAt: booking.endsAt,
        timeZone: availabilityOf(service).timeZone,
        isWaitlisted: false,
        checkInCode: null,
        onlineUrl: meetingUrlAt(booking, now),
      })),
  );
}
