import * as z from "zod";
import { Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const bookingStatuses = ["pending", "confirmed", "completed", "canceled", "no_show"] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** State transitions of a booking. */
export const bookingTransitions: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ["confirmed", "canceled"],
  confirmed: ["completed", "no_show", "canceled"],
  completed: [],
  canceled: [],
  no_show: [],
};

/** Keyed by the handle of the intake form field. */
export const Answers = z
  .record(z.string().max(100), z.string().max(5000))
  .refine((answers) => Object.keys(answers).length <= 100, "Expected at most 100 answers.");

/** A booked session with a lecturer. */
export const ConsultingBooking = versionedResource("consultingBooking", {
  serviceId: Id("consultingService"),
  memberId: Id("member"),
  lecturerId: Id("lecturer"),
  startsAt: Instant,
  endsAt: Instant,
  status: z.enum(bookingStatuses),
  meetingUrl: z.string().nullable(),
  answers: untrusted(Answers),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export interface BookingRow extends Omit<z.output<typeof ConsultingBooking>, "object"> {
  version: number;
}

export const serializeBooking = (booking: BookingRow) => ({ object: "consulting_booking" as const, ...booking });
