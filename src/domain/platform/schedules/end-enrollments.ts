import type { Database } from "#database/database.ts";
import { endByTime } from "#domain/learning/enrollments/end-by-time.ts";
import { everySite } from "#domain/site/sites/every-site.ts";

/** Applies time-based changes to the enrollments of all sites. Returns the number of newly expired enrollments. */
export async function endEnrollments(db: Database, now: Date): Promise<number> {
  const context = { db, caller: { kind: "system" }, now, requestId: null, address: null } as const;
  let expired = 0;
  for await (const site of everySite(db)) expired += await endByTime({ ...context, site });
  return expired;
}
