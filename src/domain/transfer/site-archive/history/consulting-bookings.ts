import type * as z from "zod";
import { findLecturer } from "#domain/catalog/lecturers/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { WebAddress } from "#domain/platform/fields.ts";
import { formatId, Id, newId, parseId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { ConsultingBooking } from "#domain/sales/consulting-bookings/booking.ts";
import { insertBooking } from "#domain/sales/consulting-bookings/queries.ts";
import { grantsOfBookings } from "#domain/offers/consulting/all-sessions.ts";
import { lockSessions } from "#domain/offers/consulting/grant-queries.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import type { Row } from "../archive-format.ts";
import { operations } from "../archived-resources.ts";
import { readPages } from "../read-list.ts";
import { notImported } from "./not-imported.ts";
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
}).extend({ meetingUrl: WebAddress.nullable(), grantId: Id("consultingGrant").nullable().optional() });

/** Sessions of consulting services, past and future ones, whatever the availability is now. */
export const consultingBookings = restoredPart({
  rows: bookingRows,
  key: ["service_id", "member_id", "starts_at", "status"],
  schema: Restored,
  notCompared: ["grant_id"],
  insert,
});

const idOf = ({ id }: Row): string => parseId("consultingBooking", String(id)) ?? "";

/** Bookings with the grant whose session they use. */
async function* bookingRows(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of readPages(context, operations.listConsultingBookings)) {
    const grants = await grantsOfBookings(context, page.map(idOf));
    yield page.map((row) => {
      const grant = grants.get(idOf(row));
      return { ...row, grant_id: grant === undefined ? null : formatId("consultingGrant", grant) };
    });
  }
}

async function insert(context: Context, booking: z.output<typeof Restored>): Promise<string> {
  const { serviceId, memberId, lecturerId, startsAt, endsAt } = booking;
  if (endsAt <= startsAt) throw validationFailed("/endsAt", "too_small", "The end must be after the start.");
  if (!(await findService(context, { id: serviceId }))) throw notImported("/serviceId", "consulting service");
  if (!(await findMember(context, memberId))) throw notImported("/memberId", "member");
  if (!(await findLecturer(context, { id: lecturerId }))) throw notImported("/lecturerId", "lecturer");
  const id = newId();
  await insertBooking(context, { id, ...booking, grantId: await knownGrant(context, booking) }, context.now);
  return formatId("consultingBooking", id);
}

/** The grant of the booking; null for one that has ended, which an archive does not contain. */
async function knownGrant(
  context: Context,
  { grantId, memberId }: Pick<z.output<typeof Restored>, "grantId" | "memberId">,
): Promise<string | null> {
  const grant = grantId ? await lockSessions(context, grantId) : undefined;
  return grant?.memberId === memberId ? grant.id : null;
}
