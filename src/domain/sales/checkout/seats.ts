import { countReserved } from "#domain/offers/reservations/reservations.ts";
import type { Context } from "#domain/platform/context.ts";
import { kinds } from "#domain/sales/products/kinds.ts";
import { countOpenSeats } from "#domain/sales/vouchers/queries.ts";
import type { Item } from "./item.ts";

/**
 * Returns the number of seats that are neither taken, bought for others nor reserved by another member. Null: there is no
 * limit. Locks what counts them, so that the answer holds until the end of the transaction.
 */
export const lockFreeSeats = (context: Context, item: Item, memberId: string): Promise<number | null> =>
  freeSeats(context, item, { memberId, isLocked: true });

/** The same without a lock, for a page. */
export const readFreeSeats = (context: Context, item: Item, memberId: string | null): Promise<number | null> =>
  freeSeats(context, item, { memberId, isLocked: false });

async function freeSeats(
  context: Context,
  item: Item,
  { memberId, isLocked }: { memberId: string | null; isLocked: boolean },
): Promise<number | null> {
  const free: number[] = [];
  for (const { column, id, capacity, taken } of await kinds[item.type].findSeats(context, item, isLocked)) {
    if (capacity === null) continue;
    const reserved = await countReserved(context, column, { id, memberId });
    free.push(Math.max(capacity - taken - reserved - (await countOpenSeats(context, column, id)), 0));
  }
  return free.length === 0 ? null : Math.min(...free);
}
