import { recordset } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import { columns, lockEnrollments } from "./queries.ts";
import type { EnrollmentRow, Enrollment, RevokedFor } from "./enrollment.ts";

/** Imported enrollment fields, including the history. */
export type StoredEnrollment = Enrollment & Pick<EnrollmentRow, "planId" | "revokeReason">;

/** Returns enrollments by ID and locks them until the transaction ends. */
export const lockStored = ({ db, site }: SiteScope, ids: readonly string[]): Promise<EnrollmentRow[]> =>
  db.many<EnrollmentRow>`
    select ${columns} from ${table("enrollments").withIds(site.id, ids)}
     where ${table("enrollments").present}
     order by id for no key update`;

export async function insertStored(
  { db, site }: SiteScope,
  rows: readonly StoredEnrollment[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await db.run`
    insert into enrollments (site_id, id, student_id, course_id, plan_id, status, source, starts_at, expires_at,
                             enrolled_at, completed_at, revoked_at, revoke_reason, external_id, metadata, created_at,
                             updated_at)
    select ${site.id}, id, student_id, course_id, plan_id, status, source, starts_at, expires_at, enrolled_at,
           completed_at, revoked_at, revoke_reason, external_id, metadata, ${now}, ${now}
      from jsonb_populate_recordset(null::enrollments, ${recordset(rows)}::jsonb)`;
}

/** The caller must lock the enrollments. */
export async function updateStored(
  { db, site }: SiteScope,
  rows: readonly StoredEnrollment[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await db.run`
    update enrollments
       set plan_id = changed.plan_id, status = changed.status, starts_at = changed.starts_at, expires_at = changed.expires_at,
           enrolled_at = changed.enrolled_at, completed_at = changed.completed_at, revoked_at = changed.revoked_at,
           revoke_reason = changed.revoke_reason, external_id = changed.external_id, metadata = changed.metadata,
           revoked_for = case when enrollments.revoked_at = changed.revoked_at then enrollments.revoked_for end,
           version = enrollments.version + 1, updated_at = ${now}
      ${table("enrollments").fromRecords(site.id, rows)}`;
}

/** Source and end of an enrollment. Refunds, disputes and memberships change only enrollments that they gave or ended. */
interface Origin {
  id: string;
  source: EnrollmentRow["source"];
  /** An order line or a subscription. */
  sourceId: string | null;
  revokedFor: RevokedFor | null;
}

export const listOrigins = ({ db, site }: SiteScope, ids: readonly string[]): Promise<Origin[]> =>
  db.many<Origin>`
    select id, source, source_id, revoked_for from ${table("enrollments").withIds(site.id, ids)}`;

/** The origin of an enrollment of another site. */
export interface FormerOrigin extends Omit<Origin, "source"> {
  /** Undefined if this site lacks what gave it. */
  source?: "purchase" | "membership" | undefined;
  revokedAt: Date | null;
}

/**
 * Restores the origins of imported enrollments. Those that something has given or revoked here since then keep theirs.
 * Must run in a transaction.
 */
export async function restoreOrigins(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  origins: readonly FormerOrigin[],
): Promise<void> {
  await lockEnrollments(
    { db, site },
    origins.map(({ id }) => id),
  );
  await db.run`
    update enrollments
       set source = coalesce(changed.source, enrollments.source), source_id = changed.source_id,
           revoked_for = changed.revoked_for, version = enrollments.version + 1,
           updated_at = greatest(enrollments.updated_at, ${now})
      ${table("enrollments").fromRecords(site.id, origins)}
       and enrollments.source = 'import' and enrollments.source_id is null and enrollments.revoked_for is null
       and enrollments.revoked_at is not distinct from changed.revoked_at
       and (changed.source is not null or changed.revoked_for is not null)`;
}
