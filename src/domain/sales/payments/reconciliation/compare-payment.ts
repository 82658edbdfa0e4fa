import type { CheckoutPayment } from "#domain/sales/orders/change-order.ts";
import type { PaymentState } from "../provider.ts";

export type DivergenceKind = "missing_here" | "missing_there" | "amount_differs" | "state_differs";

interface Known extends Pick<CheckoutPayment, "status" | "amount" | "currency"> {
  /** The totals of its refunds. */
  refunded: number;
  refundPending: number;
}

/** `isSafe`: the usual transition of the payment repairs it. */
export interface Difference {
  kind: DivergenceKind;
  isSafe: boolean;
}

/** Compares a payment with its state at the provider. Undefined: they agree. */
export function comparePayment(ours: Known, theirs: PaymentState | undefined): Difference | undefined {
  const isPaid = ours.status === "succeeded";
  if (!theirs) return isPaid || ours.status === "pending" ? { kind: "missing_there", isSafe: false } : undefined;
  switch (theirs.status) {
    case "succeeded":
      return compareSucceeded(ours, theirs);
    case "pending":
      return isPaid ? { kind: "state_differs", isSafe: false } : undefined;
    default:
      return isPaid || ours.status === "pending" ? { kind: "state_differs", isSafe: !isPaid } : undefined;
  }
}

function compareSucceeded(ours: Known, { amount, refundedAmount = 0 }: PaymentState): Difference | undefined {
  if (amount && (amount.amount !== ours.amount || amount.currency !== ours.currency)) {
    return { kind: "amount_differs", isSafe: false };
  }
  if (ours.status !== "succeeded") return { kind: "state_differs", isSafe: true };
  const { refunded, refundPending } = ours;
  // Without a total, for example from ECPay's query, refunds are not compared.
  if (refundedAmount > refunded + refundPending) return { kind: "state_differs", isSafe: true };
  return undefined;
}
