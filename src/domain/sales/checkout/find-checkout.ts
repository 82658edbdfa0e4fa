import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { Money } from "#domain/platform/fields.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { acceptGuess, limitGuesses } from "./limit-guesses.ts";
import { findCoupon } from "#domain/offers/coupons/queries.ts";
import { refusals } from "#domain/offers/coupons/refusal.ts";
import { OrderedItem } from "#domain/sales/orders/product-id.ts";
import { kinds, pathOfItem } from "#domain/sales/products/kinds.ts";
import { listUsableProviders } from "#domain/sales/payments/account.ts";
import { findSelling } from "#domain/site/selling/selling-settings.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { itemForOthers, offersForOthers } from "./item-for-others.ts";
import { OrderedFor } from "#domain/sales/vouchers/voucher.ts";
import { findItem, type Item } from "./item.ts";
import { couponRefusalOf, paymentsOf, quoteFor, termsOf } from "./quote.ts";
import { readFreeSeats } from "./seats.ts";
import { nextAmount } from "#domain/sales/billing/agreement.ts";
import { providerNames } from "#domain/site/selling/payment-provider.ts";

const Amount = z.number().int();

const Later = z.object({
  interval: z.enum(["day", "week", "month", "year"]),
  intervalCount: z.number().int(),
  /** Number of payments in all, for installments. */
  payments: z.number().int().nullable(),
  trialDays: z.number().int(),
  /** Amount of the next payment. */
  next: Amount,
  /** Amount of each payment without a coupon. */
  amount: Amount,
  /** Number of later payments that are discounted. Null: all. */
  discounted: z.number().int().nullable(),
});

/**
 * Contents of the checkout page before an order is placed. Throws `not_found` for an item that is not on sale, and
 * `rate_limited` for too many codes that cannot be used.
 */
export const findCheckout = operation({
  name: "findCheckout",
  summary: "Retrieve the price of an item",
  reads: forAnyone,
  input: z.object({ item: OrderedItem, coupon: trimmed().max(40).optional(), others: OrderedFor.optional() }),
  output: z.object({
    name: z.string(),
    path: z.string(),
    price: Money,
    quote: z.object({
      currency: z.string(),
      subtotal: Amount,
      discount: Amount,
      /** Source of the discount: the better one of coupon and membership. */
      reduction: z.enum(["coupon", "membership"]).nullable(),
      tax: Amount,
      total: Amount,
    }),
    /** The form sends it back, so that it orders at the terms that it shows. */
    terms: z.string(),
    /** Discount of the member's subscriptions, in percent. */
    memberPercent: z.number().int(),
    /** Payments that follow. Null: there are none. */
    later: Later.nullable(),
    /** In hundredths of a percent. */
    taxRate: z.number().int(),
    /** Null if no tax is included. Empty if the tax has no name. */
    taxName: z.string().nullable(),
    coupon: z.object({ code: z.string(), refusal: z.enum(refusals).nullable() }).nullable(),
    providers: z.array(z.enum(providerNames)),
    /** Days for which the school returns the money. 0: it promises nothing. */
    moneyBackDays: z.number().int(),
    /** Other memberships that the member pays for regularly, if the item is a membership. */
    otherPlans: z.array(z.string()),
    /** A membership of the member that gives the item without a purchase, and the page where they use it. */
    includedIn: z.object({ plan: z.string(), path: z.string() }).nullable(),
    /** Ways to buy the item for others. */
    offers: z.object({ gift: z.boolean(), seats: z.boolean() }),
    /** `owned`: the member has it. */
    availability: z.enum(["available", "sold_out", "owned"]),
  }),
  prepare: (context, { coupon }) => limitGuesses(context, coupon),
  async run(context, { item: reference, coupon: code, others }) {
    const itemOnSale = await findItem(context, reference);
    if (!itemOnSale) throw new Problem("not_found", "This item is not on sale.");
    const item = others ? itemForOthers(itemOnSale, others) : itemOnSale;
    const kind = kinds[item.type];
    const memberId = memberOf(context.caller) ?? undefined;
    const coupon = code ? await findCoupon(context, { slug: code }, context.now) : undefined;
    const refusal = coupon ? await couponRefusalOf(context, coupon, { item, memberId }) : "unknown_code";
    if (refusal === undefined) await acceptGuess(context);
    const { taxRate, taxName, moneyBackDays } = await findSelling(context);
    const isOwned = !others && memberId !== undefined && (await kind.hasAcquired(context, item.product.id, memberId));
    const free = await readFreeSeats(context, item, memberId ?? null);
    const isSoldOut = free !== null && free < (others?.seats ?? 1);
    const memberPercent = await kind.memberDiscount(context);
    const quote = quoteFor(item, { coupon: refusal === undefined ? coupon : undefined, memberPercent }, taxRate);
    return {
      name: item.name,
      path: item.path,
      price: item.price,
      offers: offersForOthers(itemOnSale),
      quote,
      terms: termsOf(quote),
      memberPercent,
      taxRate,
      taxName: taxRate === 0 ? null : (taxName ?? ""),
      moneyBackDays,
      coupon: code ? { code: code.toUpperCase(), refusal: refusal ?? null } : null,
      later: quote.recurrence && { ...quote.recurrence, next: nextAmount(quote.recurrence) },
      otherPlans:
        memberId === undefined || others ? [] : ((await kind.alsoCharged?.(context, item.product.id, memberId)) ?? []),
      includedIn: memberId === undefined || others || isOwned ? null : await findInclusion(context, item, memberId),
      providers: await listUsableProviders(context, paymentsOf(quote)),
      availability: isOwned ? ("owned" as const) : isSoldOut ? ("sold_out" as const) : ("available" as const),
    };
  },
});

/** Finds the membership that gives the item already, so that the member does not pay for it by mistake. */
async function findInclusion(context: Context, { type, id, product, path }: Item, memberId: string) {
  const plan = await kinds[type].alsoGivenBy?.(context, product.id, memberId);
  if (plan === undefined) return null;
  return { plan, path: (await pathOfItem(context, { productType: type, productId: id })) ?? path };
}
