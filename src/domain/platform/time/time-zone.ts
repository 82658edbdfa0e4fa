import * as z from "zod";
import { isTimeZone } from "#lib/text/formats.ts";

/** A name in the IANA time zone database. Offsets are rejected, because they have no daylight saving time. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Expected an IANA time zone, like Asia/Taipei.")
  .meta({ description: "Time zone (IANA)", examples: ["Asia/Taipei"] });
