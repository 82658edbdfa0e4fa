import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { type EnrollmentRequestRow, requests } from "./queries.ts";

const pageSize = 200;

/** Yields all enrollment requests of a site in ID order. */
export const allRequests = (scope: SiteScope) => requests.listPages(scope, pageSize);

/** Inserts a request of another site with its times. Returns its ID. */
export async function restoreRequest(
  { db, site }: SiteScope,
  request: Omit<EnrollmentRequestRow, "id">,
): Promise<string> {
  const id = newId();
  const updatedAt = request.decidedAt ?? request.createdAt;
  await db.run`insert into enrollment_requests ${rows({ siteId: site.id, id, ...request, updatedAt })}`;
  return id;
}
