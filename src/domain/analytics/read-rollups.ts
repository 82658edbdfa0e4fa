import { type Sql, sql } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Counter } from "./metrics.ts";
import type { Period } from "./period.ts";
import { segmentsOf } from "./segments.ts";

/** Selection of sums: everything, divided by a dimension, or filtered by values of one. */
export interface Cut {
  /** Empty for the undivided total. */
  dimension: string;
  keys?: readonly string[] | undefined;
  /** Report each value of the dimension separately. */
  divided: boolean;
}

export const whole: Cut = { dimension: "", divided: false };

export interface Sum {
  point: number;
  counter: Counter;
  /** Empty if undivided. */
  key: string;
  /** Empty unless an amount of money. */
  currency: string;
  value: number;
}

/**
 * Returns the sums of each period. The cost depends on the number of days and quarters with data, not on the number
 * of counted rows.
 */
export function sumsIn(
  { db, site }: SiteScope,
  counters: readonly Counter[],
  periods: readonly Period[],
  { dimension, keys, divided }: Cut,
): Promise<Sum[]> {
  const { points, grains, since, until } = bound(periods);
  return db.many<Sum>`
    select segments.point, counters.counter, sums.key, sums.currency, sum(sums.value)::bigint as value
      from unnest(${points}::integer[], ${grains}::text[], ${since}::timestamptz[], ${until}::timestamptz[])
        as segments (point, grain, since, until)
     cross join unnest(${counters}::text[]) as counters (counter)
     cross join lateral (
       select ${divided ? sql`rollups.key` : sql`''`} as key, rollups.currency, sum(rollups.value) as value
         from ${inSegment(sql`rollups`, sql`rollups.site_id = ${site.id} and rollups.counter = counters.counter`, { dimension, keys })}
        group by 1, rollups.currency) as sums
     group by segments.point, counters.counter, sums.key, sums.currency`;
}

export const sumsEver = (
  { db, site }: SiteScope,
  counters: readonly Counter[],
  { dimension, keys, divided }: Cut,
): Promise<Sum[]> =>
  db.many<Sum>`
    select 0 as point, rollups.counter, ${divided ? sql`rollups.key` : sql`''`} as key, rollups.currency,
           sum(rollups.value)::bigint as value
      from unnest(${counters}::text[]) as counters (counter)
     cross join lateral (
       select * from ${inSegment(sql`rollups`, sql`rollups.site_id = ${site.id} and rollups.counter = counters.counter`, { dimension, keys }, ever)}
     ) as rollups
     group by rollups.counter, 3, rollups.currency`;

interface Segment {
  grain: Sql;
  since: Sql;
  until: Sql;
}

const requestedSegment: Segment = {
  grain: sql`segments.grain`,
  since: sql`segments.since`,
  until: sql`segments.until`,
};

/** The bucket of all-time sums. */
const ever: Segment = { grain: sql`'ever'`, since: sql`'1970-01-01T00:00:00Z'`, until: sql`'infinity'` };

/** Maximum number of keys that are looked up one by one. With more, all rows of the segment are read and compared. */
const maxKeys = 200;

/**
 * Returns the rows of a segment, under the name of the table. `condition` names the site and, for rollups, the counter.
 * Looks up each key in the order of the index by key. Without that order, PostgreSQL can choose the primary key, in which
 * the rows of all keys lie between two times.
 */
function inSegment(
  table: Sql,
  condition: Sql,
  { dimension, keys }: Pick<Cut, "dimension" | "keys">,
  { grain, since, until }: Segment = requestedSegment,
): Sql {
  const ofDimension = sql`${condition} and ${table}.dimension = ${dimension}`;
  if (keys === undefined || keys.length > maxKeys) {
    const among = keys ? sql`${table}.key = any(${keys}::text[])` : sql`true`;
    return sql`
      ${table} where ${ofDimension} and ${table}.grain = ${grain} and ${table}.bucket >= ${since}
                 and ${table}.bucket < ${until} and ${among}`;
  }
  return sql`unnest(${[...new Set(keys)]}::text[]) as requested_key
    cross join ${periodOfKey(table, ofDimension, sql`requested_key`, { grain, since, until })}`;
}

/**
 * Returns the rows of a key in a segment, for `cross join` and `left join`. Repeats `dimension <> ''`, the condition of
 * the index by key, which a parameter does not imply.
 */
const periodOfKey = (table: Sql, condition: Sql, key: Sql, { grain, since, until }: Segment): Sql => sql`
  ${inIndexOrder} lateral (
    select * from ${table}
     where ${condition} and ${table}.dimension <> ''
       and (${table}.key, ${table}.grain, ${table}.bucket) >= (${key}, ${grain}, ${since}::timestamptz)
       and (${table}.key, ${table}.grain, ${table}.bucket) < (${key}, ${grain}, ${until}::timestamptz)
     order by ${table}.key, ${table}.grain, ${table}.bucket offset 0) as ${table}`;

/** Returns the all-time sum of a counter for a key, under the name `rollups`, for `left join`. */
export const everOf = (siteId: string, counter: string, dimension: string, key: Sql): Sql =>
  periodOfKey(
    sql`rollups`,
    sql`rollups.site_id = ${siteId} and rollups.counter = ${counter} and rollups.dimension = ${dimension}`,
    key,
    ever,
  );

/** Returns the number of distinct people per period, as the bitwise OR of daily bitmaps. */
export function peopleIn(
  { db, site }: SiteScope,
  periods: readonly Period[],
  { dimension, keys, divided }: Cut,
): Promise<{ point: number; key: string; value: number }[]> {
  const { points, grains, since, until } = bound(periods);
  return db.many`
    select laid.point, laid.key, sum(bit_count(laid.bits))::bigint as value
      from (select segments.point, days.key, days.page, bit_or(days.bits) as bits
              from unnest(${points}::integer[], ${grains}::text[], ${since}::timestamptz[], ${until}::timestamptz[])
                as segments (point, grain, since, until)
             cross join lateral (
               select ${divided ? sql`active_learners.key` : sql`''`} as key, active_learners.page,
                      bit_or(active_learners.bits) as bits
                 from ${inSegment(sql`active_learners`, sql`active_learners.site_id = ${site.id}`, { dimension, keys })}
                group by 1, active_learners.page) as days
             group by segments.point, days.key, days.page) as laid
     group by laid.point, laid.key`;
}

function bound(periods: readonly Period[]) {
  const segments = segmentsOf(periods);
  return {
    points: segments.map(({ point }) => point),
    grains: segments.map(({ grain }) => grain),
    since: segments.map(({ from }) => from),
    until: segments.map(({ to }) => to),
  };
}

/** Returns the time up to which a site's counts are complete; the epoch before the first run. */
export async function computedThrough({ db, site }: SiteScope): Promise<Date> {
  const clock = await db.first<{ computedThrough: Date | null }>`
    select coalesce((select computed_through from rollup_backlogs where site_id = ${site.id}),
                    (select computed_through from rollup_clock where only_row)) as computed_through`;
  return clock?.computedThrough ?? new Date(0);
}
