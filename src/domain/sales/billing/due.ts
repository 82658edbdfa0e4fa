import { type Agreement, isOver } from "./agreement.ts";
import { billsItself } from "#domain/site/selling/payment-provider.ts";

const day = 86_400_000;

/** Time before the end of the grace period at which the member is reminded, in milliseconds. */
const lastReminder = 2 * day;

type Dated = Pick<
  Agreement,
  | "status"
  | "provider"
  | "periodStart"
  | "periodEnd"
  | "graceEndsAt"
  | "remindedAt"
  | "renewalOrderId"
  | "cancelAtPeriodEnd"
>;

/** Time for which a member knows about a renewal before it is due: a week, or half of a short period. */
export const leadOf = ({ periodStart, periodEnd }: Pick<Dated, "periodStart" | "periodEnd">): number =>
  Math.min(7 * day, (periodEnd.getTime() - periodStart.getTime()) / 2);

/** Returns when the member must be reminded for the last time. Null: the grace period is too short, or it was done. */
export const reminderOf = ({ periodEnd, graceEndsAt, remindedAt }: Dated): Date | null => {
  if (graceEndsAt === null || remindedAt !== null) return null;
  const time = new Date(graceEndsAt.getTime() - lastReminder);
  return time > periodEnd ? time : null;
};

/** Returns when the scheduler must process the agreement next. Null: never, or its provider decides. */
export function dueOf(agreement: Dated): Date | null {
  const { status, periodEnd, graceEndsAt, renewalOrderId, cancelAtPeriodEnd, provider } = agreement;
  if (isOver(agreement) || status === "paused" || cancelAtPeriodEnd || billsItself(provider)) return null;
  if (status === "past_due") return reminderOf(agreement) ?? graceEndsAt;
  return renewalOrderId === null ? new Date(periodEnd.getTime() - leadOf(agreement)) : periodEnd;
}
