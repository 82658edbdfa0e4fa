import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import type { Context } from "#domain/platform/context.ts";
import { appointmentOfRegistration } from "./appointment-of-registration.ts";
import { columns, type OwnRegistration, withEvent, withTicket } from "./own-registrations.ts";

/** Describes an event for the calendars of these members. A seat comes before a place on the waitlist. */
export async function appointmentsOfEvent(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  eventId: string,
  memberIds: readonly string[],
): Promise<Map<string, Appointment>> {
  const registrations = table("event_registrations");
  const rows = await db.many<OwnRegistration & { memberId: string }>`
    select event_registrations.member_id, ${columns(now)}
      from unnest(${memberIds}::uuid[]) as requested (member_id)
     cross join lateral (
       select * from event_registrations
        where event_registrations.site_id = ${site.id}
          and ${registrations.hasPair(["event_id", "member_id"], eventId, sql`requested.member_id`)}
        offset 0) as event_registrations
      ${withEvent}
      ${withTicket}
     where event_registrations.status in ('registered', 'waitlisted', 'checked_in')
       and event_registrations.deleted_at is null
     order by event_registrations.status <> 'waitlisted', event_registrations.created_at desc`;
  // The last one of a member stays: the oldest seat.
  return new Map(rows.map((row) => [row.memberId, appointmentOfRegistration(row)]));
}
