import { Problem } from "#domain/platform/problem.ts";
import type { OrderedType, SoldType } from "#domain/sales/orders/product-id.ts";
import { isFieldOf, typedEntries } from "#lib/json/typed-object.ts";
import { consulting } from "./consulting.ts";
import { coursePlan } from "./course-plan.ts";
import { digitalProduct } from "./digital-product.ts";
import { eventTicket } from "./event-ticket.ts";
import { membershipPricing } from "./membership-pricing.ts";
import type { ProductKind } from "./product-kind.ts";
import type { Scope } from "#access/scopes.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { sql } from "#database/statements/sql.ts";
import type { OrderLineRow } from "#domain/sales/orders/order.ts";

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

/** The scopes that give access to every product. */
export const accessScopes: readonly Scope[] = [...new Set(soldKinds.map(([, { scope }]) => scope))];

/** Throws unless the caller may give and end access to products of these types. */
export function requireAccessScopes({ caller }: Pick<Context, "caller">, types: readonly OrderedType[]): void {
  const needed = types.flatMap((type) => findKind(type)?.scope ?? []);
  requireScopes(caller, ["school:write", ...new Set(needed)]);
}

/** Returns the page where a member uses or sees what they bought. Null if it was deleted. */
export async function pathOfItem(
  { db, site }: SiteScope,
  { productType, productId }: Pick<OrderLineRow, "productType" | "productId">,
): Promise<string | null> {
  const kind = findKind(productType);
  if (!kind) return null;
  const parent = kind.parent ?? { table: kind.table, id: sql`id` };
  const found = await db.first<{ slug: string }>`
    select parent.slug from ${kind.table} as price
      join ${parent.table} as parent on parent.site_id = price.site_id and parent.id = price.${parent.id}
     where price.site_id = ${site.id} and price.id = ${productId} and parent.deleted_at is null`;
  return found ? kind.usedAt(found.slug) : null;
}
