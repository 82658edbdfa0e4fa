import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import { addingUp, type Chunk, type Counted } from "./add-up.ts";
import { uncounted } from "./uncounted.ts";

/** What learners opened, completed and watched, by course and by lecture; and that they were there. */
export async function countProgress(scope: SiteScope, chunk: Chunk): Promise<Counted | undefined> {
  await numberLearners(scope, chunk);
  return countNumbered(scope, chunk);
}

/** Two processes that choose the same number: one has it, the other's learners get theirs with the next rows. */
const numberLearners = ({ db, site }: SiteScope, { most, after }: Chunk) =>
  db.run`
    with found as (
      select enrollment_id from lecture_progress
       where site_id = ${site.id} and ${uncounted.lecture_progress} and id > ${after}::uuid
       order by id limit ${most}
    ), fresh as (
      select distinct enrollments.student_id
        from found
        join enrollments on enrollments.site_id = ${site.id} and enrollments.id = found.enrollment_id
       where not exists (select from learner_numbers
                          where learner_numbers.site_id = ${site.id}
                            and learner_numbers.member_id = enrollments.student_id)
    )
    insert into learner_numbers (site_id, member_id, number)
    select ${site.id}::uuid, fresh.student_id,
           (select coalesce(max(number) + 1, 0) from learner_numbers where site_id = ${site.id})
             + row_number() over (order by fresh.student_id) - 1
      from fresh
     order by fresh.student_id
    on conflict do nothing`;

const countNumbered = ({ db, site }: SiteScope, { most, after }: Chunk) =>
  db.first<Counted>`
    with found as (
      select lecture_progress.id, lecture_progress.lecture_id, enrollments.course_id, learner_numbers.number,
             counted_opened_at, first_opened_at, lecture_progress.counted_completed_at, lecture_progress.completed_at,
             counted_updated_at, lecture_progress.updated_at, counted_watched_seconds, watched_seconds
        from lecture_progress
        join enrollments on enrollments.site_id = ${site.id} and enrollments.id = lecture_progress.enrollment_id
        join learner_numbers on learner_numbers.site_id = ${site.id}
         and learner_numbers.member_id = enrollments.student_id
       where lecture_progress.site_id = ${site.id} and ${uncounted.lecture_progress} and lecture_progress.id > ${after}::uuid
       order by lecture_progress.id limit ${most} for no key update of lecture_progress skip locked
    ), marked as (
      update lecture_progress
         set counted_opened_at = found.first_opened_at, counted_completed_at = found.completed_at,
             counted_updated_at = found.updated_at, counted_watched_seconds = found.watched_seconds
        from found where lecture_progress.site_id = ${site.id} and lecture_progress.id = found.id
    ), moments as (
      select distinct facets.dimension, facets.key, grains.grain, grains.bucket, found.number
        from found
       cross join lateral (values (first_opened_at), (completed_at), (updated_at)) as seen (at)
       cross join lateral (values ('', ''), ('course', course_id::text)) as facets (dimension, key)
       cross join lateral (values ('quarter', date_bin('15 minutes', seen.at, '2000-01-01T00:00:00Z')),
                                  ('day', date_bin('1 day', seen.at, '2000-01-01T00:00:00Z')))
         as grains (grain, bucket)
       where seen.at is not null
    ), active as (
      insert into active_learners (site_id, dimension, grain, bucket, key, page, bits)
      select ${site.id}::uuid, dimension, grain, bucket, key, number / 1024,
             bit_or(set_bit(${noBits}, number % 1024, 1))
        from moments
       group by dimension, grain, bucket, key, number / 1024
       order by dimension, grain, bucket, key, number / 1024
      on conflict (site_id, dimension, grain, bucket, key, page)
      do update set bits = active_learners.bits | excluded.bits
         where active_learners.bits | excluded.bits <> active_learners.bits
    ), entries as (
      select changes.counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value
        from found
       cross join lateral (values ('lectures_started', counted_opened_at, -1),
                                  ('lectures_started', first_opened_at, 1),
                                  ('lectures_completed', counted_completed_at, -1),
                                  ('lectures_completed', completed_at, 1),
                                  ('watch_seconds', updated_at, watched_seconds - counted_watched_seconds))
         as changes (counter, at, value)
       cross join lateral (values ('', ''), ('course', course_id::text), ('lecture', lecture_id::text))
         as facets (dimension, key)
       where changes.at is not null and changes.value <> 0
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;

const noBits = sql`repeat('0', 1024)::bit(1024)`;
