import type { Copied } from "./cloned-rows.ts";

/** The times of all copies of a table are spread over this many seconds. */
export const span = 20_000;
/** Past times lie before the start of the tests, as with every right clock. Ends and due times lie after it. */
const started = Date.now();
export const origins = { past: new Date(started - span * 1000), future: new Date(started + 3_600_000) };

/** A number for the n-th copy: in another order than the copies, and in different orders for different columns. */
const spread = (prime: number) => `((n * ${prime}) % $2::integer)`;
const [first, second, third] = [spread(7919), spread(9973), spread(8861)];

const timestamp = (position: string, origin = origins.past) =>
  `to_char('${origin.toISOString()}'::timestamptz + ${position} * (${span}::float8 / $2::integer) * interval '1 second',
           'YYYY-MM-DD"T"HH24:MI:SS.USOF')`;

const spreadTimes = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, timestamp(first)]));
const inFuture = (column: string, position: string) => ({ [column]: timestamp(position, origins.future) });

/** One in 33 rows, one in 400 rows, and all others. */
const mostly = (common: string, seldom: string, rare: string) =>
  `case when ${first} % 33 = 1 then '${seldom}' when ${first} % 400 = 2 then '${rare}' else '${common}' end`;

/** Columns by which lists are filtered, by table. */
const varied: Readonly<Record<string, Record<string, string>>> = {
  enrollments: {
    ...spreadTimes("enrolled_at", "completed_at", "last_activity_at"),
    ...inFuture("expires_at", first),
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
    ...inFuture("current_period_end", second),
    status: mostly("expired", "active", "past_due"),
    cancel_at_period_end: `${third} % 33 = 1`,
  },
  certificates: spreadTimes("issued_at"),
  quiz_attempts: spreadTimes("submitted_at"),
  submissions: spreadTimes("submitted_at"),
  lecture_progress: spreadTimes("recorded_at"),
  coupons: inFuture("expires_at", first),
};

type Copies = Copied & { maxRows: number };

/** Copies whose filtered columns have frequent, seldom and rare values. */
export const vary = (copies: readonly Copies[]): Copies[] =>
  copies.map((each) => ({
    ...each,
    columns: { ...each.columns, created_at: timestamp("n"), updated_at: timestamp(third), ...varied[each.table] },
  }));

/** The same for members, as SQL of their columns. */
export const variedMember: Readonly<Record<string, string>> = {
  joined_at: `(${timestamp(first)})::timestamptz`,
  last_sign_in_at: `(${timestamp(second)})::timestamptz`,
  last_active_at: `(${timestamp(second)})::timestamptz`,
  created_at: `(${timestamp("n")})::timestamptz`,
  updated_at: `(${timestamp(third)})::timestamptz`,
  status: mostly("active", "suspended", "invited"),
  roles: `case when ${first} % 400 = 5 then '{lecturer}'::text[] else '{student}'::text[] end`,
};
