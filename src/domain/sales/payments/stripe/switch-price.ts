import type { Stripe } from "stripe";
import type { RequestedPrice } from "#domain/sales/billing/agreement-state.ts";
import { toStripe } from "./amounts.ts";
import { failureOf, isRefusal } from "./client.ts";
import { priceKey } from "./read-event.ts";

/**
 * Gives a subscription at Stripe another price immediately. Stripe charges the difference for the rest of the period, or
 * credits it to the next invoices. Returns the subscription unchanged if the payment fails. The price that was set last
 * is in the metadata, so that repeating the call charges nothing.
 */
export async function switchPrice(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { id, amount, name, interval, intervalCount, key }: RequestedPrice,
): Promise<Stripe.Subscription> {
  const [item] = subscription.items.data;
  const value = toStripe(amount);
  if (subscription.metadata[priceKey] === id || !item || value === undefined) return subscription;
  try {
    const price = await stripe.prices.create(
      {
        currency: amount.currency.toLowerCase(),
        unit_amount: value,
        recurring: { interval, interval_count: intervalCount },
        product_data: { name: name.slice(0, 250) },
        // Members pay the price that they have seen.
        ...(subscription.automatic_tax.enabled && { tax_behavior: "inclusive" as const }),
      },
      { idempotencyKey: `${key}-price` },
    );
    return await stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: item.id, price: price.id }],
        metadata: { [priceKey]: id },
        // A coupon was for the former price.
        discounts: "",
        proration_behavior: "always_invoice",
        payment_behavior: "error_if_incomplete",
      },
      { idempotencyKey: key },
    );
  } catch (error) {
    if (failureOf(error)?.type === "StripeCardError" || isRefusal(error)) return subscription;
    throw error;
  }
}
