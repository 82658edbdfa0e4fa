import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { StoredLine, StoredOrder } from "#domain/sales/orders/store-orders.ts";
import type { OrderedType } from "#domain/sales/orders/product-id.ts";
import { findKind, kindOf } from "#domain/sales/products/kinds.ts";
import { fulfillLine } from "#domain/sales/fulfillment/line-access.ts";

/**
 * Gives the member what the lines of a paid order sold and nobody has given yet, from the time of the payment, and
 * returns the lines with what they gave. Throws the problem of the first line that cannot be fulfilled, without changes.
 * The lines need not be stored yet.
 */
export async function fulfillImported(
  context: Context,
  order: StoredOrder,
  lines: readonly StoredLine[],
): Promise<StoredLine[]> {
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  if (!isPaid || !lines.some((line) => isOpen(order, line))) return [...lines];
  return context.db.attempt(async (db) => {
    const inside = { ...context, db };
    const fulfilled: StoredLine[] = [];
    for (const [index, line] of lines.entries()) {
      fulfilled.push(isOpen(order, line) ? await fulfill(inside, order, line, index) : line);
    }
    return fulfilled;
  });
}

/** The membership of a line may be a subscription that was imported before. */
const isOpen = ({ subscriptionId }: StoredOrder, { fulfilledAt, fulfilledId, productType }: StoredLine): boolean =>
  fulfilledAt === null && fulfilledId === null && !(subscriptionId !== null && isMembership(productType));

const isMembership = (type: OrderedType): boolean => findKind(type)?.access.idKind === "subscription";

/** The end of the membership, counted from the payment, has passed. */
const isOver = ({ details }: Problem): boolean =>
  details.errors?.some(({ pointer, code }) => pointer === "/endsAt" && code === "too_small") ?? false;

async function fulfill(context: Context, order: StoredOrder, line: StoredLine, index: number): Promise<StoredLine> {
  try {
    const { memberId, paidAt } = order;
    const startsAt = paidAt !== null && paidAt < context.now ? paidAt : context.now;
    const kind = kindOf(line);
    const until = await kind.endOfPayment(context, line.productId, startsAt);
    if (await kind.lastedLonger(context, { memberId, line, startsAt, until })) {
      return { ...line, fulfilledAt: context.now };
    }
    const notify = context.tells?.notices ?? false;
    const fulfilledId = await fulfillLine(context, { memberId, line, startsAt, until, notify });
    return { ...line, fulfilledId, fulfilledAt: context.now };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The member had the membership until it ended.
    if (isMembership(line.productType) && isOver(error)) return { ...line, fulfilledAt: context.now };
    const { code, message: detail, details } = error;
    const { errors: _errors, ...rest } = details;
    throw new Problem(code, detail, { ...rest, errors: [{ pointer: `/lineItems/${index}`, code, detail }] });
  }
}
