import { isDeepStrictEqual } from "node:util";
import { newId } from "#domain/platform/ids.ts";
import { mergeMetadata } from "#domain/platform/metadata.ts";
import { type OrderRecord, type OrderRow, wasPaid } from "#domain/sales/orders/order.ts";
import type { StoredLine, StoredOrder } from "#domain/sales/orders/store-orders.ts";
import { invalidState, validationFailed } from "#domain/platform/problem.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { valueOr } from "../record-import.ts";
import type { OrderRowIn } from "./order-row.ts";

/** The references of a row, resolved to ids. */
export interface OrderNames {
  memberId: string | null;
  subscriptionId: string | null;
  couponId: string | null;
  productIds: readonly string[];
}

type Status = OrderRow["status"];

/** The possible later states of an order, including skipped steps. */
const transitions: Record<Status, readonly Status[]> = {
  pending: ["paid", "partially_refunded", "refunded", "expired", "failed", "canceled", "disputed"],
  paid: ["partially_refunded", "refunded", "disputed"],
  partially_refunded: ["refunded", "disputed"],
  disputed: ["paid", "partially_refunded", "refunded"],
  refunded: [],
  expired: [],
  failed: [],
  canceled: [],
};

/** The lines of an order. Lines at the same position keep their id. */
export function linesOf(
  { lineItems }: OrderRowIn,
  orderId: string,
  { productIds }: OrderNames,
  existing: readonly StoredLine[],
): StoredLine[] {
  if (!lineItems) return existing.map((line, position) => ({ ...line, position }));
  return lineItems.map((line, position) => {
    const quantity = line.quantity ?? 1;
    const [discountAmount, taxAmount] = [line.discountAmount?.amount ?? 0, line.taxAmount?.amount ?? 0];
    const amount = line.amount?.amount ?? quantity * line.unitAmount.amount - discountAmount + taxAmount;
    if (amount < 0)
      throw validationFailed(
        `/lineItems/${position}/discountAmount`,
        "too_big",
        "The discount is larger than the price.",
      );
    const before = existing[position];
    const fulfilledAt = line.fulfilledAt === undefined ? (before?.fulfilledAt ?? null) : line.fulfilledAt;
    return {
      id: before?.id ?? newId(),
      orderId,
      productType: line.productType,
      productId: itemAt(productIds, position),
      name: line.name,
      quantity,
      unitAmount: line.unitAmount.amount,
      discountAmount,
      taxAmount,
      amount,
      fulfilledAt,
      fulfilledId: before?.fulfilledId ?? null,
      refundedAmount: before?.refundedAmount ?? 0,
      taxRate: before?.taxRate ?? 0,
      recurrence: before?.recurrence ?? null,
      voucherId: before?.voucherId ?? null,
      position,
    };
  });
}

/** Applies a row to an order. Omitted fields are kept, or follow from the lines. */
export function orderOf(
  row: OrderRowIn,
  names: OrderNames,
  before: OrderRecord | undefined,
  { id, lines, refunded }: { id: string; lines: readonly StoredLine[]; refunded: number | undefined },
): StoredOrder {
  const currency = currencyOf(row, before);
  const sums = sumsOf(row, before, lines, refunded);
  const paidAt = valueOr(row.paidAt, before?.paidAt ?? null);
  const isAsBefore = before?.refundedTotal === sums.refundedTotal;
  const status = row.status ?? (isAsBefore ? before?.status : undefined) ?? statusBy(sums, paidAt);
  if (before && status !== before.status && !transitions[before.status].includes(status)) {
    throw invalidState("order", before.status, status, transitions[before.status]);
  }
  const { metadata: _metadata, ...existing } = before ?? ({} as Partial<OrderRecord>);
  const couponCode = valueOr(row.coupon && row.coupon.code.toUpperCase(), existing.couponCode ?? null);
  const order: StoredOrder = {
    id,
    number: row.number ?? existing.number ?? missing("/number", "number, the order number"),
    status,
    kind: row.kind ?? existing.kind ?? "external",
    memberId: names.memberId ?? existing.memberId ?? missing("/memberId", "a member: member_id or member_email"),
    subscriptionId: names.subscriptionId ?? existing.subscriptionId ?? null,
    currency,
    ...sums,
    couponId: couponCode === existing.couponCode ? (existing.couponId ?? names.couponId) : names.couponId,
    couponCode,
    affiliateCode: valueOr(row.affiliateCode, existing.affiliateCode ?? null),
    invoiceNumber: row.invoice === undefined ? (existing.invoiceNumber ?? null) : (row.invoice?.number ?? null),
    invoiceUrl: row.invoice === undefined ? (existing.invoiceUrl ?? null) : (row.invoice?.url ?? null),
    placedAt: row.placedAt ?? existing.placedAt ?? missing("/placedAt", "placed_at, the time of the order"),
    paidAt,
    expiresAt: valueOr(row.expiresAt, existing.expiresAt ?? null),
    remark: valueOr(row.remark, existing.remark ?? null),
    externalId: valueOr(row.externalId, existing.externalId ?? null),
    metadata: mergeMetadata(before?.metadata ?? {}, row.metadata ?? {}),
  };
  if (!before || status !== before.status || sums.refundedTotal !== before.refundedTotal) requireConsistency(order);
  return order;
}

function missing(pointer: string, expected: string): never {
  throw validationFailed(pointer, "required", `A new order needs ${expected}.`);
}

/** Requires the same currency for the whole order. */
function currencyOf(row: OrderRowIn, before: OrderRecord | undefined): string {
  const currency = row.currency ?? before?.currency ?? row.lineItems?.[0]?.unitAmount.currency;
  if (currency === undefined) return missing("/currency", "currency, an ISO 4217 code like TWD");
  if (before && currency !== before.currency) {
    throw validationFailed("/currency", "conflict", `The currency of the order is ${before.currency}.`);
  }
  const inOtherCurrency = moneysOf(row).find(([, money]) => money.currency !== currency);
  if (inOtherCurrency)
    throw validationFailed(
      inOtherCurrency[0],
      "conflict",
      `Expected ${currency}, the currency of the order, not ${inOtherCurrency[1].currency}.`,
    );
  return currency;
}

function moneysOf(row: OrderRowIn): [string, { currency: string }][] {
  const moneys: [string, { currency: string }][] = [];
  const look = (value: unknown, pointer: string): void => {
    if (typeof value !== "object" || value === null || value instanceof Date) return;
    if ("amount" in value && "currency" in value && typeof value.currency === "string") {
      moneys.push([`${pointer}/currency`, { currency: value.currency }]);
    } else for (const [name, inner] of Object.entries(value)) look(inner, `${pointer}/${name}`);
  };
  const { metadata: _metadata, ...parts } = row;
  look(parts, "");
  return moneys;
}

function sumsOf(
  row: OrderRowIn,
  before: OrderRecord | undefined,
  lines: readonly StoredLine[],
  refunded: number | undefined,
) {
  const existing = row.lineItems ? undefined : before;
  const sum = (amountOf: (line: StoredLine) => number) => lines.reduce((all, line) => all + amountOf(line), 0);
  const refundedTotal = row.refundedTotal?.amount ?? refunded ?? before?.refundedTotal ?? 0;
  if (row.refundedTotal && refunded !== undefined && refunded !== refundedTotal) {
    const detail = `Expected ${refunded}, the total of the successful refunds.`;
    throw validationFailed("/refundedTotal/amount", "invalid_value", detail);
  }
  return {
    subtotal: row.subtotal?.amount ?? existing?.subtotal ?? sum(({ quantity, unitAmount }) => quantity * unitAmount),
    discountTotal: row.discountTotal?.amount ?? existing?.discountTotal ?? sum(({ discountAmount }) => discountAmount),
    taxTotal: row.taxTotal?.amount ?? existing?.taxTotal ?? sum(({ taxAmount }) => taxAmount),
    total: row.total?.amount ?? existing?.total ?? sum(({ amount }) => amount),
    refundedTotal,
  };
}

function statusBy({ total, refundedTotal }: { total: number; refundedTotal: number }, paidAt: Date | null): Status {
  if (refundedTotal > 0) return refundedTotal >= total ? "refunded" : "partially_refunded";
  return paidAt === null ? "pending" : "paid";
}

/** Checks that the fields are consistent with the status. */
function requireConsistency({ status, total, refundedTotal, paidAt }: StoredOrder): void {
  if (wasPaid(status) && paidAt === null)
    throw validationFailed("/paidAt", "required", `Status ${status} requires paid_at.`);
  if (refundedTotal > total) {
    throw validationFailed("/refundedTotal/amount", "too_big", `Expected at most the total of ${total}.`);
  }
  if (status === "partially_refunded" && (refundedTotal === 0 || refundedTotal === total)) {
    throw validationFailed(
      "/status",
      "invalid_value",
      "Status partially_refunded requires a refunded_total between 0 and the total.",
    );
  }
  if (status === "refunded" && refundedTotal !== total) {
    throw validationFailed("/status", "invalid_value", `Status refunded requires a refunded_total of ${total}.`);
  }
}

/** Returns true if the order is unchanged. Customer data is compared elsewhere. */
export const isSameOrder = (before: OrderRecord, after: StoredOrder): boolean =>
  typedKeys(after).every((field) => isDeepStrictEqual(before[field], after[field]));

export const areSameLines = (before: readonly StoredLine[], after: readonly StoredLine[]): boolean =>
  before.length === after.length &&
  after.every(({ position: _after, ...line }, index) => {
    const existing = before[index];
    if (!existing) return false;
    const { position: _before, ...same } = existing;
    return isDeepStrictEqual(same, line);
  });
