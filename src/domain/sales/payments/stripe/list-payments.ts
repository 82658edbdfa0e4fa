import type { ListedPayment, ProviderAccount } from "../provider.ts";
import { fromStripe } from "./amounts.ts";
import { callStripe, openStripe } from "./client.ts";
import { paymentKey, sessionState } from "./read-event.ts";

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Lists the checkouts of a period that Lectern has started, with what was refunded. */
export async function* listStripePayments(
  account: ProviderAccount,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<ListedPayment> {
  const stripe = await openStripe(account);
  for (let after: string | undefined; ;) {
    const page = await callStripe(() =>
      stripe.checkout.sessions.list({
        created: { gte: seconds(from), lt: seconds(to) },
        limit: 100,
        expand: ["data.payment_intent.latest_charge"],
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    for (const session of page.data) {
      const paymentId = session.metadata?.[paymentKey];
      if (paymentId === undefined) continue;
      const intent = session.payment_intent;
      const charge = intent === null || typeof intent === "string" ? null : intent.latest_charge;
      const refunded = charge === null || typeof charge === "string" ? undefined : charge;
      const state = {
        ...sessionState(session),
        ...(refunded && { refundedAmount: fromStripe(refunded.amount_refunded, refunded.currency).amount }),
      };
      yield { sessionReference: session.id, paymentId, createdAt: new Date(session.created * 1000), state };
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}
