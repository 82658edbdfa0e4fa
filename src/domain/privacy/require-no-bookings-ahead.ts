import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";

const maxListedPerKind = 5;

/** Throws `has_dependents`, with a list, if bookings lie ahead: erasure never cancels them implicitly. */
export async function requireNoBookingsAhead({ db, site, now }: Context, memberId: string): Promise<void> {
  const registrations = await db.many<{ id: string }>`
    select event_registrations.id from ${table("event_registrations").under(site.id, "member_id", [memberId])}
     cross join ${table("events").of("event_registrations", "event_id")}
     where event_registrations.status in ('registered', 'waitlisted') and event_registrations.deleted_at is null
       and events.ends_at > ${now} and events.status <> 'canceled' and events.deleted_at is null
     order by event_registrations.id limit ${maxListedPerKind}`;
  const isAhead = sql`
    consulting_bookings.ends_at > ${now} and consulting_bookings.status in ('pending', 'confirmed')
       and consulting_bookings.deleted_at is null`;
  const booked = await db.many<{ id: string }>`
    select consulting_bookings.id from ${table("consulting_bookings").under(site.id, "member_id", [memberId])}
     where ${isAhead} order by consulting_bookings.id limit ${maxListedPerKind}`;
  const lecturers = await db.many<{ id: string }>`
    select id from lecturers where site_id = ${site.id} and member_id = ${memberId} and deleted_at is null`;
  const lecturerIds = lecturers.map(({ id }) => id);
  const heldBookings = await db.many<{ id: string }>`
    select consulting_bookings.id from ${table("consulting_bookings").under(site.id, "lecturer_id", lecturerIds)}
     where ${isAhead} order by consulting_bookings.id limit ${maxListedPerKind}`;
  const bookings = [...booked, ...heldBookings].slice(0, maxListedPerKind);
  const ahead = [
    ...registrations.map(({ id }) => formatId("eventRegistration", id)),
    ...bookings.map(({ id }) => formatId("consultingBooking", id)),
  ];
  if (ahead.length === 0) return;
  throw new Problem("has_dependents", `The member has upcoming bookings. Cancel ${ahead.join(", ")} first.`);
}
