import { type Sql, sql } from "#database/sql.ts";
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
         from rollups
        where rollups.site_id = ${site.id} and rollups.counter = counters.counter
          and rollups.dimension = ${dimension} and rollups.grain = segments.grain
          and rollups.bucket >= segments.since and rollups.bucket < segments.until and ${among(keys)}
        group by 1, rollups.currency) as sums
     group by segments.point, counters.counter, sums.key, sums.currency`;
}

/** Returns all-time sums. */
export const sumsEver = (
  { db, site }: SiteScope,
  counters: readonly Counter[],
  { dimension, keys, divided }: Cut,
): Promise<Sum[]> =>
  db.many<Sum>`
    select 0 as point, rollups.counter, ${divided ? sql`rollups.key` : sql`''`} as key, rollups.currency,
           sum(rollups.value)::bigint as value
      from rollups
     where rollups.site_id = ${site.id} and rollups.counter = any(${counters}::text[])
       and rollups.dimension = ${dimension} and rollups.grain = 'ever' and ${among(keys, sql`rollups.key`)}
     group by rollups.counter, 3, rollups.currency`;

const among = (keys: readonly string[] | undefined, column: Sql = sql`rollups.key`): Sql =>
  keys === undefined ? sql`true` : sql`${column} = any(${keys}::text[])`;

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
                 from active_learners
                where active_learners.site_id = ${site.id} and active_learners.dimension = ${dimension}
                  and active_learners.grain = segments.grain and active_learners.bucket >= segments.since
                  and active_learners.bucket < segments.until and ${among(keys, sql`active_learners.key`)}
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
