import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { Certificate, type CertificateRow, readSerial } from "./certificate.ts";
import { findBySerial, findLecturerName } from "./queries.ts";

const { serial, studentName, courseName, issuedAt, expiresAt } = Certificate.shape;

/** Content that a certificate shows. Its lecturer is the first one of the course that the school shows. */
const Content = z.object({
  serial,
  studentName,
  courseName,
  issuedAt,
  expiresAt,
  lecturerName: z.string().nullable(),
});

/** Status on the verification page. The API reports expired certificates as valid. */
export const visibleStatuses = ["valid", "expired", "revoked"] as const;

/**
 * Returns the names of the student and the course, and the dates, to anyone who has the serial. For a revoked
 * certificate, it returns only the status.
 */
export const checkCertificate = operation({
  name: "checkCertificate",
  summary: "Verify a certificate by its serial number",
  reads: forAnyone,
  input: z.object({ serial: z.string().max(40) }),
  output: z.object({
    serial,
    status: z.enum(visibleStatuses),
    studentName: studentName,
    courseName: courseName.nullable(),
    issuedAt: issuedAt.nullable(),
    expiresAt,
    isOwn: z.boolean().meta({ description: "True if the caller is the student of the certificate" }),
  }),
  async run(context, input) {
    const found = await requireBySerial(context, input.serial);
    const { serial, studentName, courseName, issuedAt, expiresAt } = found;
    const [status, isOwn] = [statusAt(found, context.now), isTheirs(context, found)];
    if (status === "revoked") {
      return { serial, status, studentName: null, courseName: null, issuedAt: null, expiresAt: null, isOwn };
    }
    return { serial, status, studentName, courseName, issuedAt, expiresAt, isOwn };
  },
});

/** Returns a valid certificate with its issue date to the student it was issued to. */
export const readOwnCertificate = operation({
  name: "readOwnCertificate",
  summary: "Retrieve a valid certificate of the member",
  reads: { only: ["session"] },
  input: z.object({ serial: z.string().max(40) }),
  output: Content,
  async run(context, input) {
    const found = await requireBySerial(context, input.serial);
    if (statusAt(found, context.now) === "valid" && isTheirs(context, found)) return withLecturer(context, found);
    throw notFound("certificate", found.serial);
  },
  version: ({ version }) => version,
});

/** Returns what the image of a certificate shows. Revoked certificates have none. */
export const readCertificateContent = operation({
  name: "readCertificateContent",
  summary: "Retrieve the content of a certificate by its serial number",
  reads: forAnyone,
  input: z.object({ serial: z.string().max(40) }),
  output: Content,
  async run(context, input) {
    const found = await requireBySerial(context, input.serial);
    if (statusAt(found, context.now) !== "revoked") return withLecturer(context, found);
    throw notFound("certificate", found.serial);
  },
  version: ({ version }) => version,
});

const withLecturer = async (context: Context, found: CertificateRow) => ({
  ...found,
  lecturerName: (await findLecturerName(context, found.courseId)) ?? null,
});

export const statusAt = (
  { status, expiresAt }: { status: "valid" | "revoked"; expiresAt: Date | null },
  now: Date,
): (typeof visibleStatuses)[number] =>
  status === "valid" && expiresAt !== null && expiresAt <= now ? "expired" : status;

async function requireBySerial(context: Context, text: string) {
  const serial = readSerial(text);
  const found = await findBySerial(context, serial);
  if (!found) throw notFound("certificate", serial);
  return found;
}

const isTheirs = ({ caller }: Context, { studentId }: { studentId: string }): boolean =>
  caller.kind === "session" && caller.memberId === studentId;
