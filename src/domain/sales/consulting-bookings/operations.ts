import * as z from "zod";
import { sql } from "#database/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import type { ServiceRow } from "#domain/sales/consulting/consulting.ts";
import { findService, lockServiceAgainstDeletion } from "#domain/sales/consulting/queries.ts";
import { Metadata, ReferenceTo, WebAddress } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { anyIdOf, anyOf, range } from "#domain/platform/listing/filters.ts";
import { listing, pageOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { findOrInvite, PersonNamed } from "#domain/people/members/find-or-invite.ts";
import { assertTransition } from "#domain/platform/transitions.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { momentInWords } from "#domain/engagement/notifications/moment-in-words.ts";
import { notify } from "#domain/engagement/notifications/notify.ts";
import { occasions } from "#domain/engagement/notifications/occasions.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  Answers,
  bookingMoves,
  type BookingRow,
  bookingStatuses,
  type BookingStatus,
  ConsultingBooking,
  serializeBooking,
} from "./booking.ts";
import { slotsOf } from "./free-slots.ts";
import {
  columns,
  countOpenBookings,
  findBooking,
  findServiceOf,
  insertBooking,
  lockBooker,
  lockBooking,
  lockLecturers,
  updateBooking,
} from "./queries.ts";

const bookings = listing<BookingRow>({
  kind: "consultingBooking",
  table: sql`consulting_bookings`,
  columns,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: {
      column: sql`consulting_bookings.created_at`,
      type: "timestamptz",
      of: (row: BookingRow) => row.createdAt,
    },
    updatedAt: {
      column: sql`consulting_bookings.updated_at`,
      type: "timestamptz",
      of: (row: BookingRow) => row.updatedAt,
    },
    startsAt: {
      column: sql`consulting_bookings.starts_at`,
      type: "timestamptz",
      of: (row: BookingRow) => row.startsAt,
    },
  },
  filters: {
    serviceId: anyIdOf(Id("consultingService"), sql`consulting_bookings.service_id`),
    lecturerId: anyIdOf(Id("lecturer"), sql`consulting_bookings.lecturer_id`),
    memberId: anyIdOf(Id("member"), sql`consulting_bookings.member_id`),
    status: anyOf(z.enum(bookingStatuses), sql`consulting_bookings.status`),
    startsAt: range(Instant, sql`consulting_bookings.starts_at`),
    updatedAt: range(Instant, sql`consulting_bookings.updated_at`),
  },
});

const bookingEvent =
  (type: `consulting_booking.${string}`) =>
  (_input: unknown, { id }: { id: string }) =>
    eventAbout(type, "consultingBooking", id);

export const listConsultingBookings = operation({
  name: "listConsultingBookings",
  summary: "List consulting bookings",
  description: "Bookings of all consulting services.",
  access: { scope: "digital_products:read" },
  writes: false,
  input: bookings.input,
  output: pageOf(ConsultingBooking),
  async run(context, input) {
    const page = await bookings.page(context, input);
    return { ...page, data: page.data.map(serializeBooking) };
  },
});

export const createConsultingBooking = operation({
  name: "createConsultingBooking",
  summary: "Create a consulting booking",
  description: "Books a session for a person. A new person is invited by email.",
  access: { scope: "digital_products:write" },
  writes: true,
  input: PersonNamed.extend({
    service: ReferenceTo("consultingService"),
    startsAt: Instant,
    lecturerId: Id("lecturer").optional().meta({ description: "Defaults to any lecturer who is free" }),
    meetingUrl: WebAddress.nullable().default(null),
    answers: Answers.default({}),
    metadata: Metadata.default({}),
  }),
  output: ConsultingBooking,
  async run(context, { service: reference, startsAt, lecturerId, memberId, email, ...input }) {
    const service = await lockServiceAgainstDeletion(context, reference);
    if (!service) throw resourceNotFound("consultingService", reference);
    if (service.status !== "published") {
      throw invalidState("consulting service", service.status, "booked", ["published"], "Publish the service first.");
    }
    const member = await findOrInvite(context, { memberId, email });
    const place = await takeSlot(context, service, { startsAt, lecturerId });
    await requireFewBookings(context, member.id);
    const id = newId();
    const booking = {
      id,
      serviceId: service.id,
      memberId: member.id,
      status: "confirmed" as const,
      ...input,
      ...place,
    };
    await insertBooking(context, booking, context.now);
    return notifyOfBooking(context, id, "bookingMade");
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("consultingBooking", id),
  event: bookingEvent("consulting_booking.created"),
});

export const rescheduleConsultingBooking = operation({
  name: "rescheduleConsultingBooking",
  summary: "Reschedule a consulting booking",
  access: { scope: "digital_products:write" },
  writes: true,
  input: z.object({ id: Id("consultingBooking"), startsAt: Instant, lecturerId: Id("lecturer").optional() }),
  output: ConsultingBooking,
  async run(context, { id, startsAt, lecturerId }) {
    const existing = await requireBooking(context, id);
    if (bookingMoves[existing.status].length === 0) {
      throw invalidState("booking", existing.status, "rescheduled", [], "Book another session instead.");
    }
    const service = await findService(context, { id: existing.serviceId });
    if (!service) throw notFound("consulting service", formatId("consultingService", existing.serviceId));
    const place = await takeSlot(context, service, {
      startsAt,
      lecturerId,
      preferred: existing.lecturerId,
      except: id,
    });
    await updateBooking(context, id, place, context.now);
    return notifyOfBooking(context, id, "bookingMoved");
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("consultingBooking", id),
  event: bookingEvent("consulting_booking.rescheduled"),
});

export const cancelConsultingBooking = operation({
  name: "cancelConsultingBooking",
  summary: "Cancel a consulting booking",
  description: "The slot can be booked again.",
  access: { scope: "digital_products:write" },
  writes: true,
  input: z.object({ id: Id("consultingBooking") }),
  output: ConsultingBooking,
  async run(context, { id }) {
    await move(context, id, "canceled");
    return notifyOfBooking(context, id, "bookingCanceled");
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("consultingBooking", id),
  event: bookingEvent("consulting_booking.canceled"),
});

export const completeConsultingBooking = operation({
  name: "completeConsultingBooking",
  summary: "Complete a consulting booking",
  description: "Records that the session took place or that the person did not attend.",
  access: { scope: "digital_products:write" },
  writes: true,
  input: z.object({ id: Id("consultingBooking"), outcome: z.enum(["completed", "no_show"]).default("completed") }),
  output: ConsultingBooking,
  async run(context, { id, outcome }) {
    const existing = await requireBooking(context, id);
    if (existing.startsAt > context.now && existing.status === "confirmed") {
      throw new Problem("conflict", "The session has not started yet. Cancel it, or wait until it has started.");
    }
    return move(context, id, outcome);
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("consultingBooking", id),
  event: (_input, booking) =>
    booking.status === "completed" ? bookingEvent("consulting_booking.completed")(_input, booking) : [],
});

async function requireBooking(context: Context, id: string): Promise<BookingRow> {
  const existing = await lockBooking(context, id);
  if (!existing) throw notFound("booking", formatId("consultingBooking", id));
  requireVersion(context, existing);
  return existing;
}

/** Notifies the member and the lecturer of the current state of a booking. */
async function notifyOfBooking(context: Context, id: string, what: "bookingMade" | "bookingMoved" | "bookingCanceled") {
  const booking = await mustExist(findBooking(context, id));
  const { service, timeZone } = await findServiceOf(context, booking.serviceId);
  const session = { ...booking, service, startsAtInWords: momentInWords(booking.startsAt, timeZone) };
  await notify(context, { ...occasions[what](session), memberId: booking.memberId });
  return serializeBooking(booking);
}

async function move(context: Context, id: string, to: BookingStatus) {
  const { status } = await requireBooking(context, id);
  assertTransition("booking", bookingMoves, status, to);
  await updateBooking(context, id, { status: to }, context.now);
  return serializeBooking(await mustExist(findBooking(context, id)));
}

interface Wanted {
  startsAt: Date;
  lecturerId?: string | undefined;
  /** The preferred lecturer, if available. */
  preferred?: string;
  /** ID of the booking to reschedule, which does not block its own slot. */
  except?: string;
}

/** Chooses a lecturer for a session and locks the slot until the transaction ends. */
async function takeSlot(context: Context, service: ServiceRow, { startsAt, lecturerId, preferred, except }: Wanted) {
  if (lecturerId !== undefined && !service.lecturerIds.includes(lecturerId)) {
    const detail = `The lecturer ${formatId("lecturer", lecturerId)} does not offer this service.`;
    throw validationFailed("/lecturerId", "not_found", detail);
  }
  await lockLecturers(context, service.lecturerIds);
  const endsAt = new Date(startsAt.getTime() + 1);
  const [slot] = await slotsOf(context, service, { startsAt, endsAt }, except);
  if (!slot) {
    throw validationFailed(
      "/startsAt",
      "no_slot",
      "The service has no slot at this time. List its slots to see available times.",
    );
  }
  const free = slot.lecturerIds.filter((id) => lecturerId === undefined || id === lecturerId);
  const taker = preferred !== undefined && free.includes(preferred) ? preferred : free[0];
  if (taker === undefined) throw new Problem("slot_taken", "This slot has just been booked. Choose another slot.");
  return { lecturerId: taker, startsAt: slot.startsAt, endsAt: slot.endsAt };
}

async function requireFewBookings(context: Context, memberId: string): Promise<void> {
  const { openBookingsPerMember: maxBookings } = settingsFrom((await findSchool(context)).settings).limits;
  if (maxBookings === null) return;
  await lockBooker(context, memberId);
  if ((await countOpenBookings(context, memberId, context.now)) < maxBookings) return;
  throw new Problem(
    "conflict",
    `This person has ${maxBookings} upcoming sessions, which is the maximum that the school allows.`,
  );
}
