import * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import { Instant } from "#domain/platform/instant.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { TimeZone } from "#domain/platform/time-zone.ts";
import { dateIn, momentOf, offsetAt } from "#lib/zoned-time.ts";

/** A stretch of time; its end is no part of it. */
export interface Period {
  from: Date;
  to: Date;
}

/** What is asked about: everything is counted by quarters of an hour, so that both ends are moved outwards to these. */
export const requested = {
  from: Instant.meta({ description: "Start of the period (inclusive)", examples: ["2026-01-01T00:00:00.000Z"] }),
  to: Instant.meta({ description: "End of the period (exclusive)", examples: ["2026-02-01T00:00:00.000Z"] }),
  timeZone: TimeZone.optional().meta({
    description: "Time zone (IANA) that defines days, weeks and months. Defaults to the time zone of the school.",
    examples: ["Asia/Taipei"],
  }),
};

/** The same as it is answered. */
export const answered = { from: Instant, to: Instant, timeZone: z.string() };

export const ComputedThrough = Instant.meta({
  description: "Data recorded before this time is included. A job includes newer data about once a minute.",
});

const quarter = 15 * 60_000;
const day = 86_400_000;

/** More than anybody has data of, and a bound to how far is looked. */
const longest = 20 * 366 * day;

/** The period that is asked about, in whole quarters of an hour. */
export function periodOf({ from, to }: Period): Period {
  if (to <= from) throw validationFailed("/to", "invalid_period", "Expected a moment after `from`.");
  if (to.getTime() - from.getTime() > longest) {
    throw validationFailed("/from", "too_long", "Ask for at most 20 years at once.");
  }
  return { from: new Date(Math.floor(from.getTime() / quarter) * quarter), to: quarterFrom(to) };
}

/** Everything there is until a moment. */
export const until = (to: Date): Period => ({ from: new Date(0), to: quarterFrom(to) });

const quarterFrom = (moment: Date) => new Date(Math.ceil(moment.getTime() / quarter) * quarter);

/** The time zone that is asked for, or the one of the school. */
export async function zoneOf({ db, site }: SiteScope, timeZone: string | undefined): Promise<string> {
  if (timeZone !== undefined) return timeZone;
  const school = await db.first<{ timeZone: string }>`select time_zone from schools where site_id = ${site.id}`;
  return school?.timeZone ?? "UTC";
}

export const comparisons = ["previous_period", "previous_year"] as const;

/** What a period is compared with: as much time right before it, or the same days of the year before. */
export function comparedWith({ from, to }: Period, compare: (typeof comparisons)[number], timeZone: string): Period {
  if (compare === "previous_period") return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
  return { from: aYearBefore(from, timeZone), to: aYearBefore(to, timeZone) };
}

/** By the clock of the place; the last of February for a day that the year before has not. */
function aYearBefore(moment: Date, timeZone: string): Date {
  const shown = new Date(moment.getTime() + offsetAt(moment, timeZone));
  const minutes = shown.getUTCHours() * 60 + shown.getUTCMinutes();
  const [year, month, date] = dateIn(timeZone, moment).split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  const before = new Date(Date.UTC(year - 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10);
  return momentOf(timeZone, before, minutes);
}
