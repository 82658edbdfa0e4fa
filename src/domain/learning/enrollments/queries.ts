import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import { reconsiderCompletion } from "#domain/learning/progress/completion.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { EnrollmentRow, enrollmentStatuses, RevokedFor, NewEnrollment } from "./enrollment.ts";
import { isOwnCourse, ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";

export const {
  columns,
  find: findEnrollment,
  lock: lockEnrollment,
  insertUnique: insertEnrollment,
  update: updateEnrollment,
} = defineTable<
  EnrollmentRow,
  NewEnrollment,
  Partial<
    Pick<EnrollmentRow, "status" | "expiresAt" | "planId" | "metadata" | "revokedAt" | "revokeReason" | "externalId">
  > & { revokedFor?: RevokedFor | null }
>("enrollments", {
  without:
    "counted_completed_at counted_enrolled_at counted_source last_watched_at revoked_for unlocked warned_days warned_for",
});

/** SQL condition for enrollments in one of these states, equivalent to `statusAt`. */
export function inStatus(requested: readonly (typeof enrollmentStatuses)[number][], now: Date): Sql {
  const over = sql`(enrollments.status = 'expired' or enrollments.expires_at <= ${now}) is true`;
  const running = sql`enrollments.status in ('active', 'scheduled') and not (${over})`;
  const conditions = {
    revoked: sql`enrollments.status = 'revoked'`,
    expired: sql`enrollments.status <> 'revoked' and ${over}`,
    completed: sql`enrollments.status = 'completed' and not (${over})`,
    scheduled: sql`${running} and enrollments.starts_at > ${now}`,
    active: sql`${running} and enrollments.starts_at <= ${now}`,
  };
  return requested.map((status) => conditions[status]).reduce((left, right) => sql`(${left}) or (${right})`);
}

/** Returns the newest enrollments of each student, up to a limit. */
export const listEnrollmentsOf = (
  { db, site }: SiteScope,
  studentIds: readonly string[],
  confine: Sql = sql`true`,
): Promise<EnrollmentRow[]> =>
  db.many<EnrollmentRow>`
    select ${columns} from enrollments
     where enrollments.site_id = ${site.id} and enrollments.student_id = any(${studentIds}::uuid[])
       and enrollments.deleted_at is null and ${confine}
     order by enrollments.created_at desc, enrollments.id desc limit ${200 * studentIds.length}`;

/** Returns the existing enrollments of these pairs and locks them until the transaction ends. */
export const lockPairs = (
  { db, site }: SiteScope,
  studentIds: readonly string[],
  courseIds: readonly string[],
): Promise<EnrollmentRow[]> =>
  db.many<EnrollmentRow>`
    select ${columns} from ${table("enrollments").withIds(site.id, idsOfPairs(site.id, studentIds, courseIds))}
     order by enrollments.id for no key update of enrollments`;

/** IDs of the enrollments of these pairs. */
export const idsOfPairs = (siteId: string, studentIds: readonly string[], courseIds: readonly string[]): Sql => sql`
  select pair.id
    from unnest(${studentIds}::uuid[], ${courseIds}::uuid[]) as requested (student_id, course_id)
   cross join lateral (
     select enrollments.id from enrollments
      where enrollments.site_id = ${siteId}
        and ${table("enrollments").hasPair(["student_id", "course_id"], sql`requested.student_id`, sql`requested.course_id`)}
     offset 0) as pair`;

export interface NewRow {
  id: string;
  studentId: string;
  courseId: string;
  planId: string | null;
  source: EnrollmentRow["source"];
  sourceId: string | null;
  startsAt: Date;
  expiresAt: Date | null;
  externalId: string | null;
  metadata: Record<string, string>;
}

/**
 * Inserts enrollments in one statement. Returns the IDs of the inserted rows; rows with a duplicate pair or external
 * ID are skipped.
 */
export async function insertEnrollments({ db, site }: SiteScope, rows: readonly NewRow[], now: Date) {
  const inserted = await db.write.many<{ id: string }>`
    insert into enrollments (site_id, id, student_id, course_id, plan_id, status, source, source_id, starts_at,
                             expires_at, enrolled_at, external_id, metadata, created_at, updated_at)
    select ${site.id}, id, "studentId", "courseId", "planId",
           case when "expiresAt" <= ${now} then 'expired' else 'active' end, source, "sourceId", "startsAt",
           "expiresAt", ${now}, "externalId", metadata, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}) as input
           (id uuid, "studentId" uuid, "courseId" uuid, "planId" uuid, source text, "sourceId" uuid,
            "startsAt" timestamptz, "expiresAt" timestamptz, "externalId" text, metadata jsonb)
     order by "studentId", "courseId"
    on conflict do nothing
    returning id`;
  return new Set(inserted.map(({ id }) => id));
}

/** Sets the end of enrollments and reactivates those that had ended. The caller must lock them. */
export async function extendEnrollments(
  context: Context,
  rows: readonly { id: string; expiresAt: Date | null }[],
): Promise<void> {
  const { db, site, now } = context;
  await db.run`
    update enrollments
       set expires_at = changed."expiresAt",
           status = case when enrollments.completed_at is null then 'active' else 'completed' end,
           revoked_at = null, revoke_reason = null, revoked_for = null, version = enrollments.version + 1,
           updated_at = ${now}
      ${table("enrollments").fromEach(site.id, sql`jsonb_to_recordset(${JSON.stringify(rows)}) as input (id uuid, "expiresAt" timestamptz)`)}`;
  await reconsiderCompletion(
    context,
    rows.map(({ id }) => id),
  );
}

/** Adds to the number of enrolled students, keyed by course ID. Negative numbers subtract. */
export async function countEnrolled(
  { db, site }: SiteScope,
  changes: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const ids = [...changes.keys()].toSorted();
  const counts = ids.map((id) => mustGet(changes, id));
  if (ids.length === 0) return;
  await db.run`
    update courses
       set enrollment_count = greatest(courses.enrollment_count + changed.by, 0), ${countedAt(sql`courses`, now)}
      ${table("courses").fromEach(site.id, sql`unnest(${ids}::uuid[], ${counts}::integer[]) as input (id, by)`)}`;
}

/** Adds to the number of taken seats, keyed by plan ID. Negative numbers subtract. */
export async function countSeats(
  { db, site }: SiteScope,
  changes: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  if (changes.size === 0) return;
  await db.run`
    update course_plans set seats_taken = greatest(course_plans.seats_taken + changed.by, 0), updated_at = ${now}
      ${table("course_plans").fromEach(contentOf(site.id), sql`unnest(${[...changes.keys()]}::uuid[], ${[...changes.values()]}::integer[]) as input (id, by)`)}`;
}

/** Locks enrollments until the transaction ends. In ID order, to prevent deadlocks. */
export async function lockEnrollments({ db, site }: SiteScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.many`
    select id from ${table("enrollments").withIds(site.id, ids)} order by id for no key update`;
}

export async function requireEnrollment(context: Context, id: string): Promise<EnrollmentRow> {
  const row = await findEnrollment(context, id);
  if (!row || !(await isOwnCourse(context, row.courseId))) throw notFound("enrollment", formatId("enrollment", id));
  return row;
}

/** Returns the enrollment, locked. Throws unless the caller may access its course and If-Match matches its version. */
export async function requireLockedEnrollment(context: Context, id: string): Promise<EnrollmentRow> {
  const row = await lockEnrollment(context, id);
  if (!row || !(await isOwnCourse(context, row.courseId))) throw notFound("enrollment", formatId("enrollment", id));
  requireVersion(context, row);
  return row;
}

/** Condition that limits enrollments to the caller's courses, or undefined if the caller may see all. */
export const inOwnCourses = (context: Context): Sql | undefined => ofOwnCourses(context, sql`enrollments`);
