import type { Context } from "#domain/platform/context.ts";
import { announce } from "#domain/messages/notifications/announce.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { timeOf } from "#lib/time/zoned-time.ts";
import { listOpeningDays, listOpeningsByDate, listOpeningsByDay, type Opening } from "./opening-queries.ts";
import { type Span, startsWithin } from "./starts-within.ts";

const day = 86_400_000;

/** Lectures that opened longer ago are not announced. */
const maxAgeMs = 3 * day;

/** The next transaction announces the rest. */
const maxOpeningsPerTransaction = 200;

/**
 * Announces lectures that opened by schedule since the last run, and stores the time up to which it announced. Must
 * run in a transaction, so that each student is notified exactly once. Returns the number of openings.
 */
export async function notifyOfOpenings(context: Context): Promise<number> {
  const { db, site, now } = context;
  const notifiedUntil = await lockNotifiedUntil(context);
  const after = new Date(Math.max(notifiedUntil.getTime(), now.getTime() - maxAgeMs));
  if (after >= now) return 0;
  const timeZone = await findTimeZone(context);
  const { until, starts, openings } = await openingsByDay(context, after, timeZone);
  for (const opening of openings) {
    for (const start of starts.get(opening.afterDays) ?? []) {
      const audience = { begunAfter: start.after.toISOString(), begunUntil: start.until.toISOString() };
      await tell(context, opening, `${opening.afterDays}:${until.getTime()}:${start.after.getTime()}`, audience);
    }
  }
  const dated = await openingsByDate(context, { after, until }, timeZone);
  for (const opening of dated) await tell(context, opening, opening.onDate);
  await db.run`update lecture_releases set notified_until = ${until} where site_id = ${site.id}`;
  return openings.length + dated.length;
}

/** On the first run, starts at the current time, so that earlier openings are not announced. */
async function lockNotifiedUntil({ db, site, now }: Context): Promise<Date> {
  await db.run`
    insert into lecture_releases (site_id, notified_until) values (${site.id}, ${now}) on conflict do nothing`;
  const existing = await db.one<{ notifiedUntil: Date }>`
    select notified_until from lecture_releases where site_id = ${site.id} for no key update`;
  return existing.notifiedUntil;
}

/** Halves the time window until it contains at most `maxOpeningsPerTransaction` openings. */
async function openingsByDay(context: Context, after: Date, timeZone: string) {
  for (let until = context.now; ; until = new Date((after.getTime() + until.getTime()) / 2)) {
    const starts = new Map<number, Span[]>();
    for (const days of await listOpeningDays(context, { after, until })) {
      starts.set(days, startsWithin(timeZone, days, { after, until }));
    }
    const spans = [...starts].flatMap(([days, some]) => some.map((span) => ({ ...span, days })));
    const openings = await listOpeningsByDay(context, spans, maxOpeningsPerTransaction + 1);
    if (openings.length <= maxOpeningsPerTransaction || until.getTime() - after.getTime() <= 1)
      return { until, starts, openings };
  }
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

async function openingsByDate(context: Context, { after, until }: Span, timeZone: string) {
  // In every time zone, a date starts within 24 hours of its start in UTC.
  const dates = { from: dateOf(after.getTime() - day), to: dateOf(until.getTime() + day) };
  return (await listOpeningsByDate(context, dates)).filter(({ onDate }) => {
    const opensAt = timeOf(timeZone, onDate, 0);
    return opensAt > after && opensAt <= until;
  });
}

function tell(
  context: Context,
  { courseId, name, slug, lecture, count, lectureIds, sectionIds }: Opening,
  opening: string,
  begun: object = {},
): Promise<void> {
  const audience = { kind: "opening", courseId, lectureIds, sectionIds, ...begun } as const;
  return announce(context, audience, occasions.lecturesOpened({ id: courseId, name, slug }, lecture, count, opening));
}
