import * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import { EndInZone, Instant, StartInZone } from "#domain/platform/time/instant.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { TimeZone } from "#domain/platform/time/time-zone.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { addMonths } from "#lib/time/zoned-time.ts";

/** A time interval; the end is exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/**
 * Input parameters of a period. Both ends are rounded outwards to quarters of an hour, the granularity of the
 * rollups.
 */
export const requested = {
  from: StartInZone.meta({ description: "Start of the period (inclusive)", examples: ["2026-01-01T00:00:00.000Z"] }),
  to: EndInZone.meta({ description: "End of the period (exclusive)", examples: ["2026-02-01T00:00:00.000Z"] }),
  timeZone: TimeZone.optional().meta({
    description: "Time zone (IANA) that defines days, weeks and months. Defaults to the time zone of the school.",
    examples: ["Asia/Taipei"],
  }),
};

/** The period in responses. */
export const answered = { from: Instant, to: Instant, timeZone: z.string() };

export const ComputedThrough = Instant.meta({
  description: "Data recorded before this time is included. A job includes newer data about once a minute.",
});

const quarter = 15 * 60_000;
const day = 86_400_000;

/** Longer than any real data. */
const maxPeriodMs = 20 * 366 * day;

/** Rounds the period outwards to whole quarters of an hour. */
export function periodOf({ from, to }: Period): Period {
  if (to <= from) throw validationFailed("/to", "invalid_period", "Expected a time after `from`.");
  if (to.getTime() - from.getTime() > maxPeriodMs) {
    throw validationFailed("/from", "too_long", "A period can have at most 20 years.");
  }
  return { from: new Date(Math.floor(from.getTime() / quarter) * quarter), to: quarterFrom(to) };
}

/** Returns the period of all data up to a time. */
export const until = (to: Date): Period => ({ from: new Date(0), to: quarterFrom(to) });

const quarterFrom = (time: Date) => new Date(Math.ceil(time.getTime() / quarter) * quarter);

/** Returns the requested time zone, or the school's. */
export const zoneOf = async (scope: SiteScope, timeZone: string | undefined): Promise<string> =>
  timeZone ?? findTimeZone(scope);

export const comparisons = ["previous_period", "previous_year"] as const;

/** Returns the comparison period: the preceding one of equal length, or the same days of the previous year. */
export function comparedWith({ from, to }: Period, compare: (typeof comparisons)[number], timeZone: string): Period {
  if (compare === "previous_period") return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
  return { from: addMonths(timeZone, from, -12), to: addMonths(timeZone, to, -12) };
}
