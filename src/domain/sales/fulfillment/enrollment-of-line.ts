import { type Sql, sql } from "#database/sql.ts";
import type { EnrollmentRow, RevokedFor } from "#domain/learning/enrollments/enrollment-resource.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { isPresent } from "#domain/platform/is-present.ts";
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

/** Archives of a site do not contain the source of an enrollment. */
const enrollmentOfLine = ({ db, site }: SiteScope, { id, fulfilledId }: FulfilledLine, lock: Sql) =>
  db.first<LineEnrollment>`
    select status, starts_at, expires_at, revoked_for,
           case when source_id = ${id} or source_id is null and source <> 'membership' then 'line'
                when source = 'membership' then 'membership' else 'purchase' end as given_by
      from enrollments
     where site_id = ${site.id} and id = ${fulfilledId} and ${isPresent} ${lock}`;
