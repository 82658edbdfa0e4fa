import { sql, type Sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import type { CertificateRow, NewCertificate } from "./certificate.ts";

export const {
  columns,
  find: findCertificate,
  lock: lockCertificate,
  insert: insertCertificate,
  update: updateCertificate,
} = defineTable<
  CertificateRow,
  Omit<NewCertificate, "externalId" | "metadata" | "expiresAt"> & Partial<CertificateRow>,
  Partial<Pick<CertificateRow, "status" | "revokedAt" | "revokeReason">>
>("certificates", { without: "counted_issued_at status_index" });

export const findBySerial = ({ db, site }: SiteScope, serial: string) =>
  db.first<CertificateRow>`
    select ${columns} from certificates where site_id = ${site.id} and serial = ${serial} and deleted_at is null`;

/** Returns the first visible lecturer of a course. */
export async function findLecturerName({ db, site }: SiteScope, courseId: string): Promise<string | undefined> {
  const found = await db.first<{ name: string }>`
    select lecturers.name
      from course_lecturers
     cross join ${table("lecturers").joined(site.id, sql`course_lecturers.lecturer_id`)}
     where course_lecturers.site_id = ${site.id} and course_lecturers.course_id = ${courseId}
       and lecturers.visible and lecturers.deleted_at is null
     order by course_lecturers.position limit 1`;
  return found?.name;
}

/** Returns the valid certificate of an enrollment, if any. */
export const findValid = ({ db, site }: SiteScope, enrollmentId: string) =>
  db.first<{ id: string }>`
    select id from certificates
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} and status = 'valid'`;

/** Returns true if the enrollment has ever had a certificate, which may be revoked. */
export const hasCertificate = async ({ db, site }: SiteScope, enrollmentId: string): Promise<boolean> =>
  (await db.first`
    select from certificates where site_id = ${site.id} and enrollment_id = ${enrollmentId} limit 1`) !== undefined;

/** Returns the newest certificates of each student, up to a limit. */
export const listCertificatesOf = (
  { db, site }: SiteScope,
  studentIds: readonly string[],
  confine: Sql = sql`true`,
): Promise<CertificateRow[]> =>
  db.many<CertificateRow>`
    select ${columns} from certificates
     where certificates.site_id = ${site.id} and certificates.student_id = any(${studentIds}::uuid[])
       and certificates.deleted_at is null and ${confine}
     order by certificates.created_at desc, certificates.id desc limit ${200 * studentIds.length}`;

/** Current names of the student and the course, and the validity of its certificates. */
export const findNames = (
  { db, site }: SiteScope,
  { studentId, courseId }: Pick<CertificateRow, "studentId" | "courseId">,
) =>
  db.first<{ student: string | null; course: string; slug: string; certificateMonths: number | null }>`
    select members.name as student, courses.name as course, courses.slug, courses.certificate_months
      from members
      join courses on courses.site_id = members.site_id and courses.id = ${courseId}
     where members.site_id = ${site.id} and members.id = ${studentId}`;

/** A course certificate. Anyone who has its serial can verify it. */
export interface CertificateCard {
  serial: string;
  issuedAt: Date;
  expiresAt: Date | null;
}

/** Returns the valid certificates that have not expired, keyed by enrollment ID. */
export async function newestCertificates(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  enrollmentIds: readonly string[],
): Promise<Map<string, CertificateCard>> {
  const found = await db.many<CertificateCard & { enrollmentId: string }>`
    select enrollment_id, serial, issued_at, expires_at from certificates
     where site_id = ${site.id} and enrollment_id = any(${enrollmentIds}::uuid[]) and status = 'valid'
       and deleted_at is null and (expires_at is null or expires_at > ${now})`;
  return new Map(found.map(({ enrollmentId, ...card }) => [enrollmentId, card]));
}
