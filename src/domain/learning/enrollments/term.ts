import * as z from "zod";
import type { AccessRule } from "#domain/platform/fields.ts";
import { End } from "#domain/platform/time/instant.ts";
import { inDays } from "#domain/platform/time/in-days.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { endByRule, type Start } from "#domain/platform/time/end-by-rule.ts";

const CalendarDays = z
  .number()
  .int()
  .min(1)
  .max(36_500)
  .meta({ description: "Calendar days in the time zone of the school" });

/** Access period: at most one of the three fields. Default: the access rule of the plan or course. */
export const Term = z
  .object({
    expiresAt: End,
    lifetime: z.literal(true),
    accessDays: CalendarDays,
  })
  .partial();

/** Returns the end of an access period. Null: lifetime access. */
export function endOf(
  { expiresAt, lifetime, accessDays }: z.output<typeof Term>,
  otherwise: z.output<typeof AccessRule>,
  start: Start,
): Date | null {
  const limits = [expiresAt, lifetime, accessDays].filter((value) => value !== undefined);
  if (limits.length > 1) {
    throw validationFailed("/expiresAt", "exclusive", "Send only one of expires_at, lifetime and access_days.");
  }
  if (expiresAt && expiresAt <= start.startsAt) {
    throw validationFailed("/expiresAt", "too_small", "The end of access must be after its start.");
  }
  if (expiresAt) return expiresAt;
  if (lifetime) return null;
  if (accessDays !== undefined) return inDays(start.timeZone, start.startsAt, accessDays, "/accessDays");
  return endByRule(otherwise, start);
}

/** Extension of an access period by days, to a date, or to lifetime. */
export const Extension = z.object({ days: CalendarDays, until: End, lifetime: z.literal(true) }).partial();

/** Returns the extended end. Days count from the current end, or from now if it has passed. */
export function extendedEnd(
  { days, until, lifetime }: z.output<typeof Extension>,
  existing: Date | null,
  { now, timeZone }: { now: Date; timeZone: string },
): Date | null {
  if ([days, until, lifetime].filter((value) => value !== undefined).length !== 1) {
    throw validationFailed("/days", "exclusive", "Send exactly one of days, until and lifetime.");
  }
  if (existing === null) return null;
  const from = existing > now ? existing : now;
  if (days !== undefined) return inDays(timeZone, from, days, "/days");
  if (until === undefined) return null;
  if (until <= from) throw validationFailed("/until", "too_small", "The new end must be later than the current one.");
  return until;
}
