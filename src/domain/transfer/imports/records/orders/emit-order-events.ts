import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { OrderRecord } from "#domain/sales/orders/order.ts";
import type { StoredOrder } from "#domain/sales/orders/store-orders.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";

/** An order before (if it existed) and after the import. */
export interface OrderMove {
  before: OrderRecord | undefined;
  after: StoredOrder;
}

/** Emits events and notifications, as configured for the import. */
export const emitOrderEvents = (context: Context, transitions: readonly OrderMove[]): Promise<void> =>
  recordEvents(context, transitions.flatMap(eventsOf));

function eventsOf({ before, after }: OrderMove): OutboxEvent[] {
  const event = (what: "created" | "paid" | "refunded" | "canceled", isSo: boolean): OutboxEvent[] =>
    isSo ? [{ type: `order.${what}`, objectId: formatId("order", after.id), data: dataOf(after) }] : [];
  return [
    ...event("created", before === undefined),
    ...event("paid", after.paidAt !== null && !before?.paidAt),
    ...event("refunded", after.refundedTotal > (before?.refundedTotal ?? 0)),
    ...event("canceled", after.status === "canceled" && before?.status !== "canceled"),
  ];
}

const dataOf = ({ id, number, memberId, status }: StoredOrder) => ({
  object: "order",
  id: formatId("order", id),
  number,
  member_id: formatId("member", memberId),
  status,
});
