import * as z from "zod";
import { hasRealSecond, parseTimestamp, timestampForm } from "#lib/time/timestamp.ts";
import { acceptDates, type DateInput } from "#lib/wire/date-input.ts";

const isTime = [
  hasRealSecond,
  "Expected a second from 0 to 59. A leap second (60) is the last one of a month in UTC.",
] as const;
const isStorable = [hasStorableYear, "Expected a timestamp in the years 1 to 9999."] as const;
const Written = z.iso
  .datetime(timestampForm)
  .refine(...isTime)
  .refine(...isStorable);

/** The input is a timestamp here: requests have replaced dates by timestamps before. */
const WrittenOrDate = z.iso
  .datetime({
    ...timestampForm,
    error: ({ code }) =>
      code === "invalid_format"
        ? "Expected a date like 2026-03-01, or a timestamp like 2026-03-01T09:00:00Z (RFC 3339)."
        : undefined,
  })
  .refine(...isTime)
  .refine(...isStorable);

const described = { description: "A timestamp (RFC 3339)", examples: ["2025-11-20T19:55:00.000Z"] };

const normalized = (written: typeof Written) =>
  written.transform((text) => parseTimestamp(text).toISOString()).meta(described);

const codec = (written: typeof Written) =>
  z
    .codec(written, z.date(), {
      decode: parseTimestamp,
      encode: (date) => date.toISOString(),
    })
    .meta(described);

/** A timestamp inside stored JSON, normalized to the wire format. */
export const WrittenInstant = normalized(Written);

/** A codec: a Date in the domain, RFC 3339 in UTC with milliseconds on the wire. Input may have any offset. */
export const Instant = codec(Written);

const acceptingDates = (input: DateInput) => acceptDates(codec(WrittenOrDate), input);

/** A timestamp that begins something: a request can send a date, which means the start of that day. */
export const Start = acceptingDates({ edge: "start" });

/** A timestamp that ends something: a request can send a date, which means the end of that day. */
export const End = acceptingDates({ edge: "end" });

/** Like `Start`, inside stored JSON. */
export const WrittenStart = acceptDates(normalized(WrittenOrDate), { edge: "start" });

/** Like `End`, inside stored JSON. */
export const WrittenEnd = acceptDates(normalized(WrittenOrDate), { edge: "end" });

/** Like `Start` and `End`, in requests with a `timeZone`. */
export const StartInZone = acceptingDates({ edge: "start", zoneField: "timeZone" });
export const EndInZone = acceptingDates({ edge: "end", zoneField: "timeZone" });

/** Like these, where the time zone of a service is the default: the operation needs `dateZone`. */
export const StartInServiceZone = acceptingDates({ edge: "start", zoneField: "timeZone", zoneOwner: "service" });
export const EndInServiceZone = acceptingDates({ edge: "end", zoneField: "timeZone", zoneOwner: "service" });

/** The bounds of a range. A day is included by `gte` and `lte`, and excluded by `gt` and `lt`. */
export const StartBound = acceptingDates({ edge: "start", isBound: true });
export const EndBound = acceptingDates({ edge: "end", isBound: true });

/** PostgreSQL has no year 0 and writes years after 9999 in another format. */
function hasStorableYear(text: string): boolean {
  const year = parseTimestamp(text).getUTCFullYear();
  // Unparsable timestamps get an error of their own.
  return Number.isNaN(year) || (year >= 1 && year <= 9999);
}
