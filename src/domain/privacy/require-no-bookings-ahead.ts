import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Maximum number listed of each kind. */
const maxListed = 5;

/** Throws `has_dependents`, with a list, if bookings lie ahead: erasure never cancels them implicitly. */
export async function requireNoBookingsAhead({ db, site, now }: Context, memberId: string): Promise<void> {
  const registrations = await db.many<{ id: string }>`
    select event_registrations.id from event_registrations
      join events on events.site_id = ${site.id} and events.id = event_registrations.event_id
     where event_registrations.site_id = ${site.id} and event_registrations.member_id = ${memberId}
       and event_registrations.status in ('registered', 'waitlisted') and event_registrations.deleted_at is null
       and events.ends_at > ${now} and events.status <> 'canceled' and events.deleted_at is null
     order by event_registrations.id limit ${maxListed}`;
  // Sessions that they booked, and those that others booked with them.
  const bookings = await db.many<{ id: string }>`
    select consulting_bookings.id from consulting_bookings
     where consulting_bookings.site_id = ${site.id} and consulting_bookings.ends_at > ${now}
       and consulting_bookings.status in ('pending', 'confirmed') and consulting_bookings.deleted_at is null
       and (consulting_bookings.member_id = ${memberId}
            or consulting_bookings.lecturer_id in (
                 select lecturers.id from lecturers
                  where lecturers.site_id = ${site.id} and lecturers.member_id = ${memberId}))
     order by consulting_bookings.id limit ${maxListed}`;
  const ahead = [
    ...registrations.map(({ id }) => formatId("eventRegistration", id)),
    ...bookings.map(({ id }) => formatId("consultingBooking", id)),
  ];
  if (ahead.length === 0) return;
  throw new Problem("has_dependents", `The member has upcoming bookings. Cancel ${ahead.join(", ")} first.`);
}
