import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import { randomBytes } from "node:crypto";

export const certificateStatuses = ["valid", "revoked"] as const;

/** `XXXX-XXXX-XXXX-XXXX` in Crockford base32: 80 random bits, so serials cannot be guessed. */
const Serial = z.string().meta({ examples: ["7K3M-Q9ZD-4TWX-P2VA"] });

/** A certificate of course completion. */
export const Certificate = versionedResource("certificate", {
  serial: Serial,
  enrollmentId: Id("enrollment"),
  studentId: Id("member"),
  courseId: Id("course"),
  studentName: untrusted(z.string().nullable().meta({ description: "The name at the time of issue" })),
  courseName: z.string(),
  status: z.enum(certificateStatuses),
  issuedAt: Instant,
  expiresAt: Instant.nullable().meta({ description: "Null if the certificate does not expire" }),
  revokedAt: Instant.nullable(),
  revokeReason: z.string().nullable(),
  url: z.string().meta({ description: "The public verification page" }),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export interface CertificateRow extends Omit<z.output<typeof Certificate>, "object" | "url"> {
  version: number;
}

export type NewCertificate = Omit<
  CertificateRow,
  "status" | "revokedAt" | "revokeReason" | "version" | "createdAt" | "updatedAt"
>;

export const certificateUrl = ({ origin }: Pick<Site, "origin">, serial: string): string =>
  `${origin}/certificates/${serial}`;

export const serializeCertificate = (
  site: Site,
  row: CertificateRow,
): z.output<typeof Certificate> & { version: number } => ({
  ...row,
  object: "certificate",
  url: certificateUrl(site, row.serial),
});

export const certificateEvent = (
  type: "certificate.issued" | "certificate.revoked",
  { id, serial, enrollmentId, studentId, courseId, status, issuedAt, url }: z.output<typeof Certificate>,
): OutboxEvent =>
  eventAbout(type, "certificate", id, {
    serial,
    enrollment_id: formatId("enrollment", enrollmentId),
    student_id: formatId("member", studentId),
    course_id: formatId("course", courseId),
    status,
    issued_at: issuedAt.toISOString(),
    url,
  });

/** Crockford base32, without letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function newSerial(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join("");
  return grouped(letters);
}

/** Normalizes a serial as users type it from paper. */
export const readSerial = (text: string): string =>
  grouped(
    text
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, "")
      .replaceAll("O", "0")
      .replaceAll(/[IL]/g, "1"),
  );

const grouped = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join("-");
