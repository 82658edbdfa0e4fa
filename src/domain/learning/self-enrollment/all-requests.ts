import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { pagesAfter } from "#domain/platform/pages-after.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import type { EnrollmentRequestRow } from "./queries.ts";

/** A request with its times. */
export interface DatedRequest extends EnrollmentRequestRow {
  createdAt: Date;
  decidedAt: Date | null;
}

const pageSize = 200;

/** Yields all enrollment requests of a site in ID order. */
export const allRequests = ({ db, site }: SiteScope): AsyncGenerator<DatedRequest[]> =>
  pagesAfter<DatedRequest>(
    (last) => db.many<DatedRequest>`
      select id, member_id, course_id, status, created_at, decided_at from enrollment_requests
       where site_id = ${site.id} and id > ${last?.id ?? nilUuid}
       order by id limit ${pageSize}`,
  );

/** Inserts a request of another site with its times. Returns its ID. */
export async function restoreRequest({ db, site }: SiteScope, request: Omit<DatedRequest, "id">): Promise<string> {
  const id = newId();
  const updatedAt = request.decidedAt ?? request.createdAt;
  await db.run`insert into enrollment_requests ${rows({ siteId: site.id, id, ...request, updatedAt })}`;
  return id;
}
