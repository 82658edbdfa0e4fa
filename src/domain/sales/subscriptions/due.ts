import type { SubscriptionRow } from "./subscription.ts";

const day = 86_400_000;

/** Milliseconds before the end of a trial: when it is told of. */
export const trialNotice = 3 * day;

type Dated = Pick<
  SubscriptionRow,
  | "status"
  | "startsAt"
  | "trialEndsAt"
  | "trialTold"
  | "currentPeriodEnd"
  | "endsAt"
  | "cancelAt"
  | "pausedUntil"
  | "provider"
>;

/** When the clock has something to do with a subscription next: it begins, goes on, or ends. Null: never. */
export function dueOf(row: Dated): Date | null {
  if (row.status === "canceled" || row.status === "expired") return null;
  const moments = [ownStep(row), row.endsAt, row.cancelAt].filter((moment) => moment !== null);
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}

function ownStep({
  status,
  startsAt,
  trialEndsAt,
  trialTold,
  currentPeriodEnd,
  pausedUntil,
  provider,
}: Dated): Date | null {
  switch (status) {
    case "incomplete":
      // What waits for a first payment begins by that.
      return provider === null ? startsAt : null;
    case "trialing":
      if (trialEndsAt === null || provider !== null) return null;
      return trialTold ? trialEndsAt : new Date(trialEndsAt.getTime() - trialNotice);
    case "active":
      // Who charges says when the next period has begun.
      return provider === null ? currentPeriodEnd : null;
    case "paused":
      return pausedUntil;
    default:
      return null;
  }
}
