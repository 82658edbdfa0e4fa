import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { refundPolicyOf, visibleAccessAfterRefund } from "#domain/sales/fulfillment/access-after-refund.ts";
import {
  type CheckoutPayment,
  type FulfilledLine,
  findCheckoutPayment,
  findPayableOrder,
  listCheckoutPayments,
  listFulfilledLines,
  listOrderRefunds,
  type PayableOrder,
} from "#domain/sales/orders/change-order.ts";
import { countRefundedSeats, isVoucherLine } from "#domain/sales/vouchers/end-seats.ts";
import { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { paymentOfOrder } from "../settlement/payment-of-order.ts";
import { leftOfOrder } from "../refunds/left-of-order.ts";
import { isRefundedByHand, requestRefund } from "../refunds/request-refund.ts";
import { requireOrder } from "./change-orders.ts";

const RefundInput = z.object({
  id: Id("order"),
  /** In the minor unit of the order's currency. */
  amount: z.number().int().min(1),
  /** Default: by the refund policy, with a full refund only. */
  access: RefundAccess.optional(),
  reason: trimmed().max(500).optional(),
});

/** Effects of a refund, for staff to confirm. */
const RefundPreview = z.object({
  amount: z.number().int(),
  /** The amount that can be refunded before this refund. */
  left: z.number().int(),
  currency: z.string(),
  /** True if staff has to transfer the money. */
  isByHand: z.boolean(),
  items: z.array(
    z.object({
      name: z.string(),
      /** The membership that gives the same access. Null: none, or the access stays. */
      keptBy: z.string().nullable(),
      after: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("keep") }),
        z.object({ kind: z.literal("end") }),
        z.object({ kind: z.literal("until"), at: Instant }),
        /** Free seats end, and those that are taken stay. */
        z.object({ kind: z.literal("seats"), count: z.number().int() }),
      ]),
    }),
  ),
});
export type RefundPreview = z.output<typeof RefundPreview>;

export const previewRefund = operation({
  name: "previewRefund",
  summary: "Preview a refund",
  description: "Returns what a refund would do, without a change.",
  reads: byStaffInPerson,
  input: RefundInput,
  output: RefundPreview,
  async run(context, { id, amount, access }) {
    const order = await findPayableOrder(context, id);
    if (!order) throw notFound("order", formatId("order", id));
    const { payment, left, isWhole, lineId, lines } = await planRefund(context, order, { amount, access });
    const items = lines
      .filter(({ fulfilledId, voucherId }) => fulfilledId !== null || voucherId !== null)
      .map(async (line) => {
        if (!isWhole && line.id !== lineId) {
          const isPaidBack = isVoucherLine(line) && lines.length === 1 && access !== "keep";
          const count = isPaidBack ? await countRefundedSeats(context, line, { amount, order }) : 0;
          const after = count > 0 ? { kind: "seats" as const, count } : { kind: "keep" as const };
          return { name: line.name, keptBy: null, after };
        }
        const effect = access ?? (await refundPolicyOf(context, line));
        const { memberId } = order;
        const { keptBy = null, ...after } = await visibleAccessAfterRefund(context, { memberId, line, access: effect });
        return { name: line.name, keptBy, after };
      });
    const isByHand = isRefundedByHand(payment);
    return { amount, left, currency: order.currency, isByHand, items: await Promise.all(items) };
  },
});

export const refundOrder = operation({
  name: "refundOrder",
  summary: "Refund an order",
  description: "Returns an amount through the provider of the payment. `access` says what happens to the access.",
  writes: byStaffInPerson,
  input: RefundInput.extend({
    /** The `left` of the preview that staff confirms. A form that is sent twice refunds once. */
    left: z.number().int().optional(),
  }),
  output: z.object({ id: Id("refund"), orderId: Id("order") }),
  async run(context, { id, amount, access, reason, left: seen }) {
    const order = await requireOrder(context, id);
    const { payment, lineId } = await planRefund(context, order, { amount, access, seen });
    const details = { lineId, access: access ?? null, reason: reason || null, isByStaff: true };
    const refundId = await requestRefund(context, { order, paymentId: payment.id, amount, ...details });
    return { id: refundId, orderId: id };
  },
  audit: ({ amount, access }, { orderId }) =>
    about("order", orderId, { amount, ...(access !== undefined && { access }) }),
});

interface PlannedRefund {
  payment: CheckoutPayment;
  left: number;
  isWhole: boolean;
  /** The line whose access a partial refund ends. Null: none, or all with a full refund. */
  lineId: string | null;
  lines: FulfilledLine[];
}

/** Throws unless the order can be refunded by this amount. */
async function planRefund(
  context: Context,
  order: PayableOrder,
  { amount, access, seen }: { amount: number; access: RefundAccess | undefined; seen?: number | undefined },
): Promise<PlannedRefund> {
  if (order.status !== "paid" && order.status !== "partially_refunded") {
    throw invalidState("order", order.status, "refunded", []);
  }
  const payment = await paymentToRefund(context, order);
  const refundableAmount = await refundable(context, order, payment.id);
  if (seen !== undefined && seen !== refundableAmount) {
    const message = "Another refund of this order was requested or has failed since the preview. Preview it again.";
    throw new Problem("invalid_state", message, { allowed: [] });
  }
  if (amount > refundableAmount) {
    throw validationFailed(
      "/amount",
      "too_big",
      `At most ${refundableAmount} ${order.currency} in minor units can be refunded.`,
    );
  }
  const isWhole = amount === refundableAmount;
  const lines = await listFulfilledLines(context, order.id);
  const endsOne = !isWhole && access !== undefined && access !== "keep" && lines.length === 1;
  return { payment, left: refundableAmount, isWhole, lineId: endsOne ? (lines[0]?.id ?? null) : null, lines };
}

async function paymentToRefund(context: Context, order: PayableOrder): Promise<CheckoutPayment> {
  const payments = await listCheckoutPayments(context, order.id);
  const first = paymentOfOrder(order, payments);
  if (first) return first;
  throw new Problem("invalid_state", "No payment of this order was made here.", { allowed: [] });
}

/**
 * Returns the rest of the payment of an order after its refunds, including those that the provider has not confirmed
 * yet, and those that an import has counted.
 */
export async function refundable(
  context: Context,
  order: Pick<PayableOrder, "id" | "total" | "refundedTotal">,
  paymentId: string,
): Promise<number> {
  const payment = await findCheckoutPayment(context, paymentId);
  if (!payment) return 0;
  const refunds = await listOrderRefunds(context, payment.orderId);
  const taken = refunds
    .filter(
      (refund) => refund.paymentId === paymentId && (refund.status === "pending" || refund.status === "succeeded"),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.min(payment.amount - taken, await leftOfOrder(context, order, paymentId));
}
