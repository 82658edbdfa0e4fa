import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { EnrollmentRow, RevokedFor } from "./enrollment.ts";
import { lockEnrollments } from "./queries.ts";

/** Source and end of an enrollment. Refunds, disputes and memberships change only enrollments that they gave or ended. */
export interface Origin {
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
