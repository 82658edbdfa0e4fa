import { occasions } from "#domain/messages/notifications/occasions.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { addMonths } from "#lib/time/zoned-time.ts";
import {
  certificateEvent,
  certificateUrl,
  type NewCertificate,
  serializeCertificate,
  type CertificateRow,
  newSerial,
} from "./certificate.ts";
import { findCertificate, findNames, hasCertificate, insertCertificate, findBySerial } from "./queries.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

type Completed = Pick<Enrollment, "id" | "studentId" | "courseId">;

/** Stores a certificate, notifies the student, and returns its ID. The caller locks the enrollment. */
export async function issueTo(
  context: Context,
  { id: enrollmentId, studentId, courseId }: Completed,
  details: Pick<NewCertificate, "issuedAt" | "externalId" | "metadata">,
): Promise<string> {
  const { student, course, slug, certificateMonths } = await mustExist(findNames(context, { studentId, courseId }));
  const certificate: NewCertificate = {
    id: newId(),
    serial: newSerial(),
    enrollmentId,
    studentId,
    courseId,
    studentName: student,
    courseName: course,
    expiresAt: certificateMonths ? addMonths(await findTimeZone(context), details.issuedAt, certificateMonths) : null,
    ...details,
  };
  await insertCertificate(context, certificate, context.now);
  const { id, serial } = certificate;
  const url = certificateUrl(context.site, serial);
  await notify(context, {
    ...occasions.certificateIssued({ id, url }, { name: course, slug }),
    memberId: studentId,
  });
  return id;
}

/**
 * Issues the certificate of an enrollment that was just completed, if completion of its course issues one. A student
 * whose certificate was revoked gets another one from staff only.
 */
export async function issueOnCompletion(context: Context, enrollment: Completed): Promise<void> {
  const { certificateMonths } = await mustExist(findNames(context, enrollment));
  if (certificateMonths === null || (await hasCertificate(context, enrollment.id))) return;
  const id = await issueTo(context, enrollment, { issuedAt: context.now, externalId: null, metadata: {} });
  const issued = serializeCertificate(context.site, await mustExist(findCertificate(context, id)));
  await recordEvent(context, certificateEvent("certificate.issued", issued));
}

type FormerCertificate = Omit<CertificateRow, "id" | "version" | "createdAt" | "updatedAt">;

/**
 * Inserts a certificate of another site with its names, dates and status. It keeps its serial, so that printed addresses
 * can be verified here, unless another certificate of this site has it. Returns its ID.
 */
export async function restoreCertificate(
  context: Pick<Context, "db" | "site" | "now">,
  certificate: FormerCertificate,
): Promise<string> {
  const id = newId();
  const isFree = (await findBySerial(context, certificate.serial)) === undefined;
  const serial = isFree ? certificate.serial : newSerial();
  await insertCertificate(context, { ...certificate, id, serial }, context.now);
  return id;
}
