import * as z from "zod";

/** A name in the IANA time zone database. Offsets are rejected, because they have no daylight saving time. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Expected an IANA time zone, like Asia/Taipei.")
  .meta({ description: "Time zone (IANA)", examples: ["Asia/Taipei"] });

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
