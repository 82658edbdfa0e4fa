import type * as z from "zod";
import type { AccessRule } from "#domain/platform/fields.ts";
import { inDays } from "./in-days.ts";

/** The start of an access period, and the time zone of the school, whose days count. */
export interface Start {
  startsAt: Date;
  timeZone: string;
}

/** Returns the end of an access period by its rule. Null: lifetime access. */
export function endByRule(rule: z.output<typeof AccessRule>, { startsAt, timeZone }: Start): Date | null {
  if (rule.kind === "lifetime") return null;
  return rule.kind === "days" ? inDays(timeZone, startsAt, rule.days, "/startsAt") : new Date(rule.until);
}
