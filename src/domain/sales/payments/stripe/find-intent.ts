import type { Stripe } from "stripe";
import { intentOf } from "./agreements.ts";
import { idOf } from "./read-event.ts";

/** Finds the payment of a checkout or of a renewal. The checkout of a subscription names its invoice only. */
export async function findIntent(stripe: Stripe, sessionReference: string | null): Promise<string | undefined> {
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
