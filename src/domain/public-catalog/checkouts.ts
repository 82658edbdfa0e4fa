import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import { checkoutAddress } from "#domain/sales/checkout/checkout-address.ts";
import { listUsableProviders } from "#domain/sales/payments/account.ts";

export const CheckoutUrl = z.string().nullable().meta({
  description: "Page where a signed-in person buys it. Null if it is free or cannot be bought online.",
});

type CheckoutOf = (item: string, price: Money | null) => string | null;

const isPaid = (price: Money | null | undefined): boolean => (price?.amount ?? 0) > 0;

/** Returns the checkout of each price or product, by its encoded ID. Reads the providers only if one of them is paid. */
export async function checkoutsOf(context: Context, prices: readonly (Money | null)[]): Promise<CheckoutOf> {
  const sells = prices.some(isPaid) && (await listUsableProviders(context)).length > 0;
  return (item, price) => (sells && isPaid(price) ? checkoutAddress(context.site, item) : null);
}
