import { type Sql, sql } from "#database/sql.ts";
import type { Site } from "#domain/site/sites/site.ts";

/** A time zone's offset is whole quarters of an hour: every day there is, is made of these. */
const inGrains = sql`
  lateral (values ('quarter', date_bin('15 minutes', entries.at, '2000-01-01T00:00:00Z')),
          ('day', date_bin('1 day', entries.at, '2000-01-01T00:00:00Z')),
          ('ever', '1970-01-01T00:00:00Z'::timestamptz)) as grains (grain, bucket)`;

/**
 * A writing `with` query that adds `entries (counter, at, dimension, key, currency, value)`, which stands before it, to
 * the sums. In the order of their key, so that none of two processes waits for a sum that waits for the other.
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
 * The same for `steps (counter, lecture_id, value)`: how far people came in a course, whenever that was. Nobody asks of a
 * lecture by the day, and there are many.
 */
export const addingSteps = (site: Site): Sql => sql`
  insert into rollups (site_id, counter, dimension, grain, bucket, key, currency, value)
  select ${site.id}::uuid, counter, 'lecture', 'ever', '1970-01-01T00:00:00Z', lecture_id::text, '', value
    from steps
   order by counter, lecture_id::text
  on conflict (site_id, counter, dimension, grain, bucket, key, currency)
  do update set value = rollups.value + excluded.value`;

/** The rows of one statement: those that follow one, in the order of their ids. */
export interface Chunk {
  most: number;
  after: string;
}

/** How many rows a statement counted, and which of them was the last. */
export interface Counted {
  count: number;
  last: string | null;
}
