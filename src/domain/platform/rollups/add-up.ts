import { type Sql, sql } from "#database/statements/sql.ts";
import type { Site } from "#domain/platform/site/site.ts";

/** UTC offsets are multiples of 15 minutes, so any local day consists of whole quarters. */
const inGrains = sql`
  lateral (values ('quarter', date_bin('15 minutes', entries.at, '2000-01-01T00:00:00Z')),
          ('day', date_bin('1 day', entries.at, '2000-01-01T00:00:00Z')),
          ('ever', '1970-01-01T00:00:00Z'::timestamptz)) as grains (grain, bucket)`;

/**
 * A data-modifying CTE that adds `entries (counter, at, dimension, key, currency, value)`, defined before it, to the
 * rollups. Upserts in key order to prevent deadlocks between processes.
 */
export const addingUp = (site: Site): Sql => sql`
  insert into rollups (site_id, counter, dimension, grain, bucket, key, currency, value)
  select ${site.id}::uuid, entries.counter, entries.dimension, grains.grain, grains.bucket, entries.key,
         entries.currency, sum(entries.value)
    from entries cross join ${inGrains}
   where entries.at is not null
   group by entries.counter, entries.dimension, grains.grain, grains.bucket, entries.key, entries.currency
  having sum(entries.value) <> 0
   order by entries.counter, entries.dimension, grains.grain, grains.bucket, entries.key, entries.currency
  on conflict (site_id, counter, dimension, grain, bucket, key, currency)
  do update set value = rollups.value + excluded.value`;

/**
 * The same for `steps (counter, lecture_id, value)`: all-time progress in a course. Lectures have no daily rollups,
 * because they are many and never queried by day.
 */
export const addingSteps = (site: Site): Sql => sql`
  insert into rollups (site_id, counter, dimension, grain, bucket, key, currency, value)
  select ${site.id}::uuid, counter, 'lecture', 'ever', '1970-01-01T00:00:00Z', lecture_id::text, '', value
    from steps
   order by counter, lecture_id::text
  on conflict (site_id, counter, dimension, grain, bucket, key, currency)
  do update set value = rollups.value + excluded.value`;

/** Keyset for one statement: the next rows after an id. */
export interface Chunk {
  limit: number;
  after: string;
}

/** Number of rows that a statement counted, and the id of the last one. */
export interface Counted {
  count: number;
  last: string | null;
}
