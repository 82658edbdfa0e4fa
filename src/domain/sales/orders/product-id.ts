import { formatId, type IdKind, IdOfAny, TypedIdOfAny } from "#domain/platform/ids.ts";

/** Product types of order lines. */
export const orderedTypes = [
  "course_plan",
  "bundle",
  "membership_pricing",
  "event_ticket",
  "digital_product",
  "consulting_service",
] as const;
export type OrderedType = (typeof orderedTypes)[number];

/** Types that are sold. Each has a file in `sales/products`. */
export type SoldType = Exclude<OrderedType, "bundle">;

export const orderedIdKinds = {
  course_plan: "coursePlan",
  bundle: "bundle",
  membership_pricing: "membershipPricing",
  event_ticket: "eventTicket",
  digital_product: "digitalProduct",
  consulting_service: "consultingService",
} as const satisfies Record<OrderedType, IdKind>;

export const formatOrdered = (type: OrderedType, id: string): string => formatId(orderedIdKinds[type], id);

/** The ID of an ordered product. */
export const OrderedId = IdOfAny(orderedIdKinds).meta({
  description: "ID of the ordered product, of any type",
  examples: ["cpl_01k9g2c8p4e6t0v3x5y7z9b1d3"],
});

/** A product by its type and ID, as an order line names it. */
export const OrderedItem = TypedIdOfAny(orderedIdKinds);
