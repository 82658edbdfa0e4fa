import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Span } from "./starts-within.ts";

/** Lectures of a course that open at the same time by schedule. */
export interface Opening {
  courseId: string;
  name: string;
  slug: string;
  /** Title of the last one. */
  lecture: string;
  count: number;
  lectureIds: string[];
  sectionIds: string[];
}

/** Days after the start of an enrollment. The later schedule of lecture and section applies, as in `opensAt`. */
const afterDays = sql`
  greatest((lectures.drip ->> 'afterDays')::integer, (sections.drip ->> 'afterDays')::integer)`;

/** Hours by which the length of calendar days can differ from 24 hours each. */
const maxDifference = 26;

/** Returns the numbers of days after which lectures may open in a span. */
export const listOpeningDays = async ({ db, site }: SiteScope, { after, until }: Span): Promise<number[]> => {
  const rows = await db.many<{ days: number }>`
    select distinct opening.at as days
      from courses cross join lateral (${partsOpening(afterDays)}) as opening
     where courses.site_id = ${site.id} and ${isScheduled}
       and ${hasStarted(
         site.id,
         sql`${after}::timestamptz - make_interval(hours => 24 * opening.at + ${maxDifference})`,
         sql`${until}::timestamptz - make_interval(hours => 24 * opening.at - ${maxDifference})`,
       )}
     order by days`;
  return rows.map(({ days }) => days);
};

/**
 * Finds lectures that open a number of days after an enrollment started, if such an enrollment exists for one of the
 * spans of that number.
 */
export const listOpeningsByDay = (
  { db, site }: SiteScope,
  starts: readonly (Span & { days: number })[],
  limit: number,
): Promise<(Opening & { afterDays: number })[]> =>
  db.many<Opening & { afterDays: number }>`
    select courses.id as course_id, courses.name, courses.slug, opening.at as after_days, ${ofOpening}
      from courses cross join lateral (${partsOpening(afterDays)}) as opening
     where courses.site_id = ${site.id} and ${isScheduled}
       and exists (
         select from unnest(${starts.map(({ days }) => days)}::integer[],
                            ${starts.map(({ after }) => after)}::timestamptz[],
                            ${starts.map(({ until }) => until)}::timestamptz[]) as span (days, after, until)
          where span.days = opening.at and ${hasStarted(site.id, sql`span.after`, sql`span.until`)})
     order by courses.id, opening.at limit ${limit}`;

const isScheduled = sql`
  courses.drip ->> 'mode' = 'by_enrollment_day' and courses.status = 'published' and courses.deleted_at is null
  and opening.at > 0`;

/** Condition on courses with an enrollment that started in a span. */
const hasStarted = (siteId: string, after: Sql, until: Sql): Sql => sql`
  exists (
    select from enrollments
     where enrollments.site_id = ${siteId} and enrollments.course_id = courses.id
       and enrollments.deleted_at is null and enrollments.status in ('active', 'completed', 'scheduled')
       and enrollments.starts_at > ${after} and enrollments.starts_at <= ${until})`;

/** Finds lectures that open to all students on a date, such as `2026-03-01`. */
export const listOpeningsByDate = (
  scope: SiteScope,
  { from, to }: { from: string; to: string },
): Promise<(Opening & { onDate: string })[]> => {
  const { db, site } = scope;
  const date = sql`greatest(lectures.drip ->> 'onDate', sections.drip ->> 'onDate')`;
  return db.many<Opening & { onDate: string }>`
    select courses.id as course_id, courses.name, courses.slug, opening.at as on_date, ${ofOpening}
      from courses cross join lateral (${partsOpening(date)}) as opening
     where courses.site_id = ${site.id} and courses.drip ->> 'mode' = 'by_date' and courses.status = 'published'
       and courses.deleted_at is null and opening.at between ${from} and ${to}
     order by courses.id, opening.at`;
};

const ofOpening = sql`opening.lecture, opening.count, opening.lecture_ids, opening.section_ids`;

/** Groups the visible lectures of a course by schedule. */
const partsOpening = (at: Sql): Sql => sql`
  select ${at} as at, count(*)::integer as count,
         (array_agg(lectures.title order by sections.position desc, lectures.position desc))[1] as lecture,
         jsonb_agg(lectures.id) as lecture_ids, jsonb_agg(distinct sections.id) as section_ids
    from lectures
    join sections on sections.site_id = lectures.site_id and sections.id = lectures.section_id
   where lectures.site_id = courses.site_id and lectures.course_id = courses.id
     and lectures.status = 'published' and lectures.deleted_at is null
     and sections.status = 'published' and sections.deleted_at is null
     and coalesce(lectures.min_role, 'student') = 'student'
   group by 1`;
