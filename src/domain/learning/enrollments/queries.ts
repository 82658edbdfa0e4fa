import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { NewEnrollment } from "./enrollment.ts";

/** Returns false if the member already has an enrollment in the course, revoked or not. */
export async function insertEnrollment(
  { db, site }: SiteScope,
  enrollment: NewEnrollment,
  now: Date,
): Promise<boolean> {
  const inserted = await db.run`
    insert into enrollments ${rows({ siteId: site.id, ...enrollment, createdAt: now, updatedAt: now })}
    on conflict do nothing`;
  return inserted === 1;
}
