import type { SubscriptionRow } from "./subscription.ts";
import { billsItself } from "#domain/site/selling/payment-provider.ts";

const day = 86_400_000;

/** Time before the end of a trial at which `trial_ending` is emitted, in milliseconds. */
export const trialNotice = 3 * day;

type Dated = Pick<
  SubscriptionRow,
  | "status"
  | "startsAt"
  | "trialEndsAt"
  | "trialEndNotified"
  | "currentPeriodEnd"
  | "endsAt"
  | "cancelAt"
  | "pausedUntil"
  | "provider"
  | "source"
>;

/** Returns when the scheduler must process the subscription next. Null: never. */
export function dueOf(row: Dated): Date | null {
  if (row.status === "canceled" || row.status === "expired") return null;
  // The provider reports the end of a subscription that it charges.
  const isMirrored = row.source === "purchase" && row.provider === "stripe" && billsItself(row.provider);
  const times = [ownStep(row), row.endsAt, isMirrored ? null : row.cancelAt].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

function ownStep({
  status,
  startsAt,
  trialEndsAt,
  trialEndNotified,
  currentPeriodEnd,
  pausedUntil,
  provider,
}: Dated): Date | null {
  switch (status) {
    case "incomplete":
      // A subscription that waits for its first payment starts with that payment.
      return provider === null ? startsAt : null;
    case "trialing":
      if (trialEndsAt === null) return null;
      if (!trialEndNotified) return new Date(trialEndsAt.getTime() - trialNotice);
      return provider === null ? trialEndsAt : null;
    case "active":
      // The payment provider reports the start of the next period.
      return provider === null ? currentPeriodEnd : null;
    case "paused":
      return pausedUntil;
    case "canceled":
    case "expired":
    case "past_due":
      return null;
  }
}
