import { moveRedemptions } from "#domain/offers/coupons/move-redemptions.ts";
import type { Context } from "#domain/platform/context.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { dateIn } from "#lib/time/zoned-time.ts";
import { newId } from "#domain/platform/ids.ts";
import { readableCode } from "#lib/text/readable-code.ts";
import { plusDays } from "./calendar.ts";
import type { Sale } from "./history.ts";
import { insertRows } from "./insert-rows.ts";
import {
  lineRow,
  type Making,
  type Order,
  orderRow,
  paidOutcomes,
  paymentRow,
  refundRow,
  transferDays,
} from "./order-rows.ts";

/** Stores orders in the order of their payment, so that their receipts are numbered without gaps. */
export async function storeSales(context: Context, sales: readonly Sale[], making: Making): Promise<void> {
  const orders = withReceipts(
    sales.map((sale) => orderOf(sale, making)),
    await findTimeZone(context),
  );
  await insertRows(
    context,
    "orders",
    orders.map((order) => orderRow(order, making)),
  );
  await insertRows(
    context,
    "order_lines",
    orders.map((order) => lineRow(order, making)),
  );
  await insertRows(
    context,
    "payments",
    orders.map((order) => paymentRow(order, making)),
  );
  await insertRows(
    context,
    "refunds",
    orders.flatMap((order) => refundRow(order, making)),
  );
  await storeReservations(context, orders);
  await storeCounter(context, orders);
  await moveRedemptions(
    context,
    orders.flatMap(({ id: orderId, coupon, discount: amount, person, paidAt }) => {
      const couponId = coupon === null ? undefined : making.catalog.coupons.get(coupon)?.id;
      if (couponId === undefined || !paidAt) return [];
      const { currency } = making.school;
      return [
        { before: undefined, after: { couponId, memberId: person.id, orderId, amount, currency, createdAt: paidAt } },
      ];
    }),
  );
}

function orderOf(sale: Sale, { random, catalog }: Making): Order {
  const { coupon, amount, outcome, at } = sale;
  const terms = coupon === null ? undefined : catalog.coupons.get(coupon);
  const discount = Math.min(amount, terms?.amount ?? Math.round((amount * (terms?.percent ?? 0)) / 100));
  const isTransfer = outcome === "pending" || (outcome === "paid" && sale.kind === "checkout" && random.chance(0.2));
  const total = amount - discount;
  return {
    ...sale,
    id: newId(),
    paymentId: newId(),
    number: readableCode(),
    discount,
    total,
    isTransfer,
    invoiceNumber: null,
    paidAt: paidOutcomes.has(outcome) ? at : null,
    refunded: outcome === "refunded" ? total : outcome === "partially_refunded" ? Math.round(total / 3) : 0,
  };
}

/** Receipt numbers begin again with the year of the school's time zone. */
function withReceipts(orders: readonly Order[], timeZone: string): Order[] {
  const counts = new Map<number, number>();
  return orders
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((order) => {
      if (!order.paidAt) return order;
      const year = Number(dateIn(timeZone, order.paidAt).slice(0, 4));
      const count = (counts.get(year) ?? 0) + 1;
      counts.set(year, count);
      return { ...order, invoiceNumber: `${year}-${String(count).padStart(6, "0")}` };
    });
}

async function storeCounter({ db, site }: Context, orders: readonly Order[]): Promise<void> {
  const last = new Map<number, number>();
  for (const { invoiceNumber } of orders) {
    const [year, count] = (invoiceNumber ?? "").split("-").map(Number);
    if (year && count) last.set(year, count);
  }
  for (const [year, lastNumber] of last) {
    await db.run`
      insert into receipt_counters (site_id, year, last_number) values (${site.id}, ${year}, ${lastNumber})`;
  }
}

/** Seats stay reserved until the transfer arrives. */
const storeReservations = (context: Context, orders: readonly Order[]): Promise<void> =>
  insertRows(
    context,
    "checkout_reservations",
    orders.flatMap(({ id: orderId, person, productId, containerId, at, outcome }) =>
      outcome === "pending"
        ? [
            {
              id: newId(),
              orderId,
              memberId: person.id,
              productId,
              containerId,
              couponId: null,
              quantity: 1,
              expiresAt: plusDays(at, transferDays),
            },
          ]
        : [],
    ),
  );
