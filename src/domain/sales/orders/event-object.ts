import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { listLinesOf, orderColumns, orderPerson } from "./queries.ts";
import { Order, type OrderRecord, serializeOrder } from "./order.ts";

export const object = eventObject<OrderRecord>({
  schema: Order,
  table: sql`orders`,
  columns: orderColumns,
  joins: orderPerson,
  async serialize(context, rows) {
    const lines = await listLinesOf(
      context,
      rows.map(({ id }) => id),
    );
    const ofOrder = Map.groupBy(lines, ({ orderId }) => orderId);
    return rows.map((row) => serializeOrder(context, row, ofOrder.get(row.id) ?? []));
  },
});
