import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { listOrderRefunds } from "#domain/sales/orders/change-order.ts";
import { maxLinesPerOrder, type OrderRow, wasPaid } from "#domain/sales/orders/order.ts";

/** A line of another paid order that still gives the same access: of orders from before members were merged. */
export interface OtherLine {
  id: string;
  /** The price that was bought. */
  productId: string;
  /** When the access was given. */
  givenAt: Date;
}

interface Found extends OtherLine {
  orderId: string;
  status: OrderRow["status"];
  amount: number;
  refundedAmount: number;
}

/** Orders of a member that are read. More than any person has bought. */
const maxOrders = 1000;

/**
 * Returns the lines of other paid orders, and of seats that the member took, which gave this access and were not refunded,
 * newest first.
 */
export async function listOtherLines(
  { db, site }: SiteScope,
  { memberId, accessId, lineId }: { memberId: string; accessId: string; lineId: string },
): Promise<OtherLine[]> {
  const found = await db.many<Found>`
    select order_lines.id, order_lines.order_id, order_lines.product_id, order_lines.fulfilled_at as given_at, paid.status, order_lines.amount,
           order_lines.refunded_amount
      from (select id, status from orders
             where orders.site_id = ${site.id} and orders.member_id = ${memberId} and orders.deleted_at is null
             order by orders.placed_at desc, orders.id desc limit ${maxOrders}) as paid
     cross join ${table("order_lines").under(site.id, "order_id", sql`paid.id`)}
     where order_lines.fulfilled_id = ${accessId} and order_lines.id <> ${lineId}
       and order_lines.fulfilled_at is not null
     limit ${maxLinesPerOrder}`;
  const taken = await db.many<Found>`
    select order_lines.id, order_lines.order_id, order_lines.product_id, voucher_seats.taken_at as given_at, orders.status, order_lines.amount,
           order_lines.refunded_amount
      from ${table("voucher_seats").under(site.id, "member_id", [memberId])}
     cross join ${table("order_lines").joined(site.id, sql`voucher_seats.line_id`)}
     cross join ${table("orders").joined(site.id, sql`order_lines.order_id`)}
     where voucher_seats.access_id = ${accessId} and voucher_seats.line_id <> ${lineId}
       and voucher_seats.ended_at is null and voucher_seats.taken_at is not null
     limit ${maxLinesPerOrder}`;
  const giving: Found[] = [];
  for (const line of [...found, ...taken]) {
    if (gives(line) && !(await wasEnded({ db, site }, line))) giving.push(line);
  }
  return giving.toSorted((one, other) => Number(other.givenAt) - Number(one.givenAt));
}

const gives = ({ status, amount, refundedAmount }: Found): boolean =>
  wasPaid(status) && status !== "refunded" && status !== "disputed" && (amount === 0 || refundedAmount < amount);

/** True if a partial refund has ended the access of the line. */
const wasEnded = async (scope: SiteScope, { id, orderId }: Found): Promise<boolean> =>
  (await listOrderRefunds(scope, orderId)).some(
    ({ status, lineId, access }) => status === "succeeded" && lineId === id && access !== "keep",
  );
