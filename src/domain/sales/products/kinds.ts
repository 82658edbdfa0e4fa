import { Problem } from "#domain/platform/problem.ts";
import type { OrderedType, SoldType } from "#domain/sales/orders/product-id.ts";
import { isFieldOf, typedEntries } from "#lib/json/typed-object.ts";
import { consulting } from "./consulting.ts";
import { coursePlan } from "./course-plan.ts";
import { digitalProduct } from "./digital-product.ts";
import { eventTicket } from "./event-ticket.ts";
import { membershipPricing } from "./membership-pricing.ts";
import type { ProductKind } from "./product-kind.ts";

export const kinds: Record<SoldType, ProductKind> = {
  course_plan: coursePlan,
  membership_pricing: membershipPricing,
  event_ticket: eventTicket,
  digital_product: digitalProduct,
  consulting_service: consulting,
};

/** All kinds by their type, in the order of `orderedTypes`. */
export const soldKinds = typedEntries(kinds);

/** Returns false for bundles, which are not sold yet. */
export const isSold = (type: OrderedType): type is SoldType => isFieldOf(kinds, type);

/** Undefined for bundles. */
export const findKind = (type: OrderedType): ProductKind | undefined => (isSold(type) ? kinds[type] : undefined);

/** Returns the kind of the product of an order line. Throws `invalid_state` for bundles. */
export function kindOf({ productType }: { productType: OrderedType }): ProductKind {
  const kind = findKind(productType);
  if (kind) return kind;
  throw new Problem("invalid_state", "The checkout does not sell products of this type.");
}
