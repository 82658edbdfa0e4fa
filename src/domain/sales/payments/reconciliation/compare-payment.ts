import type { CheckoutPayment } from "#domain/sales/orders/change-order.ts";
import type { OrderRow } from "#domain/sales/orders/order.ts";
import type { PaymentState } from "../provider.ts";

export type DivergenceKind = "missing_here" | "missing_there" | "amount_differs" | "state_differs";

interface Known extends Pick<CheckoutPayment, "status" | "amount" | "currency"> {
  orderStatus: OrderRow["status"] | null;
  /** The totals of its refunds. */
  refunded: number;
  refundPending: number;
}

/** `isSafe`: the usual transition of the payment repairs it. */
export interface Difference {
  kind: DivergenceKind;
  isSafe: boolean;
}

const otherState = (isSafe: boolean): Difference => ({ kind: "state_differs", isSafe });

/** Compares a payment with its state at the provider. Undefined: they agree. */
export function comparePayment(ours: Known, theirs: PaymentState | undefined): Difference | undefined {
  const isPaid = ours.status === "succeeded";
  if (!theirs) return isPaid || ours.status === "pending" ? { kind: "missing_there", isSafe: false } : undefined;
  switch (theirs.status) {
    case "succeeded":
      return compareSucceeded(ours, theirs);
    case "pending":
      return isPaid ? otherState(false) : undefined;
    case "canceled":
    case "failed":
      return isPaid || ours.status === "pending" ? otherState(!isPaid) : undefined;
  }
}

function compareSucceeded(ours: Known, { amount, refundedAmount, dispute }: PaymentState): Difference | undefined {
  if (amount && (amount.amount !== ours.amount || amount.currency !== ours.currency)) {
    return { kind: "amount_differs", isSafe: false };
  }
  if (ours.status !== "succeeded") return otherState(true);
  if (dispute && isOtherDispute(ours, dispute)) return otherState(true);
  const { refunded, refundPending } = ours;
  // Without a total, for example from ECPay's query, refunds are not compared.
  if (refundedAmount === undefined) return undefined;
  if (refundedAmount > refunded + refundPending) return otherState(true);
  return refundedAmount < refunded ? otherState(false) : undefined;
}

/** True if the order does not have the state that the dispute leads to. An order that was refunded before keeps it. */
function isOtherDispute({ orderStatus }: Known, dispute: NonNullable<PaymentState["dispute"]>): boolean {
  const isPaid = orderStatus === "paid" || orderStatus === "partially_refunded";
  const isDisputed = orderStatus === "disputed";
  return dispute === "open" ? isPaid : dispute === "won" ? isDisputed : isPaid || isDisputed;
}
