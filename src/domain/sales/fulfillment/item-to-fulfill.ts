import type { Context } from "#domain/platform/context.ts";
import { findPlan } from "#domain/offers/course-plans/queries.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Item } from "#domain/sales/checkout/item.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import type { OrderLineRow } from "#domain/sales/orders/order.ts";

/** The product of an order line. It was on sale when it was ordered, but may no longer be. */
export type ItemToFulfill = Pick<Item, "type" | "product">;

/** Throws `not_found` if the product was deleted since. */
export async function findItemOf(
  context: Context,
  { productType: type, productId: id }: Pick<OrderLineRow, "productType" | "productId">,
): Promise<ItemToFulfill> {
  switch (type) {
    case "course_plan":
      return { type, product: { type: "course", id: existing(await findPlan(context, id)).courseId } };
    case "membership_pricing":
      return { type, product: { type: "membership_plan", id: existing(await findPricing(context, id)).planId } };
    case "event_ticket":
      return { type, product: { type: "event", id: existing(await findTicket(context, id)).eventId } };
    case "digital_product":
      return { type, product: { type, id } };
    case "consulting_service":
      return { type, product: { type, id: existing(await findService(context, { id })).id } };
    default:
      throw new Problem("invalid_state", "The checkout does not sell products of this type.");
  }
}

function existing<Row>(row: Row | undefined): Row {
  if (row) return row;
  throw new Problem("not_found", "The product was deleted after it was ordered.");
}
