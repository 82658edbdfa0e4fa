import type { Context } from "#domain/platform/context.ts";
import { announce } from "#domain/engagement/notifications/announce.ts";
import { occasions } from "#domain/engagement/notifications/occasions.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { momentOf } from "#lib/zoned-time.ts";
import { listOpeningsByDate, listOpeningsByDay, type Opening } from "./opening-queries.ts";

const day = 86_400_000;

/** What opened so long ago is no news any more. */
const oldest = 3 * day;

/** Openings that are announced in one transaction; of more the rest waits for the next. */
const most = 200;

/**
 * Announces to students what a schedule has opened to them since it was last looked at, and keeps how far that is, for
 * a transaction: nobody is left out, or told twice. Says how many openings there were.
 */
export async function notifyOfOpenings(context: Context): Promise<number> {
  const { db, site, now } = context;
  const toldUntil = await lockNotifiedUntil(context);
  const after = new Date(Math.max(toldUntil.getTime(), now.getTime() - oldest));
  if (after >= now) return 0;
  const { until, openings } = await openingsByDay(context, after);
  for (const opening of openings) {
    const begun = (moment: Date) => new Date(moment.getTime() - opening.afterDays * day).toISOString();
    const audience = { begunAfter: begun(after), begunUntil: begun(until) };
    await tell(context, opening, `${opening.afterDays}:${until.getTime()}`, audience);
  }
  const dated = await openingsByDate(context, after, until);
  for (const opening of dated) await tell(context, opening, opening.onDate);
  await db.run`update lecture_releases set told_until = ${until} where site_id = ${site.id}`;
  return openings.length + dated.length;
}

/** Where nobody has looked before, what opened until now is told to nobody. */
async function lockNotifiedUntil({ db, site, now }: Context): Promise<Date> {
  await db.run`
    insert into lecture_releases (site_id, told_until) values (${site.id}, ${now}) on conflict do nothing`;
  const held = await db.first<{ toldUntil: Date }>`
    select told_until from lecture_releases where site_id = ${site.id} for no key update`;
  return held!.toldUntil;
}

/** Those of a stretch of time that is shortened until there are not too many. */
async function openingsByDay(context: Context, after: Date) {
  for (let until = context.now; ; until = new Date((after.getTime() + until.getTime()) / 2)) {
    const openings = await listOpeningsByDay(context, { after, until }, most + 1);
    if (openings.length <= most || until.getTime() - after.getTime() <= 1) return { until, openings };
  }
}

const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

async function openingsByDate(context: Context, after: Date, until: Date) {
  const { timeZone } = await findSchool(context);
  // Wherever a place is, its day began within a day of the same one in UTC.
  const dates = { from: dateOf(after.getTime() - day), to: dateOf(until.getTime() + day) };
  return (await listOpeningsByDate(context, dates)).filter(({ onDate }) => {
    const opensAt = momentOf(timeZone, onDate, 0);
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
