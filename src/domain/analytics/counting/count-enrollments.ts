import type { SiteScope } from "#domain/platform/context.ts";
import { addingUp, type Chunk, type Counted } from "#domain/platform/rollups/add-up.ts";
import { uncounted } from "./uncounted.ts";

/** Counts started and completed enrollments, by course and source. */
export const countEnrollments = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select id, course_id, counted_source, source,
             counted_enrolled_at, case when deleted_at is null then enrolled_at end as enrolled_at,
             counted_completed_at, case when deleted_at is null then completed_at end as completed_at
        from enrollments
       where site_id = ${site.id} and ${uncounted.enrollments} and id > ${after}::uuid
       order by id limit ${limit} for no key update skip locked
    ), marked as (
      update enrollments
         set counted_enrolled_at = found.enrolled_at, counted_completed_at = found.completed_at,
             counted_source = found.source
        from found where enrollments.site_id = ${site.id} and enrollments.id = found.id
    ), entries as (
      select changes.counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value
        from found
       cross join lateral (values ('enrollments', counted_enrolled_at, counted_source, -1),
                                  ('enrollments', enrolled_at, source, 1),
                                  ('courses_completed', counted_completed_at, counted_source, -1),
                                  ('courses_completed', completed_at, source, 1))
         as changes (counter, at, source, value)
       cross join lateral (values ('', ''), ('course', course_id::text), ('source', changes.source))
         as facets (dimension, key)
       where changes.at is not null
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;
