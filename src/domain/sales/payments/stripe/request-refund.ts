import type { Stripe } from "stripe";
import type { RefundRequest, RefundState } from "../provider.ts";
import { intentOf } from "./agreements.ts";
import { toStripe } from "./amounts.ts";
import { callStripe, isRefusal } from "./client.ts";
import { idOf, metadataOf, refundKey, refundState } from "./read-event.ts";

const hour = 3_600_000;

/** Stripe keeps idempotency keys for at least 24 hours. */
const keyLifetime = 23 * hour;

/** Requests a refund. Repeating it returns the first one, by its idempotency key and later by its metadata. */
export async function requestStripeRefund(
  stripe: Stripe,
  siteId: string,
  { refundId, amount, age, payment: { providerReference, sessionReference } }: RefundRequest,
): Promise<RefundState> {
  // The event with the ID of a subscription's first payment can be lost.
  const intent = providerReference ?? (await callStripe(() => findIntent(stripe, sessionReference)));
  if (intent === undefined) throw new Error("Stripe has not reported the ID of this payment.");
  const value = toStripe(amount);
  if (value === undefined) return { status: "failed" };
  const params: Stripe.RefundCreateParams = {
    payment_intent: intent,
    amount: value,
    metadata: metadataOf(siteId, { [refundKey]: refundId }),
  };
  return callStripe(async () => {
    const earlier = age < keyLifetime ? undefined : await findRefund(stripe, intent, refundId);
    if (earlier) return refundState(earlier);
    try {
      return refundState(await stripe.refunds.create(params, { idempotencyKey: refundId }));
    } catch (error) {
      // For example because it was refunded in Stripe's dashboard. Staff has to look at it.
      if (isRefusal(error)) return { status: "failed" };
      throw error;
    }
  });
}

/** Finds the payment of a checkout or of a renewal. The checkout of a subscription names its invoice only. */
async function findIntent(stripe: Stripe, sessionReference: string | null): Promise<string | undefined> {
  if (sessionReference === null) return undefined;
  let invoiceId: string | undefined = sessionReference;
  if (!sessionReference.startsWith("in_")) {
    const session = await stripe.checkout.sessions.retrieve(sessionReference);
    if (session.payment_intent !== null) return idOf(session.payment_intent);
    invoiceId = idOf(session.invoice);
  }
  if (invoiceId === undefined) return undefined;
  return intentOf(await stripe.invoices.retrieve(invoiceId, { expand: ["payments.data.payment.payment_intent"] }));
}

/** Finds a refund whose answer was lost. */
async function findRefund(stripe: Stripe, intent: string, refundId: string): Promise<Stripe.Refund | undefined> {
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  return data.find(({ metadata }) => metadata?.[refundKey] === refundId);
}
