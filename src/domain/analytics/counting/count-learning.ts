import type { SiteScope } from "#domain/platform/context.ts";
import { addingUp, type Chunk, type Counted } from "#domain/platform/rollups/add-up.ts";
import { uncounted } from "./uncounted.ts";

/** Counts submitted and passed quiz attempts. */
export const countQuizAttempts = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select id, course_id, counted_submitted_at, case when deleted_at is null then submitted_at end as submitted_at,
             counted_passed, passed
        from quiz_attempts
       where site_id = ${site.id} and ${uncounted.quiz_attempts} and id > ${after}::uuid
       order by id limit ${limit} for no key update skip locked
    ), marked as (
      update quiz_attempts set counted_submitted_at = found.submitted_at, counted_passed = found.passed
        from found where quiz_attempts.site_id = ${site.id} and quiz_attempts.id = found.id
    ), entries as (
      select changes.counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value
        from found
       cross join lateral (values ('quizzes_submitted', counted_submitted_at, -1),
                                  ('quizzes_submitted', submitted_at, 1),
                                  ('quizzes_passed', case when counted_passed then counted_submitted_at end, -1),
                                  ('quizzes_passed', case when passed then submitted_at end, 1))
         as changes (counter, at, value)
       cross join lateral (values ('', ''), ('course', course_id::text)) as facets (dimension, key)
       where changes.at is not null
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;

/** Counts issued certificates, including later revoked ones. */
export const countCertificates = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select id, course_id, counted_issued_at, case when deleted_at is null then issued_at end as issued_at
        from certificates
       where site_id = ${site.id} and ${uncounted.certificates} and id > ${after}::uuid
       order by id limit ${limit} for no key update skip locked
    ), marked as (
      update certificates set counted_issued_at = found.issued_at
        from found where certificates.site_id = ${site.id} and certificates.id = found.id
    ), entries as (
      select 'certificates' as counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value
        from found
       cross join lateral (values (counted_issued_at, -1), (issued_at, 1)) as changes (at, value)
       cross join lateral (values ('', ''), ('course', course_id::text)) as facets (dimension, key)
       where changes.at is not null
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;

/** Counts visible comments. */
export const countComments = ({ db, site }: SiteScope, { limit, after }: Chunk) =>
  db.write.first<Counted>`
    with found as (
      select id, course_id, counted_at,
             case when deleted_at is null and status = 'visible' then created_at end as visible_at
        from comments
       where site_id = ${site.id} and ${uncounted.comments} and id > ${after}::uuid
       order by id limit ${limit} for no key update skip locked
    ), marked as (
      update comments set counted_at = found.visible_at
        from found where comments.site_id = ${site.id} and comments.id = found.id
    ), entries as (
      select 'comments' as counter, changes.at, facets.dimension, facets.key, '' as currency, changes.value
        from found
       cross join lateral (values (counted_at, -1), (visible_at, 1)) as changes (at, value)
       cross join lateral (values ('', ''), ('course', course_id::text)) as facets (dimension, key)
       where changes.at is not null and facets.key is not null
    ), added as (${addingUp(site)})
    select count(*) as count, (array_agg(id order by id desc))[1] as last from found`;
