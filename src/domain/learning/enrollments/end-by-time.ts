import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { derivedId } from "#domain/platform/derived-id.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvents, recordEventsOnce } from "#domain/platform/outbox/record-event.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { addDays } from "#lib/time/zoned-time.ts";
import { enrollmentEvent } from "./enrollment.ts";

const day = 86_400_000;

/**
 * Days before the end at which `enrollment.expiring` is emitted, of 24 hours each: due enrollments of all sites are found
 * by time. Independent of the school's reminders.
 */
export const warningDays = [1, 7] as const;

type Days = (typeof warningDays)[number];

/** Days of the last warning about the current end; 0 before the first one. Must match the index `enrollments_ending`. */
const warnedDays = sql`(case when warned_for = expires_at then warned_days else 0 end)`;

const isRunning = sql`
  expires_at is not null and deleted_at is null and status in ('active', 'completed', 'scheduled')`;

/** Condition on enrollments that have ended, but are not expired yet. */
export const endedBy = (now: Date): Sql => sql`
  ${warnedDays} = any(${[0, ...warningDays]}::integer[]) and expires_at <= ${now} and ${isRunning}`;

/** Condition on enrollments that end within a lead time, and of which no warning at this or a nearer one was emitted. */
export function endsWithin(days: Days, now: Date): Sql {
  const after = new Date(now.getTime() + (warningDays[warningDays.indexOf(days) - 1] ?? 0) * day);
  const until = new Date(now.getTime() + days * day);
  const earlier = [0, ...warningDays.filter((other) => other > days)];
  return sql`
    ${warnedDays} = any(${earlier}::integer[]) and expires_at > ${after} and expires_at <= ${until} and ${isRunning}`;
}

/** Changes due enrollments of a site. Skips those that another process changes. Returns their number. */
export type Change = (context: Context, ids: readonly string[]) => Promise<number>;

export const end: Change = async (context, ids) => {
  const { db, site, now } = context;
  const ended = await db.write.many<Pick<Ending, "id" | "studentId" | "courseId">>`
    update enrollments set status = 'expired', version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id in (${lockedOf(context, ids, endedBy(now))})
    returning id, student_id, course_id`;
  await recordEvents(
    context,
    ended.map((enrollment) => enrollmentEvent("enrollment.expired", enrollment)),
  );
  return ended.length;
};

interface Ending {
  id: string;
  studentId: string;
  courseId: string;
  expiresAt: Date;
  enrolledAt: Date;
}

/** Emits no event for enrollments that were shorter than the lead time in total. */
export async function warn(context: Context, ids: readonly string[], days: Days): Promise<number> {
  const { db, site, now } = context;
  const ending = await db.write.many<Ending>`
    update enrollments set warned_for = expires_at, warned_days = ${days}
     where site_id = ${site.id} and id in (${lockedOf(context, ids, endsWithin(days, now))})
    returning id, student_id, course_id, expires_at, enrolled_at`;
  const timeZone = ending.length > 0 ? await findTimeZone(context) : "UTC";
  const events = ending
    .filter(({ enrolledAt, expiresAt }) => addDays(timeZone, enrolledAt, days) <= expiresAt)
    .map((enrollment) => warningOf(enrollment, days));
  // A process of an earlier version may have emitted the event.
  await recordEventsOnce(context, events);
  return ending.length;
}

const lockedOf = ({ site }: Context, ids: readonly string[], isDue: Sql): Sql => sql`
  select id from enrollments
   where site_id = ${site.id} and id = any(${ids}::uuid[]) and ${isDue}
   order by id for no key update skip locked`;

/** A deterministic ID makes a repeated event a duplicate. */
function warningOf(enrollment: Ending, days: number): OutboxEvent & { id: string } {
  const { id, expiresAt } = enrollment;
  const expiringEvent = enrollmentEvent("enrollment.expiring", enrollment);
  const dueAt = expiresAt.getTime() - days * day;
  return {
    ...expiringEvent,
    id: derivedId(
      `enrollment.expiring:${formatId("enrollment", id)}:${expiresAt.getTime()}:${days}`,
      sinceYear2000(dueAt),
    ),
    data: { ...expiringEvent.data, expires_at: expiresAt.toISOString(), days },
  };
}

/** In milliseconds. Makes event IDs sort by due time. */
const sinceYear2000 = (time: number): number => Math.max(0, time - Date.UTC(2000, 0));
