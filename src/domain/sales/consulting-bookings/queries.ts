import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { BookingRow } from "./booking.ts";

export const {
  columns,
  find: findBooking,
  lock: lockBooking,
  insert: insertBooking,
  update: updateBooking,
} = defineTable<
  BookingRow,
  Omit<BookingRow, "version" | "createdAt" | "updatedAt"> & { grantId: string | null },
  Partial<BookingRow>
>("consulting_bookings", { without: "external_id grant_id" });

/** Returns the grant whose session a booking uses. It never changes. */
export async function findGrantOfBooking({ db, site }: SiteScope, id: string): Promise<string | null> {
  const found = await db.first<{ grantId: string | null }>`
    select grant_id from consulting_bookings where site_id = ${site.id} and id = ${id}`;
  return found?.grantId ?? null;
}

/** Returns the member's sessions of a service that have not ended, soonest first. */
export const listUpcoming = (
  { db, site }: SiteScope,
  { memberId, serviceId, now }: { memberId: string; serviceId: string; now: Date },
) =>
  db.many<BookingRow>`
    select ${columns} from consulting_bookings
     where site_id = ${site.id} and member_id = ${memberId} and service_id = ${serviceId}
       and starts_at > ${new Date(now.getTime() - maxSessionMs)} and ends_at > ${now}
       and status in ('pending', 'confirmed') and ${table("consulting_bookings").present}
     order by starts_at, id limit 100`;

/** Returns the sessions of a grant that have not started. */
export const listUpcomingOfGrant = (
  { db, site }: SiteScope,
  { memberId, grantId, now }: { memberId: string; grantId: string; now: Date },
) =>
  db.many<{ id: string }>`
    select id from consulting_bookings
     where site_id = ${site.id} and member_id = ${memberId} and starts_at > ${now} and grant_id = ${grantId}
       and status in ('pending', 'confirmed') and ${table("consulting_bookings").present}
     order by id`;

/** Locks the calendars of lecturers until the transaction ends. In ID order, to prevent deadlocks. */
export async function lockLecturers({ db, site }: SiteScope, ids: readonly string[]): Promise<void> {
  await db.many`
    select id from ${table("lecturers").withIds(site.id, ids)} order by id for no key update`;
}

/** Maximum length of a session, in milliseconds. Limits how far back to look for overlapping sessions. */
const maxSessionMs = 86_400_000;

/**
 * Returns when lecturers are booked between two times, across all services, or held for a person who pays. What the
 * holder has chosen for a service does not keep them from choosing it again.
 */
export const busyTimes = (
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  lecturerIds: readonly string[],
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  holder: { memberId: string; serviceId: string } | null = null,
) =>
  db.many<Pick<BookingRow, "id" | "lecturerId" | "startsAt" | "endsAt">>`
    select id, lecturer_id, starts_at, ends_at from consulting_bookings
     where site_id = ${site.id} and lecturer_id = any(${lecturerIds}::uuid[])
       and starts_at > ${new Date(startsAt.getTime() - maxSessionMs)} and starts_at < ${endsAt} and ends_at > ${startsAt}
       and status in ('pending', 'confirmed') and deleted_at is null
     union all
    select id, lecturer_id, starts_at, ends_at from checkout_reservations
     where site_id = ${site.id} and lecturer_id = any(${lecturerIds}::uuid[])
       and starts_at > ${new Date(startsAt.getTime() - maxSessionMs)} and starts_at < ${endsAt} and ends_at > ${startsAt}
       and held_until > ${now}
       and ${holder === null ? sql`true` : sql`(member_id, product_id) <> (${holder.memberId}::uuid, ${holder.serviceId}::uuid)`}`;

/** Serializes bookings of one person until the transaction ends. */
export async function lockBooker({ db, site }: SiteScope, memberId: string): Promise<void> {
  await db.run`select id from members where site_id = ${site.id} and id = ${memberId} for no key update`;
}

export const countOpenBookings = async ({ db, site }: SiteScope, memberId: string, now: Date): Promise<number> =>
  (
    await db.one<{ count: number }>`
    select count(*) from consulting_bookings
     where site_id = ${site.id} and member_id = ${memberId} and starts_at > ${now}
       and status in ('pending', 'confirmed') and deleted_at is null`
  ).count;

/** Returns the service name and time zone of a session, even if the service is archived. */
export const findServiceOf = async ({ db, site }: SiteScope, serviceId: string) =>
  await db.one<{ service: string; timeZone: string }>`
    select name as service, coalesce(availability ->> 'timeZone', 'UTC') as time_zone from consulting_services
     where site_id = ${site.id} and id = ${serviceId}`;
