import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import type { CheckoutPayment, FulfilledLine, PayableOrder } from "#domain/sales/orders/change-order.ts";
import { listFulfilledLines, setAgreementOfOrder } from "#domain/sales/orders/change-order.ts";
import type { ProviderAgreement } from "#domain/sales/payments/provider.ts";
import { findSelling } from "#domain/site/selling/selling-settings.ts";
import { changeSubscription } from "#domain/memberships/subscriptions/change.ts";
import { firstPeriod, type Period } from "#domain/memberships/subscriptions/periods.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { addDays } from "#lib/time/zoned-time.ts";
import type { Agreement, Recurrence } from "./agreement.ts";
import { findKind } from "#domain/sales/products/kinds.ts";
import { insertAgreement, queueChanges } from "./queries.ts";
import { billsItself, providerNames } from "#domain/site/selling/payment-provider.ts";

/** The order whose payment starts an agreement. */
interface Started {
  order: PayableOrder;
  line: FulfilledLine;
  payment: CheckoutPayment | undefined;
  /** The provider's own subscription. */
  billed: ProviderAgreement | undefined;
  /** The subscription or enrollment. Null: the line could not be fulfilled, so it must not be charged again. */
  fulfilledId: string | null;
}

/** Records the recurring payment of a line, if the line has terms for one. */
export async function startAgreement(context: Context, started: Started): Promise<void> {
  const { order, line, payment, billed, fulfilledId } = started;
  const { recurrence, productType } = line;
  const access = findKind(productType)?.access.idKind;
  const provider = providerNames.find((name) => name === payment?.provider);
  if (!recurrence || !provider || (fulfilledId === null && !billed)) return;
  const id = newId();
  const { status, ...period } = await termOf(context, started, recurrence);
  const graceEndsAt = await graceOf(context, period.currentPeriodEnd);
  const { trialDays: _trial, ...terms } = recurrence;
  const agreement: Omit<Agreement, "dueAt" | "createdAt" | "updatedAt"> = {
    id,
    memberId: order.memberId,
    productType,
    productId: line.productId,
    name: line.name,
    subscriptionId: access === "subscription" ? fulfilledId : null,
    enrollmentId: access === "enrollment" ? fulfilledId : null,
    provider,
    providerReference: billed?.reference ?? null,
    providerCustomer: billed?.customer ?? null,
    status: fulfilledId === null ? "canceled" : status,
    currency: order.currency,
    ...terms,
    paymentsMade: 1,
    periodStart: period.currentPeriodStart,
    periodEnd: period.currentPeriodEnd,
    periodAnchor: period.periodAnchor,
    cancelAtPeriodEnd: false,
    canceledAt: fulfilledId === null ? context.now : null,
    graceEndsAt,
    remindedAt: null,
    renewalOrderId: null,
    unsent: billsItself(provider) && billed !== undefined,
    mirroredAt: null,
  };
  await insertAgreement(context, agreement, context.now);
  if (fulfilledId !== null)
    await setAgreementOfOrder(context, order.id, { agreementId: id, subscriptionId: agreement.subscriptionId });
  if (agreement.unsent) await queueChanges(context, id);
  if (agreement.subscriptionId === null) return;
  const subscription = await mustExist(lockSubscription(context, agreement.subscriptionId));
  await changeSubscription(context, subscription, { provider, graceEndsAt });
}

/** Ends a subscription at a provider whose payment has paid nothing here. */
export async function endUnwanted(
  context: Context,
  { order, payment, billed }: { order: PayableOrder; payment: CheckoutPayment; billed: ProviderAgreement | undefined },
): Promise<void> {
  if (!billed) return;
  const [line] = await listFulfilledLines(context, order.id);
  if (line) await startAgreement(context, { order, line, payment, billed, fulfilledId: null });
}

/** Returns until when access lasts if the payment after a period is not made. */
export async function graceOf(context: Context, periodEnd: Date): Promise<Date> {
  const { graceDays } = await findSelling(context);
  return addDays(await findTimeZone(context), periodEnd, graceDays);
}

async function termOf(
  context: Context,
  { line, fulfilledId, billed }: Started,
  recurrence: Recurrence,
): Promise<Period & Pick<Agreement, "status">> {
  // Providers that charge by themselves count in UTC.
  const timeZone = billed ? "UTC" : await findTimeZone(context);
  const first = firstPeriod(context.now, { ...recurrence, timeZone });
  if (findKind(line.productType)?.access.idKind !== "subscription" || fulfilledId === null)
    return { ...first, status: "active" };
  const { status, currentPeriodStart, currentPeriodEnd, periodAnchor } = await mustExist(
    lockSubscription(context, fulfilledId),
  );
  if (!currentPeriodStart || !currentPeriodEnd) return { ...first, status: "active" };
  const isTrial = status === "trialing";
  const period = { currentPeriodStart, currentPeriodEnd, periodAnchor: periodAnchor ?? currentPeriodEnd };
  return { ...period, status: isTrial ? "trialing" : "active" };
}
