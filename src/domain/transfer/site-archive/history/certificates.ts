import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { Certificate } from "#domain/learning/certificates/certificate.ts";
import { findValid } from "#domain/learning/certificates/queries.ts";
import { lockEnrollment } from "#domain/learning/enrollments/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { operations } from "../archived-resources.ts";
import { readPages } from "../read-list.ts";
import { notImported } from "./not-imported.ts";
import { restoredPart } from "./restored-part.ts";
import { requireOnlyIn, requireStateTime } from "./state-times.ts";
import { restoreCertificate } from "#domain/learning/certificates/issue.ts";

const Name = z.string().max(300);

const Restored = Certificate.pick({
  enrollmentId: true,
  status: true,
  issuedAt: true,
  expiresAt: true,
  revokedAt: true,
  externalId: true,
  metadata: true,
}).extend({
  serial: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/, "Expected a serial number."),
  studentName: Name.nullable(),
  courseName: Name,
  revokeReason: z.string().max(500).nullable(),
});

/** Certificates with their serial numbers, as they were issued. Badges are signed again. */
export const certificates = restoredPart({
  rows: (context) => readPages(context, operations.listCertificates),
  key: ["enrollment_id", "issued_at", "status"],
  schema: Restored,
  notCompared: ["serial"],
  insert,
});

async function insert(context: Context, certificate: z.output<typeof Restored>): Promise<string> {
  const { enrollmentId, externalId, status } = certificate;
  requireStateTime(certificate, "revoked", "revokedAt");
  requireOnlyIn(status === "revoked", certificate, ["revokeReason"], "revoked certificates");
  const enrollment = await lockEnrollment(context, enrollmentId);
  if (!enrollment) throw notImported("/enrollmentId", "enrollment");
  if (status === "valid" && (await findValid(context, enrollmentId))) {
    throw new Problem("already_issued", "This enrollment already has a valid certificate.");
  }
  await requireUnusedExternalId(context, { table: sql`certificates`, what: "certificate" }, externalId);
  const { studentId, courseId } = enrollment;
  return formatId("certificate", await restoreCertificate(context, { ...certificate, studentId, courseId }));
}
