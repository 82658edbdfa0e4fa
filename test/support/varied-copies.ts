import type pg from "pg";
import type { Copied } from "./cloned-rows.ts";

/** The time of the first copy. The times of all copies of a table are spread over this many seconds. */
export const origin = new Date();
export const span = 20_000;

/** A number for the n-th copy: in another order than the copies, and in different orders for different columns. */
const spread = (prime: number) => `((n * ${prime}) % $2::integer)`;
const [first, second, third] = [spread(7919), spread(9973), spread(8861)];

const timestamp = (position: string) =>
  `to_char('${origin.toISOString()}'::timestamptz + ${position} * (${span}::float8 / $2::integer) * interval '1 second',
           'YYYY-MM-DD"T"HH24:MI:SS.USOF')`;

const spreadTimes = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, timestamp(first)]));

/** One in 33 rows, one in 400 rows, and all others. */
const mostly = (common: string, seldom: string, rare: string) =>
  `case when ${first} % 33 = 1 then '${seldom}' when ${first} % 400 = 2 then '${rare}' else '${common}' end`;

/** Columns by which lists are filtered, by table. */
const varied: Readonly<Record<string, Record<string, string>>> = {
  enrollments: {
    ...spreadTimes("enrolled_at", "completed_at", "expires_at", "last_activity_at"),
    progress_permille: `floor(1001.0 * ${second} / $2::integer)`,
    status: `case when ${first} % 400 = 3 then 'revoked' else ${mostly("active", "completed", "expired")} end`,
    source: mostly("manual", "import", "group"),
    starts_at: `case when ${first} % 400 = 4 then '2099-01-01T00:00:00Z' else newest.whole ->> 'starts_at' end`,
  },
  orders: { ...spreadTimes("paid_at"), total: first, status: mostly("paid", "refunded", "canceled") },
  payments: {
    ...spreadTimes("paid_at"),
    provider: mostly("test", "offline", "external"),
    status: mostly("succeeded", "failed", "pending"),
  },
  subscriptions: {
    ...spreadTimes("canceled_at"),
    current_period_end: timestamp(second),
    status: mostly("expired", "active", "past_due"),
    cancel_at_period_end: `${third} % 33 = 1`,
  },
  certificates: spreadTimes("issued_at"),
  quiz_attempts: spreadTimes("submitted_at"),
  submissions: spreadTimes("submitted_at"),
  lecture_progress: spreadTimes("recorded_at"),
  coupons: spreadTimes("expires_at"),
};

type Copies = Copied & { maxRows: number };

/** Copies whose filtered columns have frequent, seldom and rare values. */
export const vary = (copies: readonly Copies[]): Copies[] =>
  copies.map((each) => ({
    ...each,
    columns: { ...each.columns, created_at: timestamp("n"), updated_at: timestamp(third), ...varied[each.table] },
  }));

/** The same for members. */
export const varyMembers = (pool: pg.Pool, siteId: string) =>
  pool.query(
    `with numbered as (
       select id, row_number() over (order by id) as n, count(*) over () as total from members where site_id = $1)
     update members
        set joined_at = at_first, last_sign_in_at = at_second, last_active_at = at_second,
            created_at = in_order, updated_at = in_order,
            status = case when n % 33 = 1 then 'suspended' when n % 400 = 2 then 'invited' else 'active' end,
            roles = case when n % 33 = 2 then '{lecturer}'::text[] else '{student}'::text[] end
       from numbered,
            lateral (select '${origin.toISOString()}'::timestamptz as origin, ${span} * interval '1 second' / total as step) as scale,
            lateral (select origin + n * step as in_order, origin + n * 7919 % total * step as at_first,
                            origin + n * 9973 % total * step as at_second) as times
      where members.site_id = $1 and members.id = numbered.id`,
    [siteId],
  );
