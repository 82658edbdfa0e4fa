import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { countSessionsLeft, takeSession } from "#domain/offers/consulting/grant-queries.ts";
import { findService, lockServiceAgainstDeletion } from "#domain/offers/consulting/queries.ts";
import { meetingUrlAt } from "./acquired-sessions.ts";
import { bookSession, cancelBooking } from "./book-session.ts";
import { mayCancelSession } from "./own-sessions.ts";
import { findBooking, listUpcoming } from "./queries.ts";

/** The visitor's sessions of a service: those left to book, and those to come. */
export const findMySessions = operation({
  name: "findMySessions",
  summary: "List the member's sessions of a consulting service",
  reads: forAnyone,
  input: z.object({ serviceId: Id("consultingService") }),
  output: z.object({
    left: z.number().int(),
    bookings: z.array(
      z.object({
        id: Id("consultingBooking"),
        startsAt: Instant,
        endsAt: Instant,
        meetingUrl: z.string().nullable(),
        mayCancel: z.boolean(),
      }),
    ),
  }),
  async run(context, { serviceId }) {
    const { caller, now } = context;
    const memberId = memberOf(caller);
    const service = await findService(context, { id: serviceId });
    if (memberId === null || !service) return { left: 0, bookings: [] };
    const upcoming = await listUpcoming(context, { memberId, serviceId, now });
    return {
      left: await countSessionsLeft(context, { memberId, serviceId }),
      bookings: upcoming.map((booking) => ({
        ...booking,
        meetingUrl: meetingUrlAt(booking, now),
        mayCancel: mayCancelSession(booking, service.cancellationHours, now),
      })),
    };
  },
});

/** Throws `sold_out` if the member has no session left, `slot_taken` and `validation_failed` for the time. */
export const bookMySession = operation({
  name: "bookMySession",
  summary: "Book a consulting session for the member",
  writes: { only: ["session"] },
  input: z.object({ service: ReferenceTo("consultingService"), startsAt: Instant }),
  output: z.object({ id: Id("consultingBooking") }),
  prepare: limitOwnRequests,
  async run(context, { service: reference, startsAt }) {
    const { memberId } = requireSession(context);
    const service = await lockServiceAgainstDeletion(context, reference);
    if (!service) throw resourceNotFound("consultingService", reference);
    const grantId = await takeSession(context, { memberId, serviceId: service.id });
    if (grantId === null) throw new Problem("sold_out", "You have no sessions left for this service.");
    const session = { memberId, grantId, startsAt, meetingUrl: null, answers: {}, metadata: {} };
    const { id } = await bookSession(context, service, session);
    return { id };
  },
  emits: "consulting_booking.created",
});

/** Throws `not_found` for sessions of others, and `invalid_state` if it is too late. */
export const cancelMySession = operation({
  name: "cancelMySession",
  summary: "Cancel the member's consulting session",
  writes: { only: ["session"] },
  input: z.object({ id: Id("consultingBooking") }),
  output: z.object({ id: Id("consultingBooking") }),
  prepare: limitOwnRequests,
  async run(context, { id }) {
    const { memberId } = requireSession(context);
    const booking = await findBooking(context, id);
    if (booking?.memberId !== memberId) throw notFound("booking", "with this ID");
    const service = await findService(context, { id: booking.serviceId });
    if (!mayCancelSession(booking, service?.cancellationHours ?? 0, context.now)) {
      throw new Problem("invalid_state", "It is too late to cancel this session.", { allowed: [] });
    }
    await cancelBooking(context, id);
    return { id };
  },
  emits: "consulting_booking.canceled",
});
