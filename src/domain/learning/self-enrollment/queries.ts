import { rows } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";

export interface EnrollmentRequestRow {
  id: string;
  memberId: string;
  courseId: string;
  status: "pending" | "approved" | "declined";
  createdAt: Date;
  decidedAt: Date | null;
}

export const requests = defineTable<EnrollmentRequestRow>("enrollment_requests", { without: "updated_at" });

export const { lock: lockRequest } = requests;

interface Pair {
  memberId: string;
  courseId: string;
}

/** The enrollment of a member in a course, whatever its status. */
export const findEnrollmentOf = ({ db, site }: SiteScope, { memberId, courseId }: Pair) =>
  db.first<Pick<Enrollment, "status" | "startsAt" | "expiresAt">>`
    select status, starts_at, expires_at from enrollments
     where site_id = ${site.id} and ${table("enrollments").hasPair(["student_id", "course_id"], memberId, courseId)} and ${table("enrollments").present}`;

export const findRequest = ({ db, site }: SiteScope, { memberId, courseId }: Pair) =>
  db.first<EnrollmentRequestRow>`
    select ${requests.columns} from enrollment_requests
     where site_id = ${site.id} and member_id = ${memberId} and course_id = ${courseId}`;

/** Stores a request. One that was approved earlier, and whose enrollment has ended since, waits again. */
export async function insertRequest({ db, site }: SiteScope, id: string, pair: Pair, now: Date): Promise<void> {
  const row = { siteId: site.id, id, ...pair, status: "pending", createdAt: now, updatedAt: now };
  await db.run`
    insert into enrollment_requests ${rows(row)}
    on conflict (site_id, member_id, course_id) do update
       set status = 'pending', created_at = excluded.created_at, updated_at = excluded.updated_at, decided_at = null
     where enrollment_requests.status = 'approved'`;
}

export async function decideRequest(
  { db, site }: SiteScope,
  id: string,
  status: "approved" | "declined",
  now: Date,
): Promise<void> {
  await db.run`
    update enrollment_requests set status = ${status}, decided_at = ${now}, updated_at = ${now}
     where site_id = ${site.id} and id = ${id}`;
}
