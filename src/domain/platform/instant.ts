import * as z from "zod";

const Written = z.iso.datetime({ offset: true }).refine(isStorable, "Expected a moment of the years 1 to 9999.");

/** A moment that is kept within a text of JSON: as every wire has it. */
export const WrittenInstant = Written.transform((text) => new Date(text).toISOString()).meta({
  description: "A timestamp (RFC 3339)",
  examples: ["2025-11-20T19:55:00.000Z"],
});

/** A Date inside; on every wire RFC 3339 in UTC with milliseconds, read with any offset. */
export const Instant = z
  .codec(Written, z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ description: "A timestamp (RFC 3339)", examples: ["2025-11-20T19:55:00.000Z"] });

/** The database knows no year 0, and writes later years in its own way. */
function isStorable(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  // What is no moment at all is told as that.
  return Number.isNaN(year) || (year >= 1 && year <= 9999);
}
