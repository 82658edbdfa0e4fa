import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { addingSteps, addingUp, type Chunk, type Counted } from "#domain/platform/rollups/add-up.ts";
import { uncounted } from "./uncounted.ts";

/** Counts opened, completed and watched lectures, by course and lecture, and active learners. */
export async function countProgress(scope: SiteScope, chunk: Chunk): Promise<Counted | undefined> {
  await numberLearners(scope, chunk);
  return countNumbered(scope, chunk);
}

/**
 * Assigns bitmap numbers to learners. If two processes choose the same number, one wins and the other's learners get
 * theirs with the next rows.
 */
const numberLearners = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.run`
    with found as (
      select enrollment_id from lecture_progress
       where site_id = ${site.id} and ${uncounted.lecture_progress} and id > ${after}::uuid
       order by id limit ${limit}
    ), fresh as (
      select distinct learners.student_id
        from found
       cross join lateral (
         select enrollments.student_id from enrollments
          where enrollments.site_id = ${site.id} and enrollments.id = found.enrollment_id
          limit 1) as learners
       where not exists (select from learner_numbers
                          where learner_numbers.site_id = ${site.id}
                            and learner_numbers.member_id = learners.student_id)
    )
    insert into learner_numbers (site_id, member_id, number)
    select ${site.id}::uuid, fresh.student_id,
           (select coalesce(max(number) + 1, 0) from learner_numbers where site_id = ${site.id})
             + row_number() over (order by fresh.student_id) - 1
      from fresh
     order by fresh.student_id
    on conflict do nothing`;

const countNumbered = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select taken.*, places.course_id, places.number
        from (select id, enrollment_id, lecture_id, counted_opened_at, first_opened_at, counted_completed_at,
                     completed_at, counted_updated_at, updated_at, counted_watched_seconds, watched_seconds
                from lecture_progress
               where site_id = ${site.id} and ${uncounted.lecture_progress} and id > ${after}::uuid
               order by id limit ${limit} for no key update skip locked) as taken
       cross join lateral (
         select enrollments.course_id,
                (select learner_numbers.number from learner_numbers
                  where learner_numbers.site_id = ${site.id} and learner_numbers.member_id = enrollments.student_id)
           from enrollments
          where enrollments.site_id = ${site.id} and enrollments.id = taken.enrollment_id
          limit 1) as places
       where places.number is not null
    ), marked as (
      update lecture_progress
         set counted_opened_at = found.first_opened_at, counted_completed_at = found.completed_at,
             counted_updated_at = found.updated_at, counted_watched_seconds = found.watched_seconds
        from found where lecture_progress.site_id = ${site.id} and lecture_progress.id = found.id
    ), occurrences as (
      select distinct facets.dimension, facets.key, grains.grain, grains.bucket, found.number
        from found
       cross join lateral (
         values (case when counted_opened_at is distinct from first_opened_at then first_opened_at end),
                (case when counted_completed_at is distinct from completed_at then completed_at end),
                (case when counted_updated_at is distinct from updated_at then updated_at end)) as seen (at)
       cross join lateral (values ('', ''), ('course', course_id::text)) as facets (dimension, key)
       cross join lateral (values ('quarter', date_bin('15 minutes', seen.at, '2000-01-01T00:00:00Z')),
                                  ('day', date_bin('1 day', seen.at, '2000-01-01T00:00:00Z')))
         as grains (grain, bucket)
       where seen.at is not null
    ), active as (
      insert into active_learners (site_id, dimension, grain, bucket, key, page, bits)
      select ${site.id}::uuid, dimension, grain, bucket, key, number / 1024,
             bit_or(set_bit(${noBits}, number % 1024, 1))
        from occurrences
       group by dimension, grain, bucket, key, number / 1024
       order by dimension, grain, bucket, key, number / 1024
      on conflict (site_id, dimension, grain, bucket, key, page)
      do update set bits = active_learners.bits | excluded.bits
         where active_learners.bits | excluded.bits <> active_learners.bits
    ), entries as (
      select changes.counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value
        from found
       cross join lateral (values ('lectures_completed', counted_completed_at, -1),
                                  ('lectures_completed', completed_at, 1),
                                  ('watch_seconds', updated_at, watched_seconds - counted_watched_seconds))
         as changes (counter, at, value)
       cross join lateral (values ('', ''), ('course', course_id::text)) as facets (dimension, key)
       where changes.at is not null and changes.value <> 0
    ), added as (${addingUp(site)}),
    steps as (
      select changes.counter, lecture_id, sum(changes.value) as value
        from found
       cross join lateral (values ('lectures_started', (counted_opened_at is null)::integer),
                                  ('lectures_completed', (completed_at is not null)::integer
                                                         - (counted_completed_at is not null)::integer))
         as changes (counter, value)
       where changes.value <> 0
       group by changes.counter, lecture_id
    ), stepped as (${addingSteps(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;

const noBits = sql`repeat('0', 1024)::bit(1024)`;
