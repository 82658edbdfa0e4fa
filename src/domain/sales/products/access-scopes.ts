import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import type { OrderedType } from "#domain/sales/orders/product-id.ts";
import { findKind, soldKinds } from "./kinds.ts";

/** The scopes that give access to every product. */
export const accessScopes: readonly Scope[] = [...new Set(soldKinds.map(([, { scope }]) => scope))];

/** Throws unless the caller may give and end access to products of these types. */
export function requireAccessScopes({ caller }: Pick<Context, "caller">, types: readonly OrderedType[]): void {
  const needed = types.flatMap((type) => findKind(type)?.scope ?? []);
  requireScopes(caller, ["school:write", ...new Set(needed)]);
}
