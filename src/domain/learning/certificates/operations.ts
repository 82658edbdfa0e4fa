import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { isOwnCourse, ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import type { EnrollmentRow } from "#domain/learning/enrollments/enrollment.ts";
import { lockEnrollment } from "#domain/learning/enrollments/queries.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant, Start } from "#domain/platform/time/instant.ts";
import {
  anyIdOf,
  anyOf,
  changeTimes,
  equalTo,
  matching,
  range,
  withoutIndex,
} from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import {
  Certificate,
  certificateEvent,
  type CertificateRow,
  certificateStatuses,
  serializeCertificate,
  readSerial,
} from "./certificate.ts";
import { issueTo } from "./issue.ts";
import { columns, findCertificate, findValid, lockCertificate, updateCertificate } from "./queries.ts";

const certificates = listing<CertificateRow>({
  kind: "certificate",
  table: sql`certificates`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", issuedAt: "timestamptz" },
  filters: {
    courseId: anyIdOf(Id("course"), sql`certificates.course_id`),
    studentId: anyIdOf(Id("member"), sql`certificates.student_id`),
    enrollmentId: anyIdOf(Id("enrollment"), sql`certificates.enrollment_id`),
    status: withoutIndex(anyOf(z.enum(certificateStatuses), sql`certificates.status`)),
    serial: matching(z.string().max(40), (serial) => equalTo(sql`certificates.serial`, sql`${readSerial(serial)}`)),
    issuedAt: range(Instant, sql`certificates.issued_at`),
    ...changeTimes(sql`certificates`),
  },
});

export const listCertificates = operation({
  name: "listCertificates",
  summary: "List certificates",
  reads: "students:read",
  input: certificates.input,
  output: pageSchemaOf(Certificate),
  run: async (context, input) =>
    mapPage(await certificates.page(context, input, { confine: [ofOwnCourses(context, sql`certificates`)] }), (row) =>
      serializeCertificate(context.site, row),
    ),
});

export const getCertificate = operation({
  name: "getCertificate",
  summary: "Retrieve a certificate",
  reads: "students:read",
  input: z.object({ id: Id("certificate") }),
  output: Certificate,
  run: async (context, { id }) =>
    serializeCertificate(context.site, await requireOwn(context, id, await findCertificate(context, id))),
});

async function requireOwn(context: Context, id: string, row: CertificateRow | undefined): Promise<CertificateRow> {
  if (row && (await isOwnCourse(context, row.courseId))) return row;
  throw notFound("certificate", formatId("certificate", id));
}

export const issueCertificate = operation({
  name: "issueCertificate",
  summary: "Issue a certificate",
  description: "The enrollment must be completed. Notifies the student.",
  writes: "students:write",
  input: z.object({
    enrollmentId: Id("enrollment"),
    issuedAt: Start.optional(),
    externalId: ExternalId.optional(),
    metadata: Metadata.optional(),
  }),
  output: Certificate,
  async run(context, { enrollmentId, issuedAt = context.now, externalId, metadata = {} }) {
    const enrollment = await lockCompleted(context, enrollmentId);
    if (issuedAt > context.now)
      throw validationFailed("/issuedAt", "too_big", "The issue date cannot be in the future.");
    if (await findValid(context, enrollmentId)) {
      throw new Problem("already_issued", "This enrollment already has a valid certificate. Revoke it first.");
    }
    await requireUnusedExternalId(context, { table: sql`certificates`, what: "certificate" }, externalId);
    const id = await issueTo(context, enrollment, { issuedAt, externalId: externalId ?? null, metadata });
    return readBack(context, id);
  },
  event: (_input, output) => certificateEvent("certificate.issued", output),
});

async function lockCompleted(context: Context, id: string): Promise<EnrollmentRow> {
  const existing = await lockEnrollment(context, id);
  if (!existing || !(await isOwnCourse(context, existing.courseId))) {
    throw validationFailed("/enrollmentId", "not_found", "No enrollment has this ID.");
  }
  if (existing.completedAt !== null && existing.status !== "revoked") return existing;
  throw new Problem("invalid_state", "Certificates require an enrollment that is completed and not revoked.", {
    allowed: [],
  });
}

export const revokeCertificate = operation({
  name: "revokeCertificate",
  summary: "Revoke a certificate",
  description: "The verification page then reports it as revoked.",
  writes: "students:write",
  input: z.object({ id: Id("certificate"), reason: trimmed().min(1).max(500).optional() }),
  output: Certificate,
  async run(context, { id, reason }) {
    const existing = await requireOwn(context, id, await lockCertificate(context, id));
    requireVersion(context, existing);
    if (existing.status === "revoked") throw invalidState("certificate", existing.status, "revoked", []);
    const changes = { status: "revoked" as const, revokedAt: context.now, revokeReason: reason ?? null };
    await updateCertificate(context, id, changes, context.now);
    return readBack(context, id);
  },
  audit: ({ reason }, { id }) => about("certificate", id, { reason: reason ?? null }),
  event: (_input, output) => certificateEvent("certificate.revoked", output),
});

const readBack = async (context: Context, id: string) =>
  serializeCertificate(context.site, await mustExist(findCertificate(context, id)));
