import { rows } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { pagesAfter } from "#domain/platform/pages-after.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

/** Sessions of a consulting service that a member acquired, with the number of those that are booked. */
export interface SessionsRow {
  id: string;
  serviceId: string;
  memberId: string;
  sessionsTotal: number;
  sessionsUsed: number;
  source: "purchase" | "manual" | "membership" | "import";
  grantedAt: Date;
  expiresAt: Date | null;
  externalId: string | null;
  metadata: Record<string, string>;
}

const pageSize = 200;

/** Yields the acquired sessions of a site in ID order, without ended ones. */
export const allSessions = ({ db, site }: SiteScope): AsyncGenerator<SessionsRow[]> =>
  pagesAfter<SessionsRow>(
    (last) => db.many<SessionsRow>`
      select id, service_id, member_id, sessions_total, sessions_used, source, granted_at, expires_at, external_id,
             metadata
        from consulting_grants
       where site_id = ${site.id} and deleted_at is null and id > ${last?.id ?? nilUuid}
       order by id limit ${pageSize}`,
  );

/** Inserts sessions of another site with their times. Returns their ID. */
export async function restoreSessions(
  { db, site }: SiteScope,
  sessions: Omit<SessionsRow, "id">,
  now: Date,
): Promise<string> {
  const id = newId();
  await db.run`
    insert into consulting_grants ${rows({ siteId: site.id, id, ...sessions, createdAt: now, updatedAt: now })}`;
  return id;
}

/** Returns the grants whose sessions these bookings use, by booking. */
export async function grantsOfBookings(
  { db, site }: SiteScope,
  bookingIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await db.many<{ id: string; grantId: string }>`
    select id, grant_id from ${table("consulting_bookings").withIds(site.id, bookingIds)}
     where grant_id is not null`;
  return new Map(found.map(({ id, grantId }) => [id, grantId]));
}
