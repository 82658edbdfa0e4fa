import * as z from "zod";
import { ExternalId, Slug } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Start } from "#domain/platform/time/instant.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { MetadataChanges } from "#domain/platform/metadata.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** A student by any identifier; several must agree. */
export const studentNames = {
  studentId: Id("member").nullable().optional(),
  studentExternalId: ExternalId.nullable().optional(),
  studentEmail: EmailAddress.nullable().optional(),
};
export const byStudent = { id: "studentId", externalId: "studentExternalId", email: "studentEmail" } as const;

export const courseNames = {
  courseId: Id("course").nullable().optional(),
  courseExternalId: ExternalId.nullable().optional(),
  courseSlug: Slug.nullable().optional(),
};
export const byCourse = { id: "courseId", externalId: "courseExternalId", slug: "courseSlug" } as const;

/** A student's access to a course. Its status follows from its timestamps. */
export const EnrollmentRowIn = z.object({
  id: Id("enrollment").optional(),
  externalId: ExternalId.nullable().optional(),
  ...studentNames,
  ...courseNames,
  planId: Id("coursePlan").nullable().optional(),
  planExternalId: ExternalId.nullable().optional(),
  startsAt: Start.optional(),
  expiresAt: End.nullable().optional(),
  lifetime: z.boolean().optional(),
  enrolledAt: Start.optional(),
  completedAt: Start.nullable().optional(),
  revokedAt: Start.nullable().optional(),
  revokeReason: trimmed().min(1).max(500).nullable().optional(),
  metadata: MetadataChanges.optional(),
});
export type EnrollmentRowIn = z.output<typeof EnrollmentRowIn>;

type Named = { [field in keyof typeof studentNames | keyof typeof courseNames]?: string | null | undefined };

/** The student and the course as named in the row, as keys for rows about the same pair. */
export const pairKey = (row: Named): string[] => {
  const student = row.studentId ?? row.studentExternalId ?? row.studentEmail?.toLowerCase();
  const course = row.courseId ?? row.courseExternalId ?? row.courseSlug;
  return student && course ? [`${student} ${course}`] : [];
};
