import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { byTeachersInPerson, operation } from "#domain/platform/operation.ts";

/** An event or a consulting session. */
export interface ComingDate {
  kind: "event" | "session";
  id: string;
  name: string;
  startsAt: Date;
  /** The member of a session. Null for events, and if they were erased. */
  person: string | null;
  /** Path of the public page of an event. */
  path: string | null;
}

const days = 14;
const maxDates = 10;

export const listComing = operation({
  name: "listComing",
  summary: "List events and sessions of the next two weeks",
  reads: byTeachersInPerson,
  input: z.object({}),
  output: z.custom<ComingDate[]>(),
  async run(context) {
    const [events, sessions] = await Promise.all([readEvents(context), readSessions(context)]);
    return [...events, ...sessions]
      .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
      .slice(0, maxDates);
  },
});

const end = ({ now }: Context) => new Date(now.getTime() + days * 86_400_000);

/** The lecturer profiles of the caller. */
const ownProfiles = ({ site, caller }: Context) => sql`array(
  select lecturers.id from lecturers
   where lecturers.site_id = ${site.id} and lecturers.member_id = ${memberOf(caller)} and lecturers.deleted_at is null)`;

/** Confined callers see the events at which they speak. */
async function readEvents(context: Context): Promise<ComingDate[]> {
  const { db, site, now } = context;
  if (!isConfined(context) && !holdsScope(context.caller, "events:read")) return [];
  const isOwn = isConfined(context)
    ? sql`events.id in (
        select event_lecturers.event_id from event_lecturers
         where event_lecturers.site_id = ${site.id} and event_lecturers.lecturer_id = any(${ownProfiles(context)}))`
    : sql`true`;
  const found = await db.many<{ id: string; name: string; slug: string; startsAt: Date }>`
    select events.id, events.name, events.slug, events.starts_at from events
     where events.site_id = ${site.id} and events.starts_at >= ${now} and events.starts_at < ${end(context)}
       and events.status = 'published' and events.deleted_at is null and ${isOwn}
     order by events.starts_at, events.id limit ${maxDates}`;
  return found.map(({ slug, ...event }) => ({ ...event, kind: "event", person: null, path: `/events/${slug}` }));
}

/** Confined callers see the sessions that they give. */
async function readSessions(context: Context): Promise<ComingDate[]> {
  const { db, site, now } = context;
  if (!isConfined(context) && !holdsScope(context.caller, "digital_products:read")) return [];
  const isOwn = isConfined(context) ? sql`consulting_bookings.lecturer_id = any(${ownProfiles(context)})` : sql`true`;
  const sessions = await db.many<{ id: string; name: string; startsAt: Date; person: string | null }>`
    select consulting_bookings.id, consulting_services.name, consulting_bookings.starts_at,
           coalesce(members.name, members.email) as person
      from consulting_bookings
     cross join ${table("consulting_services").joined(site.id, sql`consulting_bookings.service_id`)}
      left join ${table("members").joined(site.id, sql`consulting_bookings.member_id`)} on true
     where consulting_bookings.site_id = ${site.id} and consulting_bookings.starts_at >= ${now}
       and consulting_bookings.starts_at < ${end(context)}
       and consulting_bookings.status in ('pending', 'confirmed') and consulting_bookings.deleted_at is null and ${isOwn}
     order by consulting_bookings.starts_at, consulting_bookings.id limit ${maxDates}`;
  return sessions.map((session) => ({ ...session, kind: "session", path: null }));
}
