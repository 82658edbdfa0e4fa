import { isDeepStrictEqual } from "node:util";
import type { ListedPlan } from "#domain/offers/membership-plans/membership-plan.ts";
import { mergeMetadata } from "#domain/platform/metadata.ts";
import { invalidState, validationFailed } from "#domain/platform/problem.ts";
import type { NewSubscription, SubscriptionChanges } from "#domain/memberships/subscriptions/queries.ts";
import { endOfPlan } from "#domain/memberships/subscriptions/term.ts";
import type { SubscriptionRow, SubscriptionStatus } from "#domain/memberships/subscriptions/subscription.ts";
import type { SubscriptionRowIn } from "./subscription-row.ts";

export const isOver = ({ status }: { status: SubscriptionStatus }): boolean =>
  status === "canceled" || status === "expired";

type Fresh = Omit<NewSubscription, "id" | "memberId" | "planId" | "pricingId">;

/** Builds a new subscription from a row; omitted fields follow from the plan and the current time. */
export function newSubscription(
  row: SubscriptionRowIn,
  plan: ListedPlan,
  { now, timeZone }: { now: Date; timeZone: string },
): Fresh {
  const startsAt = row.startsAt ?? row.currentPeriodStart ?? now;
  const plannedEnd = row.endsAt ?? endOfPlan(plan, { startsAt, timeZone });
  const endsAt = row.endsAt ?? row.canceledAt ?? plannedEnd;
  const trialEndsAt = row.trialEndsAt ?? null;
  const status = row.status ?? statusOf({ startsAt, endsAt, trialEndsAt, canceledAt: row.canceledAt ?? null }, now);
  const isRecurring = plan.planType === "recurring";
  const fresh: Fresh = {
    status,
    source: "import",
    startsAt,
    endsAt: status === "canceled" || status === "expired" ? endsAt : plannedEnd,
    isLifetime: plan.planType === "lifetime",
    trialEndsAt,
    // Suppresses the trial notification: earlier notifications are not repeated.
    trialEndNotified: true,
    currentPeriodStart: isRecurring ? (row.currentPeriodStart ?? startsAt) : null,
    currentPeriodEnd: isRecurring ? (row.currentPeriodEnd ?? trialEndsAt) : null,
    periodAnchor: isRecurring ? (row.currentPeriodStart ?? startsAt) : null,
    nextPricingId: null,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd ?? false,
    cancelAt: row.cancelAt ?? (row.cancelAtPeriodEnd ? (row.currentPeriodEnd ?? null) : null),
    canceledAt: status === "canceled" ? (row.canceledAt ?? endsAt) : (row.canceledAt ?? null),
    cancelReason: row.cancelReason ?? null,
    pausedAt: status === "paused" ? now : null,
    pausedUntil: row.pausedUntil ?? null,
    provider: row.provider ?? null,
    externalId: row.externalId ?? null,
    metadata: mergeMetadata({}, row.metadata ?? {}),
  };
  requireConsistency(fresh, plan);
  return fresh;
}

function statusOf(
  { startsAt, endsAt, trialEndsAt, canceledAt }: Pick<Fresh, "startsAt" | "endsAt" | "trialEndsAt" | "canceledAt">,
  now: Date,
): SubscriptionStatus {
  if (canceledAt !== null && canceledAt <= now) return "canceled";
  if (endsAt !== null && endsAt <= now) return "expired";
  if (startsAt > now) return "incomplete";
  return trialEndsAt !== null && trialEndsAt > now ? "trialing" : "active";
}

/** Checks that the fields are consistent with the status. */
function requireConsistency(one: Fresh, plan: ListedPlan): void {
  const { status, startsAt, endsAt, trialEndsAt, currentPeriodEnd } = one;
  if (isOver(one) && endsAt === null) {
    throw validationFailed(
      "/endsAt",
      "required",
      `Status ${status} requires ends_at, the time at which the subscription ended.`,
    );
  }
  if (status === "trialing" && trialEndsAt === null) {
    throw validationFailed("/trialEndsAt", "required", "Status trialing requires trial_ends_at.");
  }
  if (!isOver(one) && plan.planType === "recurring" && currentPeriodEnd === null) {
    const detail = "A recurring plan requires current_period_end, the end of the paid or granted period.";
    throw validationFailed("/currentPeriodEnd", "required", detail);
  }
  if (plan.planType === "lifetime" && endsAt !== null && !isOver(one)) {
    throw validationFailed("/endsAt", "not_applicable", "A lifetime plan cannot have an end.");
  }
  for (const field of ["endsAt", "trialEndsAt", "currentPeriodEnd", "cancelAt"] as const) {
    const time = one[field];
    if (time !== null && time < startsAt) {
      throw validationFailed(`/${field}`, "too_small", "Expected a timestamp after starts_at.");
    }
  }
}

const plain = [
  "startsAt",
  "trialEndsAt",
  "currentPeriodStart",
  "currentPeriodEnd",
  "endsAt",
  "cancelAtPeriodEnd",
  "cancelAt",
  "canceledAt",
  "cancelReason",
  "pausedUntil",
  "provider",
  "externalId",
  "status",
] as const satisfies (keyof SubscriptionRowIn & keyof SubscriptionRow)[];

/** Fields that follow from others if they are empty. */
const followed: ReadonlySet<string> = new Set(["endsAt", "canceledAt", "currentPeriodStart", "currentPeriodEnd"]);

function isSaid(row: SubscriptionRowIn, field: (typeof plain)[number]): boolean {
  if (row[field] === undefined) return false;
  if (field === "cancelAt" && row.cancelAtPeriodEnd) return row.cancelAt !== null;
  return row[field] !== null || !followed.has(field);
}

/** Returns the fields of the row that differ. An ended subscription stays ended. */
export function changesToRow(
  existing: SubscriptionRow,
  row: SubscriptionRowIn,
  { pricingId, now }: { pricingId: string | null; now: Date },
): SubscriptionChanges {
  const changed = plain.filter((field) => isSaid(row, field) && !isDeepStrictEqual(row[field], existing[field]));
  const metadata = row.metadata && mergeMetadata(existing.metadata, row.metadata);
  const changes: SubscriptionChanges = {
    ...Object.fromEntries(changed.map((field) => [field, row[field]])),
    ...(pricingId !== null && pricingId !== existing.pricingId && { pricingId }),
    ...(metadata && !isDeepStrictEqual(metadata, existing.metadata) && { metadata }),
  };
  const status = changes.status ?? existing.status;
  if (status !== existing.status && isOver(existing)) throw invalidState("subscription", existing.status, status, []);
  if (status !== existing.status && isOver({ status }) && !(row.endsAt ?? existing.endsAt)) {
    throw validationFailed(
      "/endsAt",
      "required",
      `Status ${status} requires ends_at, the time at which the subscription ended.`,
    );
  }
  return changes.status === "paused" ? { ...changes, pausedAt: now } : changes;
}
