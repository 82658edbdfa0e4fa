import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireScopes } from "#domain/platform/operation.ts";
import type { OrderedType } from "#domain/sales/orders/product-id.ts";

/** Scopes that give and end access to products of each type without a payment. */
const scopeOf: Record<Exclude<OrderedType, "bundle">, Scope> = {
  course_plan: "students:write",
  membership_pricing: "subscriptions:write",
  event_ticket: "events:write",
  digital_product: "digital_products:write",
  consulting_service: "digital_products:write",
};

/** The scopes that give access to every product. */
export const accessScopes: readonly Scope[] = [...new Set(Object.values(scopeOf))];

/** Throws unless the caller may give and end access to products of these types. */
export function requireAccessScopes({ caller }: Pick<Context, "caller">, types: readonly OrderedType[]): void {
  const needed = types.flatMap((type) => (type === "bundle" ? [] : [scopeOf[type]]));
  requireScopes(caller, ["school:write", ...new Set(needed)]);
}
