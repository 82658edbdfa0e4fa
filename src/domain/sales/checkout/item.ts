import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import type { OrderedType, SoldType } from "#domain/sales/orders/product-id.ts";
import { isSold, kinds } from "#domain/sales/products/kinds.ts";
import type { SoldProduct } from "#domain/sales/products/product-kind.ts";

/** The product of an order line: a price of a product, or a product with one price. */
interface ItemReference {
  type: OrderedType;
  id: string;
}

/** Something that a member can buy. */
export interface Item extends SoldProduct {
  type: SoldType;
  id: string;
  price: Money;
}

/** Finds an item that is on sale and on a public page. Drafts are not found, so that they are not disclosed. */
export async function findItem(context: Context, { type, id }: ItemReference): Promise<Item | undefined> {
  if (!isSold(type)) return undefined;
  const product = await kinds[type].find(context, id, memberOf(context.caller));
  if (!product?.isOnSale || !product.price) return undefined;
  return { ...product, type, id, price: product.price };
}
