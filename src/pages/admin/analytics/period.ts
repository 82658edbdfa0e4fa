import { dateIn, isDate, momentOf, nextDate } from "#lib/zoned-time.ts";

/** The stretches of time that are a press away; `own` is one that somebody has typed. */
export const lengths = ["7d", "30d", "90d", "12m"] as const;
export const comparisons = ["previous_period", "previous_year", "none"] as const;

export type Length = (typeof lengths)[number] | "own";
export type Comparison = (typeof comparisons)[number];
export type Interval = "day" | "week" | "month";

/** The days that figures are of, by the school's calendar, both ends included, and what they are compared to. */
export interface Period {
  length: Length;
  /** `2026-11-21` */
  first: string;
  last: string;
  today: string;
  comparison: Comparison;
  /** What a chart has a point for. */
  interval: Interval;
  timeZone: string;
  /** The ends that somebody typed and that are no days, or in the wrong order, or too far apart. */
  wrong: ("from" | "to")[];
  typed: { from: string; to: string };
}

type Query = Record<string, unknown>;

/** Reads what an address asks for: thirty days where it asks for nothing that there is. */
export function readPeriod(query: Query, timeZone: string, now: Date): Period {
  const today = dateIn(timeZone, now);
  const typed = { from: text(query.from), to: text(query.to) };
  const own = query.period === "own";
  const length = own ? "own" : (lengths.find((name) => name === query.period) ?? "30d");
  const wrong = own ? wrongEnds(typed, today) : [];
  const [first, last] =
    length === "own" && wrong.length === 0 ? [typed.from, typed.to] : [firstOf(length, today), today];
  const comparison = comparisons.find((name) => name === query.compare) ?? usualFor(length);
  return { length, first, last, today, comparison, interval: intervalOf(first, last), timeZone, wrong, typed };
}

const text = (given: unknown): string => (typeof given === "string" ? given.trim().slice(0, 10) : "");

function firstOf(length: Length, today: string): string {
  if (length === "12m") return monthsBefore(`${today.slice(0, 7)}-01`, 11);
  return daysBefore(today, { "7d": 6, "30d": 29, "90d": 89, own: 29 }[length]);
}

/** Ten years: nobody's school is older here, and a chart of it can still be read. */
const furthestApart = 3660;

function wrongEnds({ from, to }: Period["typed"], today: string): Period["wrong"] {
  const wrong = (["from", "to"] as const).filter((end) => !isDate({ from, to }[end]) || { from, to }[end] > today);
  if (wrong.length > 0) return wrong;
  const days = daysBetween(from, to);
  return days < 1 || days > furthestApart ? ["to"] : [];
}

const intervalOf = (first: string, last: string): Interval => {
  const days = daysBetween(first, last);
  return days <= 92 ? "day" : days <= 300 ? "week" : "month";
};

const dayLength = 86_400_000;

/** How many days there are, with both ends. */
const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / dayLength + 1;

const daysBefore = (day: string, count: number): string => written(new Date(Date.parse(day) - count * dayLength));

function monthsBefore(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCMonth(date.getUTCMonth() - count);
  return written(date);
}

const written = (date: Date): string => date.toISOString().slice(0, 10);

/** As the operations on analytics take days: from midnight to midnight, the last one excluded. */
const midnights = (timeZone: string, first: string, last: string) => ({
  from: momentOf(timeZone, first, 0),
  to: momentOf(timeZone, nextDate(last), 0),
  timeZone,
});

export const askedOf = ({ first, last, timeZone }: Period) => midnights(timeZone, first, last);

/** The days that it is compared to: as many right before it, or those of a year earlier. Undefined for none. */
export function comparedOf({ first, last, comparison, timeZone }: Period): ReturnType<typeof askedOf> | undefined {
  if (comparison === "none") return undefined;
  if (comparison === "previous_year") return midnights(timeZone, aYearBefore(first), aYearBefore(last));
  return midnights(timeZone, daysBefore(first, daysBetween(first, last)), daysBefore(first, 1));
}

/** The last of February for a day that the year before has not. */
function aYearBefore(day: string): string {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDate(earlier) ? earlier : earlier.replace("-29", "-28");
}

/** Whether the first and the last stretch of a chart have all of their days: today has not, nor has a week that began before. */
export function cutShort({ first, last, today, interval }: Period): { first: boolean; last: boolean } {
  const begins = (day: string) => interval === "day" || isStartOf[interval](new Date(day));
  return { first: !begins(first), last: last === today || !begins(nextDate(last)) };
}

const isStartOf = {
  week: (date: Date) => date.getUTCDay() === 1,
  month: (date: Date) => date.getUTCDate() === 1,
};

type Chosen = Pick<Period, "length" | "typed" | "comparison">;

/** The address of a page with the same period, or another: nothing is said that goes without saying. */
export function addressFor(
  path: string,
  { length, typed, comparison }: Chosen,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    ...(length !== "30d" && { period: length }),
    ...(length === "own" && typed),
    ...(comparison !== usualFor(length) && { compare: comparison }),
    ...more,
  }).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The same page with a period of another length, compared in the same way if one was chosen. */
export const withLength = (period: Period, length: Length): Chosen => ({
  ...period,
  length,
  comparison: period.comparison === usualFor(period.length) ? usualFor(length) : period.comparison,
});

/** Months differ by the time of year more than from one another. */
const usualFor = (length: Length): Comparison => (length === "12m" ? "previous_year" : "previous_period");
