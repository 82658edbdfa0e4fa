import * as z from "zod";

/** A Date inside; on every wire RFC 3339 in UTC with milliseconds, read with any offset. */
export const Instant = z
  .codec(z.iso.datetime({ offset: true }), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ description: "A moment (RFC 3339)", examples: ["2025-11-20T19:55:00.000Z"] });
