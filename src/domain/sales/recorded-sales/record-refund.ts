import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireUnusedExternalId } from "#domain/platform/external-ids.ts";
import { ExternalId, Metadata, Money } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, Problem, validationFailed } from "#domain/platform/problem.ts";
import {
  type CheckoutPayment,
  type FulfilledLine,
  listCheckoutPayments,
  listFulfilledLines,
  lockOrder,
  type PayableOrder,
} from "#domain/sales/orders/change-order.ts";
import { Refund, serializeRefund } from "#domain/sales/orders/payment.ts";
import { findRefund, insertRefund } from "#domain/sales/orders/queries.ts";
import { leftOfOrder } from "#domain/sales/payments/refunds/left-of-order.ts";
import { isRefundedByHand } from "#domain/sales/payments/refunds/request-refund.ts";
import { settleRefund } from "#domain/sales/payments/refunds/settle-refund.ts";
import { paymentOfOrder } from "#domain/sales/payments/settlement/payment-of-order.ts";
import type { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { requireAccessScopes } from "#domain/sales/products/kinds.ts";

const RecordedRefund = z.object({
  orderId: Id("order"),
  lineItemId: Id("orderLine").optional().meta({ description: "The refunded line. Defaults to the whole order." }),
  amount: Money.optional().meta({ description: "Defaults to what is left of the order, or of the line" }),
  revokeAccess: z
    .boolean()
    .optional()
    .meta({
      description:
        "True ends the access that was bought, false keeps it. By default, the refund policy of the product or the " +
        "school decides, for full refunds of the order or the line only.",
    }),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .nullable()
    .optional()
    .meta({
      description:
        "For the records of the school. It is not copied to `revoke_reason` of an enrollment that ends, which callers " +
        "without `orders:read` can read.",
    }),
  notify: z.boolean().default(false).meta({ description: "Sends the buyer an email about the refund" }),
  externalId: ExternalId.nullable().optional(),
  metadata: Metadata.optional(),
});
type RecordedRefund = z.output<typeof RecordedRefund>;

export const recordRefund = operation({
  name: "recordRefund",
  summary: "Record a refund",
  description:
    "Records money that was returned outside of Lectern, for orders that were paid outside of Lectern or by a method " +
    "that cannot be returned by its provider, such as a bank transfer. No payment provider is called and no money " +
    "moves: refund other payments in the admin area.\n\n" +
    "Unless `revoke_access` is false, also requires the scope for the access that ends: `students:write`, " +
    "`subscriptions:write`, `events:write` or `digital_products:write`.",
  writes: "school:write",
  input: RecordedRefund,
  output: Refund,
  async run(context, input) {
    const { orderId, reason = null, notify, externalId = null, metadata = {} } = input;
    const order = await lockOrder(context, orderId);
    if (!order) {
      throw validationFailed("/orderId", "not_found", `No order has the ID ${formatId("order", orderId)}.`);
    }
    await requireUnusedExternalId(context, { table: sql`refunds`, what: "refund" }, externalId);
    const { paymentId, amount, lineId, access } = await planRefund(context, order, input);
    const id = newId();
    const { currency } = order;
    const row = { id, orderId, paymentId, status: "pending" as const, amount, currency, lineId, access };
    await insertRefund(context, { ...row, reason, externalId, metadata }, context.now);
    const { mail: _mail, ...silent } = context;
    await settleRefund(notify ? context : silent, id, { status: "succeeded" });
    return serializeRefund(await mustExist(findRefund(context, id)));
  },
  audit: ({ orderId, revokeAccess }, { id, amount }) =>
    about("order", orderId, {
      refund: formatId("refund", id),
      amount: amount.amount,
      ...(revokeAccess !== undefined && { revokeAccess }),
    }),
});

interface Planned {
  paymentId: string | null;
  amount: number;
  lineId: string | null;
  /** Null: the refund policy decides. */
  access: RefundAccess | null;
}

async function planRefund(context: Context, order: PayableOrder, input: RecordedRefund): Promise<Planned> {
  if (order.status !== "paid" && order.status !== "partially_refunded") {
    throw invalidState("order", order.status, "refunded", []);
  }
  const payment = requireReturnable(paymentOfOrder(order, await listCheckoutPayments(context, order.id)));
  const lines = await listFulfilledLines(context, order.id);
  const line = input.lineItemId === undefined ? undefined : requireLine(lines, input.lineItemId);
  const leftOfPayment = await leftOfOrder(context, order, payment?.id ?? null);
  const maxAmount = line ? Math.min(leftOfPayment, line.amount - line.refundedAmount) : leftOfPayment;
  const amount = amountOf(order, input, maxAmount);
  const isWhole = amount === leftOfPayment;
  const { revokeAccess } = input;
  // A part of a line that staff does not comment on says nothing about its access.
  const keepsLine = line !== undefined && revokeAccess === undefined && amount < maxAmount;
  const access = keepsLine || revokeAccess === false ? "keep" : revokeAccess === true ? "end" : null;
  const lineId = line?.id ?? (access === "end" && !isWhole ? requireOnlyLine(lines).id : null);
  if (access !== "keep" && (lineId !== null || isWhole)) {
    const changed = lines.filter(
      ({ id, fulfilledId, voucherId }) => (fulfilledId ?? voucherId) !== null && (lineId === null || id === lineId),
    );
    requireAccessScopes(
      context,
      changed.map(({ productType }) => productType),
    );
  }
  return { paymentId: payment?.id ?? null, amount, lineId, access };
}

/** Throws if a provider returns the money of the payment: recording that it was returned would return it twice. */
function requireReturnable(payment: CheckoutPayment | undefined): CheckoutPayment | undefined {
  if (!payment || isRefundedByHand(payment)) return payment;
  const message = `The order was paid with ${payment.provider}, which returns the money. Refund it in the admin area.`;
  throw new Problem("invalid_state", message, { allowed: [] });
}

function requireLine(lines: readonly FulfilledLine[], id: string): FulfilledLine {
  const line = lines.find((other) => other.id === id);
  if (line) return line;
  const detail = `The order has no line item with the ID ${formatId("orderLine", id)}.`;
  throw validationFailed("/lineItemId", "not_found", detail);
}

function requireOnlyLine([line, ...others]: readonly FulfilledLine[]): FulfilledLine {
  if (line && others.length === 0) return line;
  const detail = "The order has several line items. Send the one whose access ends with this partial refund.";
  throw validationFailed("/lineItemId", "required", detail);
}

function amountOf({ currency }: PayableOrder, { amount: input }: RecordedRefund, maxAmount: number): number {
  if (input && input.currency !== currency) {
    throw validationFailed("/amount/currency", "conflict", `The currency of the order is ${currency}.`);
  }
  const amount = input?.amount ?? maxAmount;
  if (amount > maxAmount) {
    throw validationFailed(
      "/amount/amount",
      "too_big",
      `At most ${maxAmount} ${currency} in minor units can be refunded.`,
    );
  }
  if (amount > 0) return amount;
  if (input) throw validationFailed("/amount/amount", "too_small", "Expected at least 1.");
  throw new Problem("invalid_state", "Nothing is left to refund.", { allowed: [] });
}
