import { isDeepStrictEqual } from "node:util";
import { newId } from "#domain/platform/ids.ts";
import type { PaymentRow, RefundRow } from "#domain/sales/orders/payment.ts";
import type { StoredOrder, StoredPayment, StoredRefund } from "#domain/sales/orders/store-orders.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { OrderRowIn, PaymentIn, RefundIn } from "./order-row.ts";

type Owner = Pick<StoredOrder, "id" | "currency" | "placedAt" | "subscriptionId">;

/** New and changed payments of a row. Payments that the row does not name are kept. */
export function paymentsOf(row: OrderRowIn, order: Owner, held: readonly PaymentRow[]): StoredPayment[] {
  return (row.payments ?? []).flatMap((given, place) => {
    requireName(given, `/payments/${place}`, given.providerReference ?? given.paidAt);
    const before = held.find((one) => isSamePayment(one, given));
    const after = paymentOf(given, order, before);
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

function isSamePayment(held: PaymentRow, given: PaymentIn): boolean {
  if (given.externalId) return held.externalId === given.externalId;
  if (given.providerReference) return held.providerReference === given.providerReference;
  return held.amount === given.amount.amount && held.paidAt?.getTime() === given.paidAt?.getTime();
}

const stored = <Row extends { version: number; updatedAt: Date }>({ version: _version, updatedAt: _at, ...row }: Row) =>
  row;

const keep = <Value>(value: Value | undefined, held: Value | undefined, otherwise: Value): Value =>
  value === undefined ? (held === undefined ? otherwise : held) : value;

function paymentOf(given: PaymentIn, order: Owner, before: PaymentRow | undefined): StoredPayment {
  return {
    id: before?.id ?? newId(),
    orderId: order.id,
    subscriptionId: before?.subscriptionId ?? order.subscriptionId,
    provider: keep(given.provider, before?.provider, "external"),
    method: keep(given.method, before?.method, "other"),
    status: keep(given.status, before?.status, "succeeded"),
    amount: given.amount.amount,
    currency: order.currency,
    feeAmount: given.fee === undefined ? (before?.feeAmount ?? null) : (given.fee?.amount ?? null),
    cardBrand: given.card === undefined ? (before?.cardBrand ?? null) : (given.card?.brand ?? null),
    cardLast4: given.card === undefined ? (before?.cardLast4 ?? null) : (given.card?.last4 ?? null),
    providerReference: keep(given.providerReference, before?.providerReference, null),
    paidAt: keep(given.paidAt, before?.paidAt, null),
    externalId: keep(given.externalId, before?.externalId, null),
    metadata: given.metadata ?? before?.metadata ?? {},
    createdAt: given.createdAt ?? before?.createdAt ?? given.paidAt ?? order.placedAt,
  };
}

/** New and changed refunds of a row. */
export function refundsOf(row: OrderRowIn, order: Owner, held: readonly RefundRow[]): StoredRefund[] {
  return (row.refunds ?? []).flatMap((given, place) => {
    requireName(given, `/refunds/${place}`, given.createdAt);
    if (given.amount.amount === 0) {
      throw validationFailed(`/refunds/${place}/amount/amount`, "too_small", "Expected at least 1.");
    }
    const before = held.find((one) => isSameRefund(one, given));
    const after = refundOf(given, order, before);
    return before && isDeepStrictEqual(stored(before), after) ? [] : [after];
  });
}

const isSameRefund = (held: RefundRow, given: RefundIn): boolean =>
  given.externalId
    ? held.externalId === given.externalId
    : held.amount === given.amount.amount && held.createdAt.getTime() === given.createdAt?.getTime();

const refundOf = (given: RefundIn, order: Owner, before: RefundRow | undefined): StoredRefund => ({
  id: before?.id ?? newId(),
  orderId: order.id,
  paymentId: before?.paymentId ?? null,
  status: given.status ?? before?.status ?? "succeeded",
  amount: given.amount.amount,
  currency: order.currency,
  reason: given.reason === undefined ? (before?.reason ?? null) : given.reason,
  externalId: given.externalId === undefined ? (before?.externalId ?? null) : given.externalId,
  metadata: given.metadata ?? before?.metadata ?? {},
  createdAt: given.createdAt ?? before?.createdAt ?? order.placedAt,
});

/** The total of all successful refunds, existing and imported; undefined if the row has no refunds. */
export function refundedBy(row: OrderRowIn, held: readonly RefundRow[]): number | undefined {
  const { refunds } = row;
  if (!refunds) return undefined;
  const others = held.filter((one) => !refunds.some((given) => isSameRefund(one, given)));
  const given = refunds.map(({ amount, status = "succeeded" }) => ({ amount: amount.amount, status }));
  return [...others, ...given].reduce((sum, { amount, status }) => (status === "succeeded" ? sum + amount : sum), 0);
}
