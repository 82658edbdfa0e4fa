import { isDeepStrictEqual } from "node:util";
import { newId } from "#domain/platform/ids.ts";
import type { PaymentRow, RefundRow } from "#domain/sales/orders/payment.ts";
import type { StoredOrder, StoredPayment, StoredRefund } from "#domain/sales/orders/store-orders.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { OrderRowIn, PaymentIn, RefundIn } from "./order-row.ts";

type Owner = Pick<StoredOrder, "id" | "currency" | "placedAt" | "subscriptionId">;

/** New and changed payments of a row. Payments that the row does not name are kept. */
export function paymentsOf(row: OrderRowIn, order: Owner, existing: readonly PaymentRow[]): StoredPayment[] {
  return (row.payments ?? []).flatMap((input, index) => {
    requireName(input, `/payments/${index}`, input.providerReference ?? input.paidAt);
    const before = existing.find((one) => isSamePayment(one, input));
    const after = paymentOf(input, order, before);
    return before && isDeepStrictEqual(stored(before), after) ? [] : [after];
  });
}

/** Requires an identifier, so that a repeated import finds the record. */
function requireName(
  { externalId }: { externalId?: string | null | undefined },
  pointer: string,
  other: unknown,
): void {
  if (externalId || other) return;
  const expected = pointer.startsWith("/payments")
    ? "external_id, provider_reference or paid_at"
    : "external_id or created_at";
  throw validationFailed(
    `${pointer}/externalId`,
    "required",
    `Expected ${expected}, so that a repeated import can find it.`,
  );
}

function isSamePayment(existing: PaymentRow, input: PaymentIn): boolean {
  if (input.externalId) return existing.externalId === input.externalId;
  if (input.providerReference) return existing.providerReference === input.providerReference;
  return existing.amount === input.amount.amount && existing.paidAt?.getTime() === input.paidAt?.getTime();
}

const stored = <Row extends { version: number; updatedAt: Date }>({ version: _version, updatedAt: _at, ...row }: Row) =>
  row;

const keep = <Value>(value: Value | undefined, existing: Value | undefined, otherwise: Value): Value =>
  value === undefined ? (existing === undefined ? otherwise : existing) : value;

function paymentOf(input: PaymentIn, order: Owner, before: PaymentRow | undefined): StoredPayment {
  return {
    id: before?.id ?? newId(),
    orderId: order.id,
    subscriptionId: before?.subscriptionId ?? order.subscriptionId,
    provider: keep(input.provider, before?.provider, "external"),
    method: keep(input.method, before?.method, "other"),
    status: keep(input.status, before?.status, "succeeded"),
    amount: input.amount.amount,
    currency: order.currency,
    feeAmount: input.fee === undefined ? (before?.feeAmount ?? null) : (input.fee?.amount ?? null),
    cardBrand: input.card === undefined ? (before?.cardBrand ?? null) : (input.card?.brand ?? null),
    cardLast4: input.card === undefined ? (before?.cardLast4 ?? null) : (input.card?.last4 ?? null),
    providerReference: keep(input.providerReference, before?.providerReference, null),
    failureCode: keep(input.failureCode, before?.failureCode, null),
    failureMessage: keep(input.failureMessage, before?.failureMessage, null),
    paidAt: keep(input.paidAt, before?.paidAt, null),
    externalId: keep(input.externalId, before?.externalId, null),
    metadata: input.metadata ?? before?.metadata ?? {},
    createdAt: input.createdAt ?? before?.createdAt ?? input.paidAt ?? order.placedAt,
  };
}

/** New and changed refunds of a row. */
export function refundsOf(row: OrderRowIn, order: Owner, existing: readonly RefundRow[]): StoredRefund[] {
  return (row.refunds ?? []).flatMap((input, index) => {
    requireName(input, `/refunds/${index}`, input.createdAt);
    if (input.amount.amount === 0) {
      throw validationFailed(`/refunds/${index}/amount/amount`, "too_small", "Expected at least 1.");
    }
    const before = existing.find((one) => isSameRefund(one, input));
    const after = refundOf(input, order, before);
    return before && isDeepStrictEqual(stored(before), after) ? [] : [after];
  });
}

const isSameRefund = (existing: RefundRow, input: RefundIn): boolean =>
  input.externalId
    ? existing.externalId === input.externalId
    : existing.amount === input.amount.amount && existing.createdAt.getTime() === input.createdAt?.getTime();

const refundOf = (input: RefundIn, order: Owner, before: RefundRow | undefined): StoredRefund => ({
  id: before?.id ?? newId(),
  orderId: order.id,
  paymentId: before?.paymentId ?? null,
  status: input.status ?? before?.status ?? "succeeded",
  amount: input.amount.amount,
  currency: order.currency,
  reason: input.reason === undefined ? (before?.reason ?? null) : input.reason,
  externalId: input.externalId === undefined ? (before?.externalId ?? null) : input.externalId,
  metadata: input.metadata ?? before?.metadata ?? {},
  createdAt: input.createdAt ?? before?.createdAt ?? order.placedAt,
});

/** The total of all successful refunds, existing and imported; undefined if the row has no refunds. */
export function refundedBy(row: OrderRowIn, existing: readonly RefundRow[]): number | undefined {
  const { refunds } = row;
  if (!refunds) return undefined;
  const others = existing.filter((one) => !refunds.some((input) => isSameRefund(one, input)));
  const input = refunds.map(({ amount, status = "succeeded" }) => ({ amount: amount.amount, status }));
  return [...others, ...input].reduce((sum, { amount, status }) => (status === "succeeded" ? sum + amount : sum), 0);
}
