import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { availabilityOf, type ServiceRow } from "#domain/offers/consulting/consulting.ts";
import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { meetingUrlAt } from "./acquired-sessions.ts";
import type { BookingRow } from "./booking.ts";

/** A session of the member with its service. */
export interface OwnSession extends Pick<BookingRow, "id" | "status" | "startsAt" | "endsAt" | "meetingUrl"> {
  sequence: number;
  changedAt: Date;
  slug: string;
  name: string;
  format: ServiceRow["format"];
  /** The place, or how to meet. */
  location: string | null;
  cancellationHours: number;
  availability: ServiceRow["availability"];
  lecturer: string;
}

interface Requested {
  /** Sessions that have not ended, soonest first, or those that have, latest first. */
  upcoming: boolean;
  first: number;
  id?: string;
}

const maxSessionMs = 86_400_000;

export const listOwnSessions = (
  { db, site }: SiteScope,
  memberId: string,
  { upcoming, first, id }: Requested,
  now: Date,
): Promise<OwnSession[]> =>
  db.many<OwnSession>`
    select consulting_bookings.id, consulting_bookings.status, consulting_bookings.starts_at,
           consulting_bookings.ends_at, consulting_bookings.meeting_url,
           consulting_bookings.version - 1 as sequence, consulting_bookings.updated_at as changed_at,
           consulting_services.slug, consulting_services.name, consulting_services.format,
           consulting_services.location, consulting_services.cancellation_hours, consulting_services.availability,
           lecturers.name as lecturer
      from consulting_bookings
     cross join ${table("consulting_services").joined(site.id, sql`consulting_bookings.service_id`)}
     cross join ${table("lecturers").joined(site.id, sql`consulting_bookings.lecturer_id`)}
     where consulting_bookings.site_id = ${site.id} and consulting_bookings.member_id = ${memberId}
       and ${
         upcoming
           ? sql`consulting_bookings.starts_at > ${new Date(now.getTime() - maxSessionMs)}
                 and consulting_bookings.ends_at > ${now}`
           : sql`consulting_bookings.starts_at <= ${now} and consulting_bookings.ends_at <= ${now}`
       }
       and ${table("consulting_bookings").present}
       and ${id === undefined ? sql`consulting_bookings.status <> 'canceled'` : sql`consulting_bookings.id = ${id}`}
     order by ${upcoming ? sql`consulting_bookings.starts_at, consulting_bookings.id` : sql`consulting_bookings.starts_at desc, consulting_bookings.id desc`}
     limit ${first}`;

/** One session of the member, canceled ones included. */
export async function findOwnSession(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  memberId: string,
  id: string,
): Promise<OwnSession | undefined> {
  const [upcoming] = await listOwnSessions({ db, site }, memberId, { upcoming: true, first: 1, id }, now);
  return upcoming ?? (await listOwnSessions({ db, site }, memberId, { upcoming: false, first: 1, id }, now))[0];
}

/** The time zone of the service, in which its times were chosen. */
export const zoneOfSession = (session: OwnSession): string => availabilityOf(session).timeZone;

/** Members cancel a session until some hours before it starts. */
export const mayCancelSession = (
  { startsAt, status }: Pick<OwnSession, "startsAt" | "status">,
  cancellationHours: number,
  now: Date,
): boolean =>
  (status === "confirmed" || status === "pending") &&
  startsAt.getTime() - cancellationHours * 3_600_000 > now.getTime();

/** Returns the address of the meeting, or a place. The address of a single session comes before that of the service. */
export function meetingOf(session: OwnSession, now: Date): { joinUrl: string | null; place: string | null } {
  const { format, location } = session;
  const isAddress = location !== null && /^https:\/\/\S+$/.test(location);
  if (format !== "online") return { joinUrl: null, place: location };
  const sessionUrl = meetingUrlAt(session, now);
  return { joinUrl: sessionUrl ?? (isAddress ? location : null), place: isAddress ? null : location };
}

/** Describes a session for the calendar of its member. */
export function appointmentOfSession(session: OwnSession, now: Date): Appointment {
  const { joinUrl, place } = meetingOf(session, now);
  return {
    ...session,
    id: formatId("consultingBooking", session.id),
    place: place === null ? null : { name: place },
    path: `/consulting/${session.slug}`,
    joinUrl,
    code: null,
    state: session.status === "canceled" ? "canceled" : "confirmed",
  };
}
