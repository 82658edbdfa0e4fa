import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { EnrollmentRow, RevokedFor } from "#domain/learning/enrollments/enrollment-resource.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { FulfilledLine } from "#domain/sales/orders/change-order.ts";

/** The enrollment that a line opened or extended. */
interface LineEnrollment extends Pick<EnrollmentRow, "status" | "startsAt" | "expiresAt"> {
  revokedFor: RevokedFor | null;
  /** Source of the current access. Refunds and disputes of the line change the access only if it is the line. */
  givenBy: "line" | "purchase" | "membership";
}

export const findEnrollmentOfLine = (scope: SiteScope, line: FulfilledLine): Promise<LineEnrollment | undefined> =>
  enrollmentOfLine(scope, line, sql``);

/** `findEnrollmentOfLine`, locked until the transaction ends. */
export const lockEnrollmentOfLine = (scope: SiteScope, line: FulfilledLine): Promise<LineEnrollment | undefined> =>
  enrollmentOfLine(scope, line, sql`for no key update`);

/** Archives of earlier releases do not contain the source of an enrollment. */
async function enrollmentOfLine(
  { db, site }: SiteScope,
  { id, orderId, fulfilledId }: FulfilledLine,
  lock: Sql,
): Promise<LineEnrollment | undefined> {
  const found = await db.first<LineEnrollment & { sourceId: string | null }>`
    select status, starts_at, expires_at, revoked_for, source_id,
           case when source_id = ${id} or source_id is null and source <> 'membership' then 'line'
                when source = 'membership' then 'membership' else 'purchase' end as given_by
      from enrollments
     where site_id = ${site.id} and id = ${fulfilledId} and ${table("enrollments").present} ${lock}`;
  if (found?.givenBy !== "purchase" || found.sourceId === null) return found;
  return (await isInstallmentOf({ db, site }, orderId, found.sourceId)) ? { ...found, givenBy: "line" } : found;
}

/** The first installment is the source of the enrollment, which the others keep open. */
const isInstallmentOf = async ({ db, site }: SiteScope, orderId: string, sourceId: string): Promise<boolean> =>
  (await db.first`
    select first_order.id
      from order_lines source
      join orders first_order on first_order.site_id = source.site_id and first_order.id = source.order_id
      join orders later_order on later_order.site_id = source.site_id
                             and later_order.agreement_id = first_order.agreement_id
     where source.site_id = ${site.id} and source.id = ${sourceId} and later_order.id = ${orderId}`) !== undefined;
