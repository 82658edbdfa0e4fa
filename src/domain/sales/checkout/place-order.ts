import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { type Outcome, unchanged } from "#domain/platform/outcome.ts";
import { Problem, RetryableProblem, validationFailed } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { Code, type CouponRecord } from "#domain/offers/coupons/coupon.ts";
import { acceptGuess, limitGuesses } from "./limit-guesses.ts";
import { lockCoupon } from "#domain/offers/coupons/queries.ts";
import { limitHolds, maxHoldMinutes } from "#domain/sales/consulting-bookings/sessions-of-orders.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { insertOrder, insertPayment } from "#domain/sales/orders/queries.ts";
import { OrderedItem } from "#domain/sales/orders/product-id.ts";
import { kinds } from "#domain/sales/products/kinds.ts";
import { listUsableProviders } from "#domain/sales/payments/account.ts";
import { payOrder } from "#domain/sales/payments/settlement/pay-order.ts";
import { settlePayment } from "#domain/sales/payments/settlement/settle-payment.ts";
import { findSelling } from "#domain/site/selling/selling-settings.ts";
import { readableCode } from "#lib/text/readable-code.ts";
import { offerFreeSeats } from "./free-reservations.ts";
import { findItem, type Item } from "./item.ts";
import { cancelOpenCheckouts } from "./cancel-open-checkouts.ts";
import { findOrderByKey } from "./queries.ts";
import { couponRefusalOf, paymentsOf, type Quote, quoteFor, termsOf } from "./quote.ts";
import { reserve } from "#domain/offers/reservations/reservations.ts";
import { lockFreeSeats, readFreeSeats } from "./seats.ts";
import { itemForOthers } from "./item-for-others.ts";
import { storeVoucher } from "#domain/sales/vouchers/open-voucher.ts";
import { ForOthers, orderedFor } from "#domain/sales/vouchers/voucher.ts";
import { billsItself, providerNames } from "#domain/site/selling/payment-provider.ts";

/** Drawn by the form, so that sending it twice makes one order. */
const CheckoutKey = z.string().regex(/^[\w-]{16,64}$/, "Expected 16 to 64 letters, digits, hyphens and underscores.");

export const OrderInput = z.object({
  item: OrderedItem,
  coupon: Code.optional(),
  provider: z.enum(providerNames).optional(),
  /** The time of a consulting session, which the checkout holds for a while. */
  startsAt: Instant.optional(),
  key: CheckoutKey,
  /** Undefined: the buyer gets the item. */
  others: ForOthers.optional(),
  /** Terms that the page has shown, from `termsOf`. */
  terms: z.string().max(200).optional(),
});
type OrderInput = z.output<typeof OrderInput>;

export const Placed = z.object({ id: Id("order"), paymentId: Id("payment").nullable() });
type Placed = z.output<typeof Placed>;

/**
 * Orders an item for the signed-in member, and reserves its seat and the coupon until the checkout ends. An order
 * without a price is paid immediately. Prices, discount and tax are fixed from now on. Throws `not_found`,
 * `already_exists`, `sold_out`, `slot_taken`, `invalid_state` (no such payment method), `validation_failed` (coupon)
 * and `rate_limited`.
 */
export const placeOrder = operation({
  name: "placeOrder",
  summary: "Place an order",
  writes: { only: ["session"] },
  input: OrderInput,
  output: Placed,
  async prepare(context, { coupon, startsAt }) {
    await limitOwnRequests(context);
    if (startsAt !== undefined) await limitHolds(context, requireSession(context).memberId);
    return limitGuesses(context, coupon);
  },
  run: place,
  audit: ({ item: { type, id } }, order) => about("order", order.id, { productType: type, productId: id }),
  emits: "order.created",
});

/** Places an order of the member of the session. Requires a transaction. */
export async function place(
  context: Context,
  { item: reference, coupon: code, provider, startsAt, key, terms, others }: OrderInput,
): Promise<Placed | Outcome<Placed>> {
  const { memberId, isGuest } = requireSession(context);
  // Forms that one member sends at the same time wait for each other.
  await withAdvisoryLock(context, `checkouts of member ${memberId}`);
  const earlierOrder = await findOrderByKey(context, { memberId, key });
  if (earlierOrder) return unchanged(earlierOrder);
  const found = await findItem(context, reference);
  if (!found) throw new Problem("not_found", "This item is not on sale.");
  const item = others ? itemForOthers(found, orderedFor(others)) : found;
  const quantity = others ? orderedFor(others).seats : 1;
  const kind = kinds[item.type];
  const isOwned = !others && (await kind.hasAcquired(context, item.product.id, memberId));
  if (isOwned) throw new Problem("already_exists", "You already have this.");
  // Gifts to several persons are several orders, which replace each other only if they reserve seats.
  const isReserving = !others || code !== undefined || (await readFreeSeats(context, item, memberId)) !== null;
  const isReplacing = isReserving && (await cancelOpenCheckouts(context, { memberId, productId: item.id }));
  // A seat whose checkout or offer is past its deadline goes to the waitlist first, before the job that ends them.
  if (!isReplacing && kind.hasWaitlist) await offerFreeSeats(context, item.product.id);
  const free = await lockFreeSeats(context, item, memberId);
  if (free !== null && free < quantity) throw new Problem("sold_out", "All seats are taken.");
  const time = startsAt && (await kind.holdTime?.(context, { productId: item.product.id, memberId, startsAt }));
  const usable = code === undefined ? undefined : await requireUsableCoupon(context, code, item, memberId);
  const { taxRate, checkoutMinutes } = await findSelling(context);
  const memberPercent = await kind.memberDiscount(context);
  const quote = quoteFor(item, { coupon: usable, memberPercent }, taxRate);
  if (terms !== undefined && terms !== termsOf(quote)) {
    throw validationFailed("/terms", "mismatch", "The price has changed. Check the total before you pay.");
  }
  if (isGuest && needsAccount(quote, code)) throw new Problem("role_required", accountNeeded);
  // A coupon that is not better than the membership is not used up.
  const coupon = quote.reduction === "coupon" ? usable : undefined;
  const expiresAt = new Date(context.now.getTime() + checkoutMinutes * 60_000);
  const isFree = quote.total === 0 && quote.recurrence === null;
  const selectedProvider = isFree ? null : await requireProvider(context, provider, quote);
  const voucherId = others ? await storeVoucher(context, { item, others, memberId }) : null;
  const orderId = await insert(context, {
    memberId,
    item,
    quantity,
    voucherId,
    coupon,
    quote,
    taxRate,
    key,
    expiresAt,
  });
  const couponId = coupon?.id ?? null;
  const containerId = kind.isLimitedByProduct ? item.product.id : null;
  const reserved = { orderId, memberId, productId: item.id, containerId, couponId };
  const heldSlot = time && { ...time, heldUntil: endOfHold(context.now, expiresAt) };
  const heldUntil = isGuest && free !== null ? earlier(expiresAt, context.now) : expiresAt;
  if (isReserving) await reserve(context, { ...reserved, quantity, expiresAt: heldUntil, held: heldSlot });
  if (selectedProvider === null) {
    await payOrder(context, await mustExist(lockOrder(context, orderId)), null);
    return { id: orderId, paymentId: null };
  }
  const paymentId = newId();
  const { total: amount, currency } = quote;
  const payment = {
    id: paymentId,
    orderId,
    provider: selectedProvider,
    method: "other" as const,
    status: "pending" as const,
  };
  await insertPayment(context, { ...payment, amount, currency, expiresAt }, context.now);
  // The first payment of a trial. Providers that charge later by themselves need a card now.
  if (amount === 0 && !billsItself(selectedProvider)) {
    await settlePayment(context, paymentId, { status: "succeeded" });
    return { id: orderId, paymentId: null };
  }
  return { id: orderId, paymentId };
}

/** Minutes for which a person with an unproven address holds a limited seat. The order can be paid afterwards, too. */
const guestMinutes = 15;

const earlier = (end: Date, now: Date): Date =>
  new Date(Math.min(end.getTime(), now.getTime() + guestMinutes * 60_000));

/**
 * Returns whether only a member with a proven address can place the order. A coupon and a trial are for one person
 * once, and what costs nothing now is not limited by its price.
 */
export const needsAccount = ({ total }: Pick<Quote, "total">, coupon: string | undefined): boolean =>
  total === 0 || coupon !== undefined;

const accountNeeded = "Sign up first: coupons, trials and free items are for members with a confirmed email address.";

/** A time is held no longer than the checkout lasts. */
const endOfHold = (now: Date, expiresAt: Date): Date =>
  new Date(Math.min(expiresAt.getTime(), now.getTime() + maxHoldMinutes * 60_000));

async function requireProvider(context: Context, provider: string | undefined, quote: Quote) {
  const usable = await listUsableProviders(context, paymentsOf(quote));
  const selectedProvider =
    provider === undefined && usable.length === 1 ? usable[0] : usable.find((name) => name === provider);
  if (selectedProvider) return selectedProvider;
  throw new Problem("invalid_state", "This payment method is not available. Choose another one.", { allowed: usable });
}

async function requireUsableCoupon(
  context: Context,
  code: string,
  item: Item,
  memberId: string,
): Promise<CouponRecord> {
  const coupon = await lockCoupon(context, { slug: code }, context.now);
  const refusal = coupon ? await couponRefusalOf(context, coupon, { item, memberId }) : "unknown_code";
  if (coupon && !refusal) {
    await acceptGuess(context);
    return coupon;
  }
  throw validationFailed("/coupon", refusal ?? "unknown_code", "This coupon cannot be used here.");
}

interface Ordered {
  memberId: string;
  item: Item;
  quantity: number;
  voucherId: string | null;
  coupon: CouponRecord | undefined;
  quote: Quote;
  taxRate: number;
  key: string;
  expiresAt: Date;
}

async function insert(
  context: Context,
  { memberId, item, quantity, voucherId, coupon, quote, taxRate, key, expiresAt }: Ordered,
): Promise<string> {
  const { now } = context;
  const { name, email } = await mustExist(findMember(context, memberId));
  const id = newId();
  const { currency, subtotal, discount, tax, total } = quote;
  const order = {
    id,
    number: readableCode(),
    memberId,
    status: "pending" as const,
    kind: "checkout" as const,
    currency,
    subtotal,
    discountTotal: discount,
    taxTotal: tax,
    total,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    placedAt: now,
    expiresAt,
    checkoutKey: key,
    buyer: { name, email },
  };
  const line = {
    id: newId(),
    productType: item.type,
    productId: item.id,
    name: quantity > 1 ? `${item.name} × ${quantity}` : item.name,
    quantity,
    unitAmount: subtotal / quantity,
    discountAmount: discount,
    taxAmount: tax,
    taxRate,
    amount: total,
    recurrence: quote.recurrence,
    voucherId,
  };
  if (await insertOrder(context, order, [line], now)) return id;
  throw new RetryableProblem("conflict", "The order was placed by another request at the same time. Send it again.");
}
