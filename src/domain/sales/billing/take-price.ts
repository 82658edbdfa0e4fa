import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import { changeSubscription } from "#domain/memberships/subscriptions/change.ts";
import { emit, notifyMember } from "#domain/memberships/subscriptions/notify.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { findKind } from "#domain/sales/products/kinds.ts";
import { type Agreement, isOver } from "./agreement.ts";
import type { AgreementState } from "./agreement-state.ts";
import { updateAgreement } from "./queries.ts";
import { graceOf } from "./start-agreement.ts";

/**
 * Takes over the price that Lectern has set at a provider that charges by itself, with its period: of the same plan or of
 * another one. Undefined if the agreement has this price already.
 */
export async function takePrice(
  context: Context,
  existing: Agreement,
  { priceId, periodStart, periodEnd, status }: AgreementState,
): Promise<Agreement | undefined> {
  const id = priceId === undefined ? undefined : parseId("membershipPricing", priceId);
  const { subscriptionId } = existing;
  if (id === undefined || id === existing.productId || subscriptionId === null) return undefined;
  if (isOver(existing) || status === "canceled") return undefined;
  const subscription = await lockSubscription(context, subscriptionId);
  const pricing = await findPricing(context, id);
  if (!subscription || !pricing?.interval) return undefined;
  const { interval, intervalCount, priceAmount: amount, planId } = pricing;
  const item = await findKind(existing.productType)?.find(context, id, existing.memberId);
  const graceEndsAt = await graceOf(context, periodEnd);
  const terms = { productId: id, name: item?.name ?? existing.name, amount, discount: 0, discounted: 0 };
  const period = { periodStart, periodEnd, periodAnchor: periodEnd, graceEndsAt, remindedAt: null };
  const changed = await updateAgreement(
    context,
    existing,
    { ...terms, interval, intervalCount, ...period },
    context.now,
  );
  const switched = await changeSubscription(context, subscription, {
    planId,
    pricingId: id,
    nextPricingId: null,
    currentPeriodStart: periodStart,
    currentPeriodEnd: periodEnd,
    periodAnchor: periodEnd,
    graceEndsAt,
  });
  await emit(context, "updated", switched);
  await notifyMember(context, "switched", switched);
  return changed;
}

/** Withdraws a change of the price that the provider has refused: its payment failed. */
export async function refusePrice(context: Context, subscriptionId: string, pricingId: string): Promise<void> {
  const subscription = await lockSubscription(context, subscriptionId);
  if (subscription?.nextPricingId !== pricingId) return;
  const withoutSwitch = await changeSubscription(context, subscription, { nextPricingId: null });
  await emit(context, "updated", withoutSwitch);
  await notifyMember(context, "switchFailed", withoutSwitch);
}
