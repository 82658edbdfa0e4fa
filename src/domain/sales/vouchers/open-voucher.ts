import { formatId, newId } from "#domain/platform/ids.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import type { Item } from "#domain/sales/checkout/item.ts";
import type { Product } from "#domain/offers/coupons/product.ts";
import { kindOf } from "#domain/sales/products/kinds.ts";
import type { VoucherLine } from "./end-seats.ts";
import { countOpenSeats, insertSeats, insertVoucher, listSeats, lockVoucher, updateVoucher } from "./queries.ts";
import { digestOfLink } from "./voucher-link.ts";
import { deliveryOf, expiryOf, type ForOthers, maxSeatsOfLink } from "./voucher.ts";

/** Stores what an order buys for others, without effect until it is paid. Returns the ID of the voucher. */
export async function storeVoucher(
  context: Context,
  { item, others, memberId }: { item: Item; others: ForOthers; memberId: string },
): Promise<string> {
  if (others.kind === "seats" && others.voucher !== undefined) {
    return requireExtendable(context, { id: others.voucher, seats: others.seats, item, memberId });
  }
  const id = newId();
  const linkNumber = 1;
  const gift = others.kind === "gift" ? others : undefined;
  await insertVoucher(context, {
    id,
    memberId,
    kind: others.kind,
    productType: item.type,
    productId: item.id,
    locale: gift?.locale ?? context.site.defaultLocale,
    linkNumber,
    linkDigest: digestOfLink(context, { id, linkNumber }),
    recipientName: gift?.name ?? null,
    recipientEmail: gift?.email ?? null,
    message: gift?.message || null,
    deliverAt: await deliveryOf(context, gift?.date),
  });
  return id;
}

/** Throws unless the member can add seats of this item to the voucher. */
async function requireExtendable(
  context: Context,
  { id, seats, item, memberId }: { id: string; seats: number; item: Item; memberId: string },
): Promise<string> {
  const voucher = await lockVoucher(context, id);
  const isOwn = voucher?.memberId === memberId && voucher.kind === "seats" && voucher.productId === item.id;
  if (!isOwn) throw notFound("voucher", formatId("voucher", id));
  const existing = (await listSeats(context, id)).filter(({ endedAt }) => endedAt === null);
  if (existing.length + seats > maxSeatsOfLink) {
    throw validationFailed("/for/seats", "too_big", `A link has at most ${maxSeatsOfLink} seats.`);
  }
  return id;
}

/** Opens the seats that a line has paid for. A gift is mailed on its date. */
export async function openVoucher(context: Context, line: VoucherLine): Promise<void> {
  const { now } = context;
  const voucher = await mustExist(lockVoucher(context, line.voucherId));
  const kind = kindOf(line);
  const product = await kind.productOf(context, line.productId);
  // Throws like `fulfillLine`, so that the line is refunded.
  if (!product) throw notFound("product", formatId("voucher", voucher.id));
  await requireRoom(context, line, product);
  const containerId = kind.isLimitedByProduct ? product.id : null;
  const seats = { voucherId: voucher.id, lineId: line.id, productId: line.productId, containerId };
  await insertSeats(context, { ...seats, count: line.quantity });
  const { deliverAt } = voucher;
  const start = deliverAt !== null && deliverAt > now ? deliverAt : now;
  await updateVoucher(context, voucher.id, {
    expiresAt: expiryOf(start),
    ...(voucher.kind === "gift" && { mailAt: start }),
  });
}

/** Throws if a late payment arrives after others have taken the seats that the checkout had reserved. */
async function requireRoom(context: Context, line: VoucherLine, product: Product): Promise<void> {
  const limits = await kindOf(line).findSeats(context, { id: line.productId, product }, true);
  for (const { column, id, capacity, taken } of limits) {
    if (capacity === null || taken + (await countOpenSeats(context, column, id)) + line.quantity <= capacity) continue;
    throw new Problem("sold_out", "All seats are taken.");
  }
}
