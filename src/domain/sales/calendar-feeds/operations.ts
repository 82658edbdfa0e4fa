import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { appointmentsOf } from "#domain/sales/my-schedule/read-schedule.ts";
import { readFeedToken, tokenOfFeed } from "./feed-token.ts";
import { deleteFeed, findFeedOf, findMemberOfFeed, replaceFeed } from "./queries.ts";

const feedAddress = (context: Context, id: string): string =>
  `${context.site.origin}/calendar-feeds/${tokenOfFeed(context, id)}.ics`;

export const findMyCalendar = operation({
  name: "findMyCalendar",
  summary: "Retrieve the member's private calendar link",
  reads: { only: ["session"] },
  input: z.object({}),
  output: z.object({ address: z.string().nullable() }),
  async run(context) {
    const { memberId, viewedBy } = requireSession(context);
    // The address opens the calendar without a session: staff who see the page as the member do not get it.
    const feed = viewedBy === undefined ? await findFeedOf(context, memberId) : undefined;
    return { address: feed ? feedAddress(context, feed.id) : null };
  },
});

/** Creates the member's calendar link. The former one ends. */
export const renewMyCalendar = operation({
  name: "renewMyCalendar",
  summary: "Create or renew the member's private calendar link",
  writes: { only: ["session"] },
  input: z.object({}),
  output: z.object({ id: Id("calendarFeed") }),
  prepare: limitOwnRequests,
  run: async (context) => ({ id: await replaceFeed(context, requireSession(context).memberId) }),
});

export const endMyCalendar = operation({
  name: "endMyCalendar",
  summary: "Delete the member's private calendar link",
  writes: { only: ["session"] },
  input: z.object({}),
  output: z.object({ id: Id("calendarFeed").nullable() }),
  run: async (context) => ({ id: (await deleteFeed(context, requireSession(context).memberId)) ?? null }),
  audit: (_input, { id }) => (id === null ? { resourceType: "calendar_feed" } : about("calendarFeed", id)),
});

/** The calendar of the member to whom the address belongs. Throws `not_found` for an address that has ended. */
export const readCalendarFeed = operation({
  name: "readCalendarFeed",
  summary: "Retrieve a private calendar by its address",
  reads: forAnyone,
  input: z.object({ token: z.string().max(200) }),
  output: z.object({ appointments: z.array(z.custom<Appointment>()), locale: z.string().nullable() }),
  async run(context, { token }) {
    const id = readFeedToken(context, token);
    const found = id === undefined ? undefined : await findMemberOfFeed(context, id);
    if (!found) throw notFound("calendar", "at this address");
    return { appointments: await appointmentsOf(context, found.memberId), locale: found.locale };
  },
});
