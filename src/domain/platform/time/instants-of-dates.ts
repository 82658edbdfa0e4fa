import type * as z from "zod";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { asRecord } from "#lib/json/is-record.ts";
import type { DateInput } from "#lib/wire/date-input.ts";
import { mapDates } from "#lib/wire/map-dates.ts";
import { isDate, nextDate, timeOf } from "#lib/time/zoned-time.ts";
import type { SiteScope } from "../context.ts";
import { TimeZone } from "./time-zone.ts";

/** Replaces the dates of an input by timestamps, by the time zone of the school or another default. */
export async function withInstantsOfDates(
  scope: SiteScope,
  schema: z.ZodType,
  input: unknown,
  findDefault: () => Promise<string | undefined>,
): Promise<unknown> {
  let hasDates = false;
  mapDates(schema, input, (date) => {
    hasDates = true;
    return date;
  });
  return hasDates ? instantsOfDates(schema, input, (await findDefault()) ?? (await findTimeZone(scope))) : input;
}

/** Replaces the dates of an input by timestamps. */
export const instantsOfDates = (schema: z.ZodType, input: unknown, timeZone: string): unknown =>
  mapDates(schema, input, (date, accepted, holder) => instantOf(date, accepted, zoneIn(holder, accepted) ?? timeZone));

function zoneIn(holder: object, { zoneField }: DateInput): string | undefined {
  return zoneField === undefined ? undefined : TimeZone.safeParse(asRecord(holder)[zoneField]).data;
}

/** Dates outside of these are days in UTC: their time zone could lead out of the years 1 to 9999. */
const [firstZoned, lastZoned] = ["0100-01-01", "9999-12-30"];

/** The end of a day is its last millisecond, so that it is still that day. Invalid dates stay for the schema to refuse. */
function instantOf(date: string, { edge }: DateInput, timeZone: string): string {
  if (!isDate(date)) return date;
  if (date < firstZoned || date > lastZoned) return `${date}T${edge === "start" ? "00:00:00.000" : "23:59:59.999"}Z`;
  const time =
    edge === "start" ? timeOf(timeZone, date, 0) : new Date(timeOf(timeZone, nextDate(date), 0).getTime() - 1);
  return time.toISOString();
}
