import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { derivedId } from "#domain/site/imports/derived-id.ts";
import { type OutboxEvent, recordEvents, recordEventsOnce } from "#domain/platform/outbox/record-event.ts";
import { enrollmentEvent } from "./enrollment-event.ts";

/** Number of enrollments per transaction. */
const chunk = 500;

const day = 86_400_000;

/** Days before the end at which `enrollment.expiring` is emitted. Independent of the school's reminders. */
const warnings = [1, 7] as const;

interface Ending {
  id: string;
  studentId: string;
  courseId: string;
  expiresAt: Date;
}

/**
 * Expires enrollments whose end has passed, and emits `enrollment.expiring` once per enrollment and lead time. Safe
 * to run concurrently in several processes.
 */
export async function endByTime(context: RequestContext): Promise<number> {
  let expired = 0;
  for (let ended = chunk; ended === chunk; expired += ended) {
    ended = await context.db.transaction((db) => expireSome({ ...context, db }));
  }
  for (const [index, days] of warnings.entries()) await warnOf(context, days, warnings[index - 1] ?? 0);
  return expired;
}

async function expireSome(context: Context): Promise<number> {
  const { db, site, now } = context;
  const ended = await db.many<Omit<Ending, "expiresAt">>`
    update enrollments set status = 'expired', version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id in (
       select due.id from enrollments due
        where due.site_id = ${site.id} and due.expires_at <= ${now} and due.deleted_at is null
          and due.status in ('active', 'completed', 'scheduled')
        order by due.expires_at, due.id limit ${chunk} for no key update skip locked)
    returning id, student_id, course_id`;
  await recordEvents(
    context,
    ended.map((enrollment) => enrollmentEvent("enrollment.expired", enrollment)),
  );
  return ended.length;
}

/** Nil UUID: starts a keyset scan before every row. */
const none = "00000000-0000-0000-0000-000000000000";

async function warnOf(context: RequestContext, days: number, nearer: number): Promise<void> {
  const { site, now } = context;
  const after = new Date(now.getTime() + nearer * day);
  const until = new Date(now.getTime() + days * day);
  for (let beyond = { expiresAt: after, id: none }; ;) {
    const ending: Ending[] = await context.db.transaction(async (db) => {
      const found = await db.many<Ending>`
        select id, student_id, course_id, expires_at from enrollments
         where site_id = ${site.id} and deleted_at is null and expires_at > ${after} and expires_at <= ${until}
           and (expires_at, id) > (${beyond.expiresAt}, ${beyond.id}::uuid)
           and status in ('active', 'completed', 'scheduled')
           and enrolled_at <= expires_at - make_interval(days => ${days})
         order by expires_at, id limit ${chunk}`;
      await recordEventsOnce(
        { ...context, db },
        found.map((enrollment) => warningOf(enrollment, days)),
      );
      return found;
    });
    const last = ending.at(-1);
    if (!last || ending.length < chunk) return;
    beyond = last;
  }
}

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
