import type { Stripe } from "stripe";
import type { ListedCharge, ProviderAccount } from "../provider.ts";
import { fromStripe } from "./amounts.ts";
import { callStripe, failureOf, openStripe } from "./client.ts";
import { disputes, idOf } from "./read-event.ts";

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Lists the charges of a period with what was refunded and disputed, also those that Lectern did not start. */
export async function* listStripeCharges(
  account: ProviderAccount,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<ListedCharge> {
  const stripe = await openStripe(account);
  for (let after: string | undefined; ;) {
    const page = await callStripe(() =>
      stripe.charges.list({
        created: { gte: seconds(from), lt: seconds(to) },
        limit: 100,
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    for (const { status, payment_intent, amount_refunded, currency, disputed } of page.data) {
      const providerReference = idOf(payment_intent);
      if (status !== "succeeded" || providerReference === undefined) continue;
      const refundedAmount = fromStripe(amount_refunded, currency).amount;
      const dispute = disputed ? await disputeOf(stripe, providerReference) : undefined;
      yield { providerReference, refundedAmount, ...(dispute && { dispute }) };
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

/** The state of the newest dispute about a payment. Undefined if the key has no permission to read disputes. */
async function disputeOf(stripe: Stripe, paymentIntent: string): Promise<ListedCharge["dispute"]> {
  try {
    const [newest] = (await stripe.disputes.list({ payment_intent: paymentIntent, limit: 1 })).data;
    return newest && disputes[newest.status];
  } catch (error) {
    if (failureOf(error)?.type === "StripePermissionError") return undefined;
    return callStripe(() => Promise.reject(error));
  }
}
