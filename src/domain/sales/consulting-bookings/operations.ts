import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { takeSession } from "#domain/offers/consulting/grant-queries.ts";
import { findService, lockServiceAgainstDeletion } from "#domain/offers/consulting/queries.ts";
import { Metadata, ReferenceTo, WebAddress } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOf, anyOf, range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { invalidState, notFound, Problem } from "#domain/platform/problem.ts";
import { bookSession, cancelBooking, move, notifyOfBooking, requireBooking, takeSlot } from "./book-session.ts";
import {
  Answers,
  bookingTransitions,
  type BookingRow,
  bookingStatuses,
  ConsultingBooking,
  serializeBooking,
} from "./booking.ts";
import { columns, updateBooking } from "./queries.ts";
import { findOrInvite, PersonNamed } from "#domain/people/members/add-member.ts";

const bookings = listing<BookingRow>({
  kind: "consultingBooking",
  table: sql`consulting_bookings`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", startsAt: "timestamptz" },
  filters: {
    serviceId: anyIdOf(Id("consultingService"), sql`consulting_bookings.service_id`),
    lecturerId: anyIdOf(Id("lecturer"), sql`consulting_bookings.lecturer_id`),
    memberId: anyIdOf(Id("member"), sql`consulting_bookings.member_id`),
    status: anyOf(z.enum(bookingStatuses), sql`consulting_bookings.status`),
    startsAt: range(Instant, sql`consulting_bookings.starts_at`),
    updatedAt: range(Instant, sql`consulting_bookings.updated_at`),
  },
});

export const listConsultingBookings = operation({
  name: "listConsultingBookings",
  summary: "List consulting bookings",
  description: "Bookings of all consulting services.",
  reads: "digital_products:read",
  input: bookings.input,
  output: pageSchemaOf(ConsultingBooking),
  run: async (context, input) => mapPage(await bookings.page(context, input), serializeBooking),
});

export const createConsultingBooking = operation({
  name: "createConsultingBooking",
  summary: "Create a consulting booking",
  description:
    "Books a session for a person. A new person is invited by email. Uses a session that the person has bought, if one is left.",
  writes: "digital_products:write",
  input: PersonNamed.extend({
    service: ReferenceTo("consultingService"),
    startsAt: Instant,
    lecturerId: Id("lecturer").optional().meta({ description: "Defaults to any lecturer who is free" }),
    meetingUrl: WebAddress.nullable().default(null),
    answers: Answers.default({}),
    metadata: Metadata.default({}),
  }),
  output: ConsultingBooking,
  async run(context, { service: reference, memberId, email, ...input }) {
    const service = await lockServiceAgainstDeletion(context, reference);
    if (!service) throw resourceNotFound("consultingService", reference);
    const member = await findOrInvite(context, { memberId, email });
    const grantId = await takeSession(context, { memberId: member.id, serviceId: service.id });
    return bookSession(context, service, { ...input, memberId: member.id, grantId });
  },
  emits: "consulting_booking.created",
});

export const rescheduleConsultingBooking = operation({
  name: "rescheduleConsultingBooking",
  summary: "Reschedule a consulting booking",
  writes: "digital_products:write",
  input: z.object({ id: Id("consultingBooking"), startsAt: Instant, lecturerId: Id("lecturer").optional() }),
  output: ConsultingBooking,
  async run(context, { id, startsAt, lecturerId }) {
    const existing = await requireBooking(context, id);
    if (bookingTransitions[existing.status].length === 0) {
      throw invalidState("booking", existing.status, "rescheduled", [], "Book another session instead.");
    }
    const service = await findService(context, { id: existing.serviceId });
    if (!service) throw notFound("consulting service", formatId("consultingService", existing.serviceId));
    const slot = await takeSlot(context, service, {
      startsAt,
      lecturerId,
      preferred: existing.lecturerId,
      except: id,
    });
    await updateBooking(context, id, slot, context.now);
    return notifyOfBooking(context, id, "bookingMoved");
  },
  emits: "consulting_booking.rescheduled",
});

export const cancelConsultingBooking = operation({
  name: "cancelConsultingBooking",
  summary: "Cancel a consulting booking",
  description: "The slot can be booked again. A session that was bought can be used again.",
  writes: "digital_products:write",
  input: z.object({ id: Id("consultingBooking") }),
  output: ConsultingBooking,
  async run(context, { id }) {
    return cancelBooking(context, id);
  },
  emits: "consulting_booking.canceled",
});

export const completeConsultingBooking = operation({
  name: "completeConsultingBooking",
  summary: "Complete a consulting booking",
  description: "Records that the session took place or that the person did not attend.",
  writes: "digital_products:write",
  input: z.object({ id: Id("consultingBooking"), outcome: z.enum(["completed", "no_show"]).default("completed") }),
  output: ConsultingBooking,
  async run(context, { id, outcome }) {
    const existing = await requireBooking(context, id);
    if (existing.startsAt > context.now && existing.status === "confirmed") {
      throw new Problem("conflict", "The session has not started yet. Cancel it, or wait until it has started.");
    }
    return move(context, id, outcome);
  },
  event: (_input, booking) =>
    booking.status === "completed" ? eventAbout("consulting_booking.completed", "consultingBooking", booking.id) : [],
});
