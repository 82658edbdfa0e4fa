import { rows, sql } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { table } from "#database/table/table.ts";

interface Granted {
  serviceId: string;
  memberId: string;
  sessionsTotal: number;
  source: "purchase";
  grantedAt: Date;
}

/** Gives a member sessions of a service. Returns the ID of the grant. */
export async function insertSessions({ db, site, now }: Context, granted: Granted): Promise<string> {
  const id = newId();
  const row = { siteId: site.id, id, ...granted, createdAt: now, updatedAt: now };
  await db.run`insert into consulting_grants ${rows(row)}`;
  return id;
}

/** Grants of a service with sessions that the member can still book. */
const usable = ({ now }: Context, { memberId, serviceId }: { memberId: string; serviceId: string }) => sql`
  member_id = ${memberId} and service_id = ${serviceId} and ${table("consulting_grants").present}
  and sessions_used < sessions_total and (expires_at is null or expires_at > ${now})`;

/** Returns the number of sessions of a service that the member can still book. */
export async function countSessionsLeft(
  context: Context,
  key: { memberId: string; serviceId: string },
): Promise<number> {
  const { db, site } = context;
  const { left } = await db.one<{ left: number }>`
    select coalesce(sum(sessions_total - sessions_used), 0)::integer as left from consulting_grants
     where site_id = ${site.id} and ${usable(context, key)}`;
  return left;
}

/** Uses a session of the member's oldest grant. Returns the ID of the grant, or null if no session is left. */
export async function takeSession(
  context: Context,
  key: { memberId: string; serviceId: string },
): Promise<string | null> {
  const { db, site, now } = context;
  const grant = await db.first<{ id: string }>`
    select id from consulting_grants where site_id = ${site.id} and ${usable(context, key)}
     order by granted_at, id limit 1 for no key update`;
  if (!grant) return null;
  await db.run`
    update consulting_grants set sessions_used = sessions_used + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${grant.id}`;
  return grant.id;
}

/** Returns sessions that do not take place. */
export async function returnSessions({ db, site, now }: Context, grantId: string, count: number): Promise<void> {
  await db.run`
    update consulting_grants set sessions_used = greatest(sessions_used - ${count}, 0), updated_at = ${now}
     where site_id = ${site.id} and id = ${grantId}`;
}

/** Locks a grant until the transaction ends. Comes before the lock of its bookings. */
export const lockSessions = ({ db, site }: SiteScope, grantId: string) =>
  db.first<{ id: string; memberId: string; isEnded: boolean }>`
    select id, member_id, deleted_at is not null as is_ended from consulting_grants
     where site_id = ${site.id} and id = ${grantId} for no key update`;

/** Ends a grant, or gives it back. */
export async function setSessionsEnded({ db, site, now }: Context, grantId: string, isEnded: boolean): Promise<void> {
  await db.run`
    update consulting_grants set deleted_at = ${isEnded ? now : null}, updated_at = ${now}, version = version + 1
     where site_id = ${site.id} and id = ${grantId}`;
}
