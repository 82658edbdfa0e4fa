import * as z from "zod";
import { availabilityOf } from "#domain/offers/consulting/consulting.ts";
import {
  bookingsOfGrants,
  listAcquiredServices,
  meetingUrlAt,
} from "#domain/sales/consulting-bookings/acquired-sessions.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { cursorAfter, ownId, rowsPage, positionAfter } from "./my-member.ts";

const OwnService = z.object({
  serviceId: Id("consultingService"),
  slug: z.string(),
  name: z.string(),
  acquiredAt: Instant,
  expiresAt: Instant.nullable(),
  sessionsTotal: z.number().int().min(0),
  sessionsLeft: z.number().int().min(0),
  timeZone: z.string(),
  bookings: z.array(
    z.object({
      id: Id("consultingBooking"),
      status: z.string(),
      startsAt: Instant,
      endsAt: Instant,
      meetingUrl: z.string().nullable().meta({ description: "Available from one day before a confirmed session" }),
    }),
  ),
  url: z.string(),
});

const list = { list: "ownServices" };

export const listOwnConsulting = operation({
  name: "listOwnConsulting",
  summary: "List the member's consulting services",
  description: "Newest first, with booked and remaining sessions.",
  reads: "account:read",
  input: z.object({
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().max(1000).optional(),
  }),
  output: pageSchemaOf(OwnService),
  async run(context, { limit, cursor }) {
    const { now, site } = context;
    const memberId = ownId(context);
    const position = positionAfter(cursor, list);
    const after = position && { acquiredAt: position.at, id: position.id };
    const rows = await listAcquiredServices(context, memberId, { first: limit + 1, after });
    const bookings = await bookingsOfGrants(context, memberId, rows, now);
    return rowsPage(rows, limit, {
      show: (row) => ({
        ...row,
        sessionsLeft: Math.max(0, row.sessionsTotal - row.sessionsUsed),
        timeZone: availabilityOf(row).timeZone,
        bookings: (bookings.get(row.id) ?? []).map((booking) => ({
          ...booking,
          meetingUrl: meetingUrlAt(booking, now),
        })),
        url: `${site.origin}/consulting/${row.slug}`,
      }),
      cursorOf: ({ acquiredAt, id }) => cursorAfter({ at: acquiredAt, id }, list),
    });
  },
});
