import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { paymentProviders } from "#domain/site/selling/payment-provider.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

export const subscriptionStatuses = [
  "incomplete",
  "trialing",
  "active",
  "past_due",
  "paused",
  "canceled",
  "expired",
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const CancelReason = trimmed().min(1).max(500);

/** A member's subscription to a membership plan. */
export const Subscription = versionedResource("subscription", {
  memberId: Id("member"),
  planId: Id("membershipPlan"),
  pricingId: Id("membershipPricing").nullable(),
  /** The price from the next period on, if it changes. */
  nextPricingId: Id("membershipPricing").nullable(),
  status: z.enum(subscriptionStatuses).meta({
    description:
      "`incomplete` until it starts. A subscription with a scheduled cancellation keeps its status until the cancellation takes effect.",
  }),
  source: z.enum(["purchase", "manual", "import"]),
  startsAt: Instant,
  trialEndsAt: Instant.nullable(),
  /** Set for recurring subscriptions. */
  currentPeriodStart: Instant.nullable(),
  currentPeriodEnd: Instant.nullable(),
  /** The end. Null if there is none. */
  endsAt: Instant.nullable(),
  isLifetime: z.boolean(),
  cancelAtPeriodEnd: z.boolean(),
  /** Time of the scheduled cancellation. */
  cancelAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  cancelReason: untrusted(z.string().nullable()),
  /** Null if no charge is due, as for granted subscriptions. */
  nextChargeAt: Instant.nullable(),
  provider: z.enum(paymentProviders).nullable(),
  pausedUntil: Instant.nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export interface SubscriptionRow extends Omit<z.output<typeof Subscription>, "object" | "nextChargeAt"> {
  trialEndNotified: boolean;
  /** Periods are computed from this time. */
  periodAnchor: Date | null;
  pausedAt: Date | null;
  /** If its renewals are paid: access ends then, unless the next renewal is paid. */
  graceEndsAt: Date | null;
  /** When the scheduler processes the subscription next. */
  dueAt: Date | null;
  version: number;
}

const charged: ReadonlySet<SubscriptionStatus> = new Set(["trialing", "active", "past_due"]);

export function serializeSubscription(row: SubscriptionRow) {
  const {
    trialEndNotified: _notified,
    periodAnchor: _anchor,
    pausedAt: _paused,
    graceEndsAt: _grace,
    dueAt: _due,
    ...subscription
  } = row;
  const isCharged = row.provider !== null && charged.has(row.status) && row.cancelAt === null;
  return {
    ...subscription,
    object: "subscription" as const,
    nextChargeAt: isCharged ? row.currentPeriodEnd : null,
  };
}
