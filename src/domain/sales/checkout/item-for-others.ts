import { Problem } from "#domain/platform/problem.ts";
import type { Item } from "./item.ts";
import { kinds } from "#domain/sales/products/kinds.ts";
import type { ProductKind } from "#domain/sales/products/product-kind.ts";
import type { OrderedFor } from "#domain/sales/vouchers/voucher.ts";

/** Returns the ways to buy an item for others. Installments stay with the person who pays. */
export function offersForOthers({ type, price, recurring }: Item): ProductKind["forOthers"] {
  const isSoldOnce = price.amount > 0 && (recurring === null || recurring.payments === null);
  return isSoldOnce ? kinds[type].forOthers : { gift: false, seats: false };
}

/**
 * Returns the item as it is sold for others: the price of all seats, and of a membership the first period, which does not
 * renew. Throws for an item that cannot be bought for others.
 */
export function itemForOthers(item: Item, { kind, seats }: OrderedFor): Item {
  if (!offersForOthers(item)[kind]) throw new Problem("not_found", "This item cannot be bought for others.");
  return { ...item, price: { ...item.price, amount: item.price.amount * seats }, recurring: null };
}
