import * as z from "zod";
import type { AccessRule } from "#domain/platform/fields.ts";
import { End } from "#domain/platform/instant.ts";
import { validationFailed } from "#domain/platform/problem.ts";

const day = 86_400_000;

/** Access period: at most one of the three fields. Default: the access rule of the plan or course. */
export const Term = z
  .object({
    expiresAt: End,
    lifetime: z.literal(true),
    accessDays: z.number().int().min(1).max(36_500),
  })
  .partial();

/** Returns the end of an access period. Null: lifetime access. */
export function endOf(
  { expiresAt, lifetime, accessDays }: z.output<typeof Term>,
  otherwise: z.output<typeof AccessRule>,
  startsAt: Date,
): Date | null {
  const limits = [expiresAt, lifetime, accessDays].filter((value) => value !== undefined);
  if (limits.length > 1) {
    throw validationFailed("/expiresAt", "exclusive", "Send only one of expires_at, lifetime and access_days.");
  }
  if (expiresAt && expiresAt <= startsAt) {
    throw validationFailed("/expiresAt", "too_small", "The end of access must be after its start.");
  }
  if (expiresAt) return expiresAt;
  if (lifetime) return null;
  if (accessDays !== undefined) return new Date(startsAt.getTime() + accessDays * day);
  return endByRule(otherwise, startsAt);
}

export function endByRule(rule: z.output<typeof AccessRule>, startsAt: Date): Date | null {
  if (rule.kind === "lifetime") return null;
  return rule.kind === "days" ? new Date(startsAt.getTime() + rule.days * day) : new Date(rule.until);
}

/** Extension of an access period by days, to a date, or to lifetime. */
export const Extension = z
  .object({ days: z.number().int().min(1).max(36_500), until: End, lifetime: z.literal(true) })
  .partial();

/** Returns the extended end. Days count from the current end, or from now if it has passed. */
export function extendedEnd(
  { days, until, lifetime }: z.output<typeof Extension>,
  existing: Date | null,
  now: Date,
): Date | null {
  if ([days, until, lifetime].filter((value) => value !== undefined).length !== 1) {
    throw validationFailed("/days", "exclusive", "Send exactly one of days, until and lifetime.");
  }
  if (existing === null) return null;
  const from = existing > now ? existing : now;
  if (days !== undefined) return new Date(from.getTime() + days * day);
  if (until === undefined) return null;
  if (until <= from) throw validationFailed("/until", "too_small", "The new end must be later than the current one.");
  return until;
}
