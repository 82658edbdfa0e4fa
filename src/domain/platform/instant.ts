import * as z from "zod";

const Written = z.iso.datetime({ offset: true }).refine(isStorable, "Expected a timestamp in the years 1 to 9999.");

/** A timestamp inside stored JSON, normalized to the wire format. */
export const WrittenInstant = Written.transform((text) => new Date(text).toISOString()).meta({
  description: "A timestamp (RFC 3339)",
  examples: ["2025-11-20T19:55:00.000Z"],
});

/** A codec: a Date in the domain, RFC 3339 in UTC with milliseconds on the wire. Input may have any offset. */
export const Instant = z
  .codec(Written, z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ description: "A timestamp (RFC 3339)", examples: ["2025-11-20T19:55:00.000Z"] });

/** PostgreSQL has no year 0 and writes years after 9999 in another format. */
function isStorable(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  // Unparsable timestamps get an error of their own.
  return Number.isNaN(year) || (year >= 1 && year <= 9999);
}
