import type { AssignmentRecord } from "#domain/catalog/curriculum/assignments/assignment.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { addDays } from "#lib/time/zoned-time.ts";

/** Returns the due date of a student whose access starts at a given time. Null: no due date. */
export async function dueAtFor(
  scope: SiteScope,
  { dueDays, dueAt }: Pick<AssignmentRecord, "dueDays" | "dueAt">,
  startsAt: Date,
): Promise<Date | null> {
  return dueDays === null ? dueAt : addDays(await findTimeZone(scope), startsAt, dueDays);
}
