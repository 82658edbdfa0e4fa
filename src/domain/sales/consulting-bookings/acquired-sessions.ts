import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { ServiceRow } from "#domain/offers/consulting/consulting.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { BookingRow } from "./booking.ts";

/** A member's sessions of a consulting service, expired or not. */
export interface AcquiredService {
  /** Grant ID. */
  id: string;
  serviceId: string;
  slug: string;
  name: string;
  availability: ServiceRow["availability"];
  acquiredAt: Date;
  expiresAt: Date | null;
  sessionsTotal: number;
  sessionsUsed: number;
  /** True for the newest grant of the service. Bookings without a grant belong to it. */
  isNewest: boolean;
}

/** Returns the member's grants, newest first. Excludes revoked grants. */
export function listAcquiredServices(
  { db, site }: SiteScope,
  memberId: string,
  { first, after, id }: { first: number; after?: { acquiredAt: Date; id: string } | undefined; id?: string },
): Promise<AcquiredService[]> {
  const beyond: Sql = after
    ? sql`(owned.granted_at, owned.id) < (${after.acquiredAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return db.many<AcquiredService>`
    select owned.id, owned.service_id, consulting_services.slug, consulting_services.name,
           consulting_services.availability, owned.granted_at as acquired_at, owned.expires_at, owned.sessions_total,
           owned.sessions_used,
           not exists (
             select from consulting_grants later
              where later.site_id = owned.site_id and later.member_id = owned.member_id
                and later.service_id = owned.service_id and later.deleted_at is null
                and (later.granted_at, later.id) > (owned.granted_at, owned.id)) as is_newest
      from consulting_grants owned
     cross join ${table("consulting_services").joined(site.id, sql`owned.service_id`)}
     where owned.site_id = ${site.id} and owned.member_id = ${memberId} and owned.deleted_at is null
       and consulting_services.deleted_at is null and ${beyond}
       and ${id === undefined ? sql`true` : sql`owned.id = ${id}`}
     order by owned.granted_at desc, owned.id desc
     limit ${first}`;
}

/** Returns the member's newest grants, with the sessions of each. Excludes revoked grants. */
export const listNewestGrants = ({ db, site }: SiteScope, memberId: string, first: number) =>
  db.many<Pick<AcquiredService, "slug" | "name" | "expiresAt" | "sessionsTotal" | "sessionsUsed">>`
    select consulting_services.slug, consulting_services.name, owned.expires_at, owned.sessions_total,
           owned.sessions_used
      from (select id, service_id, granted_at, expires_at, sessions_total, sessions_used from consulting_grants
             where site_id = ${site.id} and member_id = ${memberId} and deleted_at is null
             order by granted_at desc, id desc limit ${first}) as owned
     cross join ${table("consulting_services").joined(site.id, sql`owned.service_id`)}
     where consulting_services.deleted_at is null
     order by owned.granted_at desc, owned.id desc`;

export async function countAcquiredServices({ db, site }: SiteScope, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>`
    select count(*) from consulting_grants owned
     cross join ${table("consulting_services").joined(site.id, sql`owned.service_id`)}
     where owned.site_id = ${site.id} and owned.member_id = ${memberId} and owned.deleted_at is null
       and consulting_services.deleted_at is null`;
  return count;
}

/** A session as the member who booked it sees it. */
export type OwnBooking = Pick<BookingRow, "id" | "status" | "startsAt" | "endsAt" | "meetingUrl">;

const maxBookings = 100;

/** Returns the member's bookings, keyed by grant ID: upcoming ones, soonest first, then past ones, latest first. */
export async function bookingsOfGrants(
  { db, site }: SiteScope,
  memberId: string,
  grants: readonly Pick<AcquiredService, "id" | "serviceId" | "isNewest">[],
  now: Date,
): Promise<Map<string, OwnBooking[]>> {
  const ids = grants.map(({ id }) => id);
  const serviceIds = grants.map(({ serviceId }) => serviceId);
  const newest = grants.map(({ isNewest }) => isNewest);
  const bookings = await db.many<OwnBooking & { grantId: string }>`
    select * from (
      select requested.id as grant_id, consulting_bookings.id, consulting_bookings.status, consulting_bookings.starts_at,
             consulting_bookings.ends_at, consulting_bookings.meeting_url,
             row_number() over (
               partition by requested.id
                   order by consulting_bookings.ends_at <= ${now},
                            abs(date_part('epoch', consulting_bookings.starts_at - ${now})), consulting_bookings.id
             ) as place
        from ${table("consulting_bookings").under(site.id, "member_id", [memberId])}
       cross join lateral (
         select * from unnest(${ids}::uuid[], ${serviceIds}::uuid[], ${newest}::boolean[])
                         as requested (id, service_id, is_newest)
          where service_id = consulting_bookings.service_id offset 0) as requested
       where consulting_bookings.deleted_at is null
         and coalesce(consulting_bookings.grant_id = requested.id, requested.is_newest)) as booked
     where place <= ${maxBookings}
     order by grant_id, place`;
  return Map.groupBy(bookings, ({ grantId }) => grantId);
}

/** Returns a booking of the member, with the availability of its service. */
export const findOwnBooking = ({ db, site }: SiteScope, memberId: string, id: string) =>
  db.first<OwnBooking & Pick<AcquiredService, "availability">>`
    select consulting_bookings.id, consulting_bookings.status, consulting_bookings.starts_at,
           consulting_bookings.ends_at, consulting_bookings.meeting_url, consulting_services.availability
      from consulting_bookings
     cross join ${table("consulting_services").joined(site.id, sql`consulting_bookings.service_id`)}
     where consulting_bookings.site_id = ${site.id} and consulting_bookings.id = ${id}
       and consulting_bookings.member_id = ${memberId} and ${table("consulting_bookings").present}
       and consulting_services.deleted_at is null`;

const day = 86_400_000;

/** Returns the address of the meeting for the member: only for confirmed sessions, from one day before the start. */
export const meetingUrlAt = ({ status, startsAt, meetingUrl }: OwnBooking, now: Date): string | null =>
  status === "confirmed" && now.getTime() >= startsAt.getTime() - day ? meetingUrl : null;
