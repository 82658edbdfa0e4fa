import { dateIn, isDate, timeOf, nextDate } from "#lib/time/zoned-time.ts";

/** Predefined period lengths. `own` is a custom period. */
export const lengths = ["7d", "30d", "90d", "12m"] as const;
export const comparisons = ["previous_period", "previous_year", "none"] as const;

export type Length = (typeof lengths)[number] | "own";
export type Comparison = (typeof comparisons)[number];
export type Interval = "day" | "week" | "month";

/** A period in days of the school's calendar, both ends inclusive, with its comparison. */
export interface Period {
  length: Length;
  /** `2026-11-21` */
  first: string;
  last: string;
  today: string;
  comparison: Comparison;
  /** Interval of the points in a chart. */
  interval: Interval;
  timeZone: string;
  /** Entered dates that are invalid, in the wrong order or too far apart. */
  wrong: ("from" | "to")[];
  typed: { from: string; to: string };
}

type Query = Record<string, unknown>;

/** Parses the period from a query: 30 days by default. */
export function readPeriod(query: Query, timeZone: string, now: Date): Period {
  const today = dateIn(timeZone, now);
  const typed = { from: text(query.from), to: text(query.to) };
  const isCustom = query.period === "own";
  const length = isCustom ? "own" : (lengths.find((name) => name === query.period) ?? "30d");
  const wrong = isCustom ? wrongEnds(typed, today) : [];
  const [first, last] =
    length === "own" && wrong.length === 0 ? [typed.from, typed.to] : [firstOf(length, today), today];
  const comparison = comparisons.find((name) => name === query.compare) ?? defaultFor(length);
  return { length, first, last, today, comparison, interval: intervalOf(first, last), timeZone, wrong, typed };
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, 10) : "");

function firstOf(length: Length, today: string): string {
  if (length === "12m") return monthsBefore(`${today.slice(0, 7)}-01`, 11);
  return daysBefore(today, { "7d": 6, "30d": 29, "90d": 89, own: 29 }[length]);
}

/** Ten years: longer than the history of any school, and still readable in a chart. */
const maxDays = 3660;

function wrongEnds({ from, to }: Period["typed"], today: string): Period["wrong"] {
  const wrong = (["from", "to"] as const).filter((end) => !isDate({ from, to }[end]) || { from, to }[end] > today);
  if (wrong.length > 0) return wrong;
  const days = daysBetween(from, to);
  return days < 1 || days > maxDays ? ["to"] : [];
}

const intervalOf = (first: string, last: string): Interval => {
  const days = daysBetween(first, last);
  return days <= 92 ? "day" : days <= 300 ? "week" : "month";
};

const dayLength = 86_400_000;

/** Returns the number of days, both ends inclusive. */
const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / dayLength + 1;

const daysBefore = (day: string, count: number): string => isoDay(new Date(Date.parse(day) - count * dayLength));

function monthsBefore(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCMonth(date.getUTCMonth() - count);
  return isoDay(date);
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Converts days to the half-open interval of midnights that analytics operations accept. */
const midnights = (timeZone: string, first: string, last: string) => ({
  from: timeOf(timeZone, first, 0),
  to: timeOf(timeZone, nextDate(last), 0),
  timeZone,
});

export const requestedPeriodOf = ({ first, last, timeZone }: Period) => midnights(timeZone, first, last);

/**
 * Returns the comparison period: the same number of days directly before, or one year earlier. Undefined without a
 * comparison.
 */
export function comparedOf({
  first,
  last,
  comparison,
  timeZone,
}: Period): ReturnType<typeof requestedPeriodOf> | undefined {
  if (comparison === "none") return undefined;
  if (comparison === "previous_year") return midnights(timeZone, aYearBefore(first), aYearBefore(last));
  return midnights(timeZone, daysBefore(first, daysBetween(first, last)), daysBefore(first, 1));
}

/** Returns the same day of the previous year, or 28 February for 29 February. */
function aYearBefore(day: string): string {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDate(earlier) ? earlier : earlier.replace("-29", "-28");
}

/** True for the first and last interval if days are missing, such as today or a week that started before the period. */
export function cutShort({ first, last, today, interval }: Period): { first: boolean; last: boolean } {
  const begins = (day: string) => interval === "day" || isStartOf[interval](new Date(day));
  return { first: !begins(first), last: last === today || !begins(nextDate(last)) };
}

const isStartOf = {
  week: (date: Date) => date.getUTCDay() === 1,
  month: (date: Date) => date.getUTCDate() === 1,
};

type Chosen = Pick<Period, "length" | "typed" | "comparison">;

/** Builds the URL of a page for a period. Defaults are omitted. */
export function addressFor(
  path: string,
  { length, typed, comparison }: Chosen,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    ...(length !== "30d" && { period: length }),
    ...(length === "own" && typed),
    ...(comparison !== defaultFor(length) && { compare: comparison }),
    ...more,
  }).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** Returns a period of another length with the same comparison, if one was selected. */
export const withLength = (period: Period, length: Length): Chosen => ({
  ...period,
  length,
  comparison: period.comparison === defaultFor(period.length) ? defaultFor(length) : period.comparison,
});

/** Default comparison: for a year the previous year, because months vary by season. */
const defaultFor = (length: Length): Comparison => (length === "12m" ? "previous_year" : "previous_period");
