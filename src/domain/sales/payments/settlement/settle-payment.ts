import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { freeReservations } from "#domain/sales/checkout/free-reservations.ts";
import {
  type CheckoutPayment,
  findCheckoutPayment,
  listCheckoutPayments,
  lockOrder,
  type PayableOrder,
  updateOrder,
  updatePayment,
  listFulfilledLines,
  updateLine,
} from "#domain/sales/orders/change-order.ts";
import { endUnwanted } from "#domain/sales/billing/start-agreement.ts";
import { settleDispute } from "./settle-dispute.ts";
import { failureColumns } from "../failure.ts";
import { emitOrderEvent } from "../events.ts";
import { mailInstructions } from "../order-mail.ts";
import { payOrder } from "./pay-order.ts";
import { prolongHold } from "./prolong-hold.ts";
import type { PaymentState } from "../provider.ts";
import { queueWaitingEvents } from "../provider-events/queue-waiting-events.ts";
import { recordProviderRefunds } from "../refunds/record-provider-refunds.ts";
import { requestRefund } from "../refunds/request-refund.ts";

/** `ignored`: nothing changed, or the state is older than the known one. */
export type Settled = "applied" | "ignored";

/**
 * Brings a payment and its order to the state that the provider or staff reports. The only way in which a payment
 * changes its state: events, return pages and staff all end here. Repeated, concurrent and late reports
 * change nothing the second time. Must run in a transaction.
 */
export async function settlePayment(context: Context, paymentId: string, state: PaymentState): Promise<Settled> {
  const found = await findCheckoutPayment(context, paymentId);
  const order = found && (await lockOrder(context, found.orderId));
  const payment = order && (await findCheckoutPayment(context, paymentId));
  if (!order || !payment) return "ignored";
  const settled = await settle(context, order, payment, await withoutErased(context, order, state));
  if (settled === "ignored") return settled;
  const details = { payment: formatId("payment", paymentId), status: state.status, dispute: state.dispute ?? null };
  await recordAudit(context, "settlePayment", about("order", order.id, details));
  if (payment.providerReference === null && state.providerReference !== undefined) {
    await queueWaitingEvents(context, payment.provider, state.providerReference);
  }
  return settled;
}

/** Leaves out what an erasure deletes from payments: a provider can report it after the member was erased. */
async function withoutErased(context: Context, { memberId }: PayableOrder, state: PaymentState): Promise<PaymentState> {
  const { failure, card, instructions, ...others } = state;
  if (!failure && !card && !instructions) return state;
  return (await findMember(context, memberId)) ? state : others;
}

function settle(
  context: Context,
  order: PayableOrder,
  payment: CheckoutPayment,
  state: PaymentState,
): Promise<Settled> | Settled {
  if (payment.status === "succeeded") return settleSucceeded(context, order, payment, state);
  switch (state.status) {
    case "pending":
      return payment.status === "pending"
        ? keepWaiting(context, order, payment, state)
        : noteFailure(context, payment, state);
    case "failed":
    case "canceled":
      return payment.status === "pending"
        ? giveUp(context, order, payment, state)
        : noteFailure(context, payment, state);
    case "succeeded":
      return succeed(context, order, payment, state);
  }
}

/** Handles later reports about a payment that has succeeded: refunds made at the provider, and disputes. */
async function settleSucceeded(
  context: Context,
  order: PayableOrder,
  payment: CheckoutPayment,
  { dispute, disputeAt, refundedAmount, providerReference }: PaymentState,
): Promise<Settled> {
  // The first payment of a subscription is known by its invoice, after its checkout.
  if (payment.providerReference === null && providerReference !== undefined) {
    await updatePayment(context, payment.id, { providerReference }, context.now);
    if (refundedAmount === undefined && dispute === undefined) return "applied";
  }
  const refunded =
    refundedAmount === undefined ? "ignored" : await recordProviderRefunds(context, order, payment, refundedAmount);
  if (dispute === undefined || (disputeAt && payment.disputedAt && disputeAt < payment.disputedAt)) return refunded;
  if (disputeAt) await updatePayment(context, payment.id, { disputedAt: disputeAt }, context.now);
  // Also of an order that is refunded already: the refund can still fail.
  if (dispute === "lost") await updatePayment(context, payment.id, { disputeLostAt: context.now }, context.now);
  const current = refunded === "applied" ? await mustExist(lockOrder(context, order.id)) : order;
  const settled = await settleDispute(context, current, payment, dispute);
  return settled === "applied" ? settled : refunded;
}

async function keepWaiting(
  context: Context,
  order: PayableOrder,
  payment: CheckoutPayment,
  state: PaymentState,
): Promise<Settled> {
  const { now } = context;
  const { id, instructions } = payment;
  const { method, instructions: newInstructions, expiresAt } = state;
  const noted = await noteFailure(context, payment, state);
  const isLonger = expiresAt !== undefined && order.status === "pending" && expiresAt > (order.expiresAt ?? now);
  if (isLonger) {
    await updatePayment(context, id, { expiresAt }, now);
    await updateOrder(context, order.id, { expiresAt }, now);
    await prolongHold(context, order, expiresAt);
  }
  if (!newInstructions || instructions) return isLonger ? "applied" : noted;
  await updatePayment(context, id, { instructions: { ...newInstructions }, ...(method && { method }) }, now);
  if (order.status === "pending") await mailInstructions(context, order);
  return "applied";
}

/** Stores why an attempt failed. Providers report it for a payment that still waits, and after it has ended. */
async function noteFailure(
  context: Context,
  { id, failureCode, failureMessage }: CheckoutPayment,
  { failure }: PaymentState,
): Promise<Settled> {
  if (!failure || (failure.code === failureCode && failure.message === failureMessage)) return "ignored";
  await updatePayment(context, id, failureColumns({ failure }), context.now);
  return "applied";
}

/** Applies a failed or expired payment. The order fails with its last payment. */
async function giveUp(
  context: Context,
  order: PayableOrder,
  { id }: CheckoutPayment,
  state: PaymentState,
): Promise<Settled> {
  const { now } = context;
  const hasFailed = state.status === "failed";
  await updatePayment(context, id, { status: hasFailed ? "failed" : "canceled", ...failureColumns(state) }, now);
  if (hasFailed) await emitOrderEvent(context, "payment_failed", order.id);
  const others = await listCheckoutPayments(context, order.id);
  const isLast = others.every((other) => other.id === id || other.status !== "pending");
  // A renewal waits for another attempt until its recurring payment ends.
  if (order.status !== "pending" || order.kind === "renewal" || !isLast) return "applied";
  await updateOrder(context, order.id, { status: hasFailed ? "failed" : "expired", expiresAt: null }, now);
  await freeReservations(context, order.id);
  if (!hasFailed) await emitOrderEvent(context, "expired", order.id);
  return "applied";
}

/**
 * Applies a successful payment, also of an order that has expired or failed meanwhile. Lines that can still be
 * fulfilled are fulfilled, and the rest is refunded.
 */
async function succeed(
  context: Context,
  order: PayableOrder,
  payment: CheckoutPayment,
  state: PaymentState,
): Promise<Settled> {
  const { now } = context;
  const { amount = { amount: payment.amount, currency: payment.currency }, card, feeAmount } = state;
  await updatePayment(
    context,
    payment.id,
    {
      status: "succeeded",
      paidAt: now,
      failureCode: null,
      failureMessage: null,
      ...(state.method && { method: state.method }),
      ...(state.providerReference !== undefined && { providerReference: state.providerReference }),
      ...(card && { cardBrand: card.brand, cardLast4: card.last4 }),
      ...(feeAmount !== undefined && { feeAmount }),
    },
    now,
  );
  const isOther = amount.amount !== payment.amount || amount.currency !== payment.currency;
  if (order.paidAt !== null || isOther) await endUnwanted(context, { order, payment, billed: state.agreement });
  if (order.paidAt !== null) return refundAgain(context, order, payment, state);
  if (isOther) {
    await updateOrder(context, order.id, { attention: "amount_differs" }, now);
    return "applied";
  }
  if (state.tax !== undefined) await recordTax(context, order, Math.min(state.tax, amount.amount));
  await payOrder(context, order, payment.id, state.agreement);
  // The first report of a payment can already have its refunds and its dispute, if the earlier ones were lost.
  const paid = await mustExist(lockOrder(context, order.id));
  await settleSucceeded(context, paid, await mustExist(findCheckoutPayment(context, payment.id)), state);
  return "applied";
}

/** The order was paid before, by another payment. What the provider has not returned yet is refunded. */
async function refundAgain(
  context: Context,
  order: PayableOrder,
  payment: CheckoutPayment,
  { refundedAmount = 0 }: PaymentState,
): Promise<Settled> {
  await updateOrder(context, order.id, { attention: "paid_twice" }, context.now);
  if (refundedAmount > 0) await recordProviderRefunds(context, order, payment, refundedAmount);
  const amount = payment.amount - refundedAmount;
  if (amount > 0) await requestRefund(context, { order, paymentId: payment.id, amount, lineId: null, access: "keep" });
  return "applied";
}

/**
 * Replaces the tax of a locked order by the tax that the provider calculated, in the minor unit of the currency. Divides
 * it among the lines by their amounts; the parts add up to the whole. The rate is unknown: it depends on the buyer.
 */
async function recordTax(context: Context, { id, total }: PayableOrder, tax: number): Promise<void> {
  const upTo = (amount: number) => (total === 0 ? 0 : Math.round((tax * amount) / total));
  let passed = 0;
  for (const line of await listFulfilledLines(context, id)) {
    const before = upTo(passed);
    passed += line.amount;
    await updateLine(context, line.id, { taxAmount: upTo(passed) - before, taxRate: 0 });
  }
  await updateOrder(context, id, { taxTotal: tax }, context.now);
}
