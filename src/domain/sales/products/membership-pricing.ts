import { sql } from "#database/statements/sql.ts";
import { changeSubscription, isCanceling } from "#domain/memberships/subscriptions/change.ts";
import { endSubscription } from "#domain/memberships/subscriptions/end-subscription.ts";
import { notifyMember, subscriptionEvent } from "#domain/memberships/subscriptions/notify.ts";
import { firstPeriod } from "#domain/memberships/subscriptions/periods.ts";
import {
  findSubscription,
  hadPlan,
  hasPlan,
  listOtherPlans,
  lockSubscription,
} from "#domain/memberships/subscriptions/queries.ts";
import { requirePlan, requireSubscriber, subscribe } from "#domain/memberships/subscriptions/subscribe.ts";
import type { SubscriptionRow } from "#domain/memberships/subscriptions/subscription.ts";
import { endOfPlan } from "#domain/memberships/subscriptions/term.ts";
import type { MembershipPlanRecord } from "#domain/offers/membership-plans/membership-plan.ts";
import { findMembershipPlan, lockMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { findAgreementOfSubscription, lockAgreementOfSubscription } from "#domain/sales/billing/queries.ts";
import { nameOfItem } from "./named-rows.ts";
import { hasEnded } from "./past-access.ts";
import type { ProductKind } from "./product-kind.ts";

export const membershipPricing: ProductKind = {
  word: "price",
  scope: "subscriptions:write",
  table: sql`membership_pricings`,
  parent: { table: sql`membership_plans`, id: sql`plan_id`, label: sql`label` },
  isSellable: () => sql`
    membership_pricings.active and membership_plans.deleted_at is null and membership_plans.status = 'active'`,
  usedAt: () => "/learn",
  access: { table: sql`subscriptions`, idKind: "subscription", isDeletedAtEnd: false },

  async find(context, id, buyerId) {
    const found = await findWithPlan(context, id);
    if (!found) return undefined;
    const { pricing, plan } = found;
    const { interval, intervalCount } = pricing;
    return {
      product: { type: "membership_plan", id: plan.id },
      name: nameOfItem(plan.name, pricing.label),
      price: { amount: pricing.priceAmount, currency: pricing.priceCurrency },
      recurring: interval && {
        interval,
        intervalCount,
        payments: null,
        trialDays: await trialOf(context, plan, buyerId),
      },
      path: `/membership-plans/${plan.slug}`,
      isOnSale: pricing.active && plan.status === "active" && plan.visible,
      maxQuantity: 1,
    };
  },
  /** The next period is not charged, so that a recurring membership ends with the one that was paid. */
  async endOfPayment(context, id, paidAt) {
    const { pricing, plan } = (await findWithPlan(context, id)) ?? {};
    if (plan?.planType !== "recurring" || !pricing?.interval) return undefined;
    const { interval, intervalCount } = pricing;
    return firstPeriod(paidAt, { interval, intervalCount, timeZone: await findTimeZone(context) }).currentPeriodEnd;
  },

  isLimitedByProduct: true,
  hasWaitlist: false,
  async findSeats(context, { product: { id } }, isLocked) {
    const plan = await (isLocked ? lockMembershipPlan : findMembershipPlan)(context, { id });
    return [{ column: "container_id", id, capacity: plan?.memberLimit ?? null, taken: plan?.subscriberCount ?? 0 }];
  },
  forOthers: { gift: true, seats: false },
  memberDiscount: () => Promise.resolve(0),

  async productOf(context, id) {
    const pricing = await findPricing(context, id);
    return pricing && { type: "membership_plan", id: pricing.planId };
  },

  alsoCharged: async (context, planId, memberId) =>
    (await listOtherPlans(context, memberId, planId, context.now)).map(({ name }) => name),
  hasAcquired: (context, planId, memberId) => hasPlan(context, { memberId, planId }, context.now),

  async lastedLonger(context, { memberId, line, startsAt, until }) {
    const { plan } = (await findWithPlan(context, line.productId)) ?? {};
    const timeZone = await findTimeZone(context);
    if (!plan || !hasEnded(context, until ?? endOfPlan(plan, { startsAt, timeZone }))) return false;
    return hasPlan(context, { memberId, planId: plan.id }, context.now);
  },

  async give(context, { memberId, line, until, startsAt }, planId) {
    await requireSubscriber(context, memberId);
    const plan = await requirePlan(context, { planId, memberId });
    const none = { externalId: null, metadata: {} };
    const { productId: pricingId, recurrence } = line;
    const trialDays = until ? 0 : (recurrence?.trialDays ?? 0);
    const request = { memberId, pricingId, trialDays, startsAt, endsAt: until, ...none, source: "purchase" as const };
    const subscription = await subscribe(context, plan, request);
    await recordEvent(context, subscriptionEvent("created", subscription));
    return subscription.id;
  },

  givesAccess: () => Promise.resolve(true),

  async endOfPaidPeriod(context, id) {
    const subscription = await findSubscription(context, id);
    if (!subscription || hasBeenEnded(subscription)) return null;
    const agreement = await findAgreementOfSubscription(context, id);
    return subscription.cancelAt ?? subscription.endsAt ?? agreement?.periodEnd ?? subscription.currentPeriodEnd;
  },

  async end(context, { fulfilledId }) {
    const subscription = await lockSubscription(context, fulfilledId);
    if (!subscription || hasBeenEnded(subscription)) return;
    await endSubscription(context, subscription, "canceled", context.now);
  },

  /** A membership that does not renew, or is canceled already, ends by itself. */
  async endAt(context, { fulfilledId }, at) {
    const subscription = await lockSubscription(context, fulfilledId);
    if (!subscription || isCanceling(subscription) || subscription.endsAt !== null) return;
    const canceling = await changeSubscription(context, subscription, { cancelAt: at, cancelAtPeriodEnd: true });
    await recordEvent(context, subscriptionEvent("cancel_scheduled", canceling));
    await notifyMember(context, "canceled", canceling);
  },

  /** A recurring membership then ends with the paid period, because charges have stopped. */
  async restore(context, { fulfilledId, recurrence }, giveAgain) {
    const agreement = recurrence ? await lockAgreementOfSubscription(context, fulfilledId) : undefined;
    await giveAgain(agreement?.periodEnd);
  },
};

async function findWithPlan(scope: SiteScope, id: string) {
  const pricing = await findPricing(scope, id);
  const plan = pricing && (await findMembershipPlan(scope, { id: pricing.planId }));
  return plan && { pricing, plan };
}

/** A member gets the trial of a plan once. */
async function trialOf(
  context: Context,
  { id: planId, trialDays }: Pick<MembershipPlanRecord, "id" | "trialDays">,
  memberId: string | null,
): Promise<number> {
  if (trialDays === 0 || memberId === null) return trialDays;
  return (await hadPlan(context, { memberId, planId })) ? 0 : trialDays;
}

const hasBeenEnded = ({ status }: Pick<SubscriptionRow, "status">): boolean =>
  status === "canceled" || status === "expired";
