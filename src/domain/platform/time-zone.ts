import * as z from "zod";

/** A place's name in the IANA database. An offset is none: it knows nothing of the day on which clocks change. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Expected a time zone of the IANA database, like Asia/Taipei.")
  .meta({ description: "Time zone (IANA)", examples: ["Asia/Taipei"] });

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
