import type * as z from "zod";
import { findLecturer } from "#domain/catalog/lecturers/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { WebAddress } from "#domain/platform/fields.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { ConsultingBooking } from "#domain/sales/consulting-bookings/booking.ts";
import { insertBooking } from "#domain/sales/consulting-bookings/queries.ts";
import { findService } from "#domain/sales/consulting/queries.ts";
import { operations } from "../archived-resources.ts";
import { readPages } from "../read-list.ts";
import { restoredPart } from "./restored-part.ts";

const Restored = ConsultingBooking.pick({
  serviceId: true,
  memberId: true,
  lecturerId: true,
  startsAt: true,
  endsAt: true,
  status: true,
  answers: true,
  metadata: true,
}).extend({ meetingUrl: WebAddress.nullable() });

/** Sessions of consulting services, past and future ones, whatever the availability is now. */
export const consultingBookings = restoredPart({
  rows: (context) => readPages(context, operations.listConsultingBookings),
  key: ["service_id", "member_id", "starts_at", "status"],
  schema: Restored,
  notCompared: [],
  insert,
});

async function insert(context: Context, booking: z.output<typeof Restored>): Promise<string> {
  const { serviceId, memberId, lecturerId, startsAt, endsAt } = booking;
  if (endsAt <= startsAt) throw validationFailed("/endsAt", "too_small", "The end must be after the start.");
  if (!(await findService(context, { id: serviceId }))) throw notImported("/serviceId", "consulting service");
  if (!(await findMember(context, memberId))) throw notImported("/memberId", "member");
  if (!(await findLecturer(context, { id: lecturerId }))) throw notImported("/lecturerId", "lecturer");
  const id = newId();
  await insertBooking(context, { id, ...booking, grantId: null }, context.now);
  return formatId("consultingBooking", id);
}

const notImported = (pointer: string, what: string) =>
  validationFailed(pointer, "not_found", `The ${what} was not imported.`);
