import type { Context } from "#domain/platform/context.ts";
import type { ServiceRow } from "#domain/offers/consulting/consulting.ts";
import { lockSessions, returnSessions } from "#domain/offers/consulting/grant-queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { assertTransition } from "#domain/platform/states/transitions.ts";
import { formatTime } from "#domain/platform/time/format-time.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { bookingTransitions, type BookingRow, type BookingStatus, serializeBooking } from "./booking.ts";
import { slotsOf } from "./free-slots.ts";
import { appointmentOfSession, findOwnSession } from "./own-sessions.ts";
import {
  countOpenBookings,
  findBooking,
  findGrantOfBooking,
  findServiceOf,
  insertBooking,
  lockBooker,
  lockBooking,
  lockLecturers,
  updateBooking,
} from "./queries.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

interface NewSession extends Pick<BookingRow, "memberId" | "startsAt" | "meetingUrl" | "answers" | "metadata"> {
  lecturerId?: string | undefined;
  /** Grant whose session is used: the caller has taken one of it. */
  grantId: string | null;
  /** A slot that the caller has locked, for a person who has paid for it. */
  taken?: Pick<BookingRow, "lecturerId" | "startsAt" | "endsAt">;
}

/** Books a session of a published service for a member, and notifies them. */
export async function bookSession(
  context: Context,
  service: ServiceRow,
  { startsAt, lecturerId, taken, ...input }: NewSession,
) {
  if (service.status !== "published") {
    throw invalidState("consulting service", service.status, "booked", ["published"], "Publish the service first.");
  }
  const slot = taken ?? (await takeSlot(context, service, { startsAt, lecturerId }));
  if (!taken) await requireFewBookings(context, input.memberId);
  const id = newId();
  const booking = { id, serviceId: service.id, status: "confirmed" as const, ...input, ...slot };
  await insertBooking(context, booking, context.now);
  return notifyOfBooking(context, id, "bookingMade");
}

/** Cancels a booking, returns its session to the member, and notifies them. */
export async function cancelBooking(context: Context, id: string) {
  const grantId = await findGrantOfBooking(context, id);
  if (grantId !== null) await lockSessions(context, grantId);
  await move(context, id, "canceled");
  if (grantId !== null) await returnSessions(context, grantId, 1);
  return notifyOfBooking(context, id, "bookingCanceled");
}

export async function requireBooking(context: Context, id: string): Promise<BookingRow> {
  const existing = await lockBooking(context, id);
  if (!existing) throw notFound("booking", formatId("consultingBooking", id));
  requireVersion(context, existing);
  return existing;
}

/** Notifies the member and the lecturer of the current state of a booking. */
export async function notifyOfBooking(
  context: Context,
  id: string,
  what: "bookingMade" | "bookingMoved" | "bookingCanceled",
) {
  const booking = await mustExist(findBooking(context, id));
  const { service, timeZone } = await findServiceOf(context, booking.serviceId);
  const session = { ...booking, service, startsAtInWords: formatTime(booking.startsAt, timeZone) };
  const ownSession = await findOwnSession(context, booking.memberId, id);
  const appointment = ownSession && appointmentOfSession(ownSession, context.now);
  await notify(context, { ...occasions[what](session), memberId: booking.memberId, appointment });
  return serializeBooking(booking);
}

export async function move(context: Context, id: string, to: BookingStatus) {
  const { status } = await requireBooking(context, id);
  assertTransition("booking", bookingTransitions, status, to);
  await updateBooking(context, id, { status: to }, context.now);
  return serializeBooking(await mustExist(findBooking(context, id)));
}

interface BookingRequest {
  startsAt: Date;
  lecturerId?: string | undefined;
  /** The preferred lecturer, if available. */
  preferred?: string;
  /** ID of the booking to reschedule, which does not block its own slot. */
  except?: string;
}

/** Chooses a lecturer for a session and locks the slot until the transaction ends. */
export async function takeSlot(
  context: Context,
  service: ServiceRow,
  { startsAt, lecturerId, preferred, except }: BookingRequest,
) {
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

/** Throws `conflict` at the maximum of the school. Locks the member until the transaction ends. */
export async function requireFewBookings(context: Context, memberId: string): Promise<void> {
  const { openBookingsPerMember: maxBookings } = settingsFrom((await findSchool(context)).settings).limits;
  if (maxBookings === null) return;
  await lockBooker(context, memberId);
  if ((await countOpenBookings(context, memberId, context.now)) < maxBookings) return;
  throw new Problem(
    "conflict",
    `This person has ${maxBookings} upcoming sessions, which is the maximum that the school allows.`,
  );
}
