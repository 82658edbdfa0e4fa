import { newId } from "#domain/platform/ids.ts";
import { includedTax } from "#domain/site/selling/selling-settings.ts";
import type { DemoProfile } from "../content/school-files.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays, plusMinutes } from "./calendar.ts";
import type { Catalog } from "./catalog.ts";
import type { Outcome, Sale } from "./history.ts";

export interface Making {
  calendar: Calendar;
  random: Random;
  catalog: Catalog;
  school: DemoProfile;
  reasons: readonly string[];
}

/** An order with everything that depends on its number and its time. */
export interface Order extends Sale {
  id: string;
  paymentId: string;
  number: string;
  discount: number;
  total: number;
  paidAt: Date | null;
  invoiceNumber: string | null;
  isTransfer: boolean;
  refunded: number;
}

export const paidOutcomes: ReadonlySet<Outcome> = new Set(["paid", "refunded", "partially_refunded", "disputed"]);

export const transferDays = 14;

export function orderRow(order: Order, { school: { currency, seller }, catalog }: Making) {
  const { id, number, person, at, kind, outcome, coupon, paidAt, invoiceNumber, total, refunded, period } = order;
  const { name, address, taxId, taxName, taxRate } = seller;
  return {
    id,
    number,
    memberId: person.id,
    status: outcome,
    kind,
    currency,
    subtotal: order.amount,
    total,
    discountTotal: order.discount,
    taxTotal: includedTax(total, taxRate),
    refundedTotal: refunded,
    couponId: coupon === null ? null : (catalog.coupons.get(coupon)?.id ?? null),
    couponCode: coupon,
    subscriptionId: order.subscriptionId,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    invoiceNumber,
    placedAt: at,
    paidAt,
    createdAt: at,
    updatedAt: paidAt ?? at,
    expiresAt: outcome === "pending" ? plusDays(at, transferDays) : null,
    attention: outcome === "disputed" ? "disputed" : null,
    buyer: {
      name: person.name,
      email: person.email,
    },
    seller: paidAt
      ? {
          name,
          address,
          taxId,
          taxName,
        }
      : null,
  };
}

export function lineRow(order: Order, { school: { seller } }: Making) {
  const { id: orderId, lineId: id, productType, productId, name, amount, discount, total, fulfilledId, paidAt } = order;
  const { taxRate } = seller;
  return {
    id,
    orderId,
    productType,
    productId,
    name,
    quantity: 1,
    unitAmount: amount,
    discountAmount: discount,
    taxAmount: includedTax(total, taxRate),
    taxRate,
    amount: total,
    position: 0,
    refundedAmount: 0,
    fulfilledId,
    fulfilledAt: fulfilledId === null ? null : paidAt,
  };
}

export function paymentRow(order: Order, { random, school }: Making) {
  const { id: orderId, paymentId: id, total: amount, outcome, isTransfer, at, paidAt, number } = order;
  const statuses = new Map<Outcome, string>([
    ["failed", "failed"],
    ["expired", "canceled"],
    ["canceled", "canceled"],
    ["pending", "pending"],
  ]);
  const isPaid = paidOutcomes.has(outcome);
  return {
    id,
    orderId,
    subscriptionId: order.subscriptionId,
    amount,
    currency: school.currency,
    paidAt,
    provider: isTransfer ? "offline" : "test",
    method: isTransfer ? "bank_transfer" : "card",
    status: statuses.get(outcome) ?? "succeeded",
    cardBrand: isTransfer || !isPaid ? null : random.pick(["visa", "mastercard", "jcb"]),
    cardLast4: isTransfer || !isPaid ? null : String(random.whole(1e3, 9999)),
    failureCode: outcome === "failed" && !isTransfer ? "insufficient_funds" : null,
    failureMessage: outcome === "failed" && !isTransfer ? "Your card has insufficient funds." : null,
    providerReference: isTransfer || !isPaid ? null : `test_${id}`,
    instructions: isTransfer
      ? {
          text: school.transferInstructions,
          reference: number,
        }
      : null,
    expiresAt: outcome === "pending" ? plusDays(at, transferDays) : null,
    createdAt: at,
    updatedAt: paidAt ?? plusMinutes(at, 5),
  };
}

export function refundRow(
  { id: orderId, paymentId, refunded, at, outcome }: Order,
  { random, reasons, school }: Making,
) {
  if (refunded === 0) return [];
  const refundedAt = plusDays(at, 4);
  return [
    {
      id: newId(),
      orderId,
      paymentId,
      status: "succeeded",
      amount: refunded,
      currency: school.currency,
      reason: random.pick(reasons),
      access: outcome === "refunded" ? "end" : "keep",
      createdAt: refundedAt,
      updatedAt: refundedAt,
    },
  ];
}
