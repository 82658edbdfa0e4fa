import { rows } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";

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

const grants = defineTable<SessionsRow>("consulting_grants", { without: "source_id version created_at updated_at" });

/** Yields the acquired sessions of a site in ID order, without ended ones. */
export const allSessions = (scope: SiteScope) => grants.listPages(scope, pageSize);

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
