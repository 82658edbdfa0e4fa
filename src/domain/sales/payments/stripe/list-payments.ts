import type { Stripe } from "stripe";
import type { ListedPayment, PaymentState, ProviderAccount } from "../provider.ts";
import { fromStripe } from "./amounts.ts";
import { callStripe, openStripe } from "./client.ts";
import { idOf, isOfOtherSite, paymentKey, sessionState } from "./read-event.ts";
import { taxOfInvoice } from "./tax.ts";

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

interface Period {
  from: Date;
  to: Date;
}

/** Lists the checkouts of a period that Lectern has started, and the renewals of their subscriptions. */
export async function* listStripePayments(account: ProviderAccount, period: Period): AsyncGenerator<ListedPayment> {
  const stripe = await openStripe(account);
  yield* listCheckouts(stripe, account.siteId, period);
  yield* listRenewals(stripe, account.siteId, period);
}

async function* listCheckouts(stripe: Stripe, siteId: string, { from, to }: Period): AsyncGenerator<ListedPayment> {
  for (let after: string | undefined; ;) {
    const page = await callStripe(() =>
      stripe.checkout.sessions.list({
        created: { gte: seconds(from), lt: seconds(to) },
        limit: 100,
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    for (const session of page.data) {
      const paymentId = session.metadata?.[paymentKey];
      if (paymentId === undefined || isOfOtherSite(siteId, session.metadata)) continue;
      const createdAt = new Date(session.created * 1000);
      yield { sessionReference: session.id, paymentId, createdAt, state: sessionState(session) };
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

/** Renewals are invoices, whose first payment names the checkout. The first invoice belongs to the checkout itself. */
async function* listRenewals(stripe: Stripe, siteId: string, { from, to }: Period): AsyncGenerator<ListedPayment> {
  for (let after: string | undefined; ;) {
    const page = await callStripe(() =>
      stripe.invoices.list({
        created: { gte: seconds(from), lt: seconds(to) },
        limit: 100,
        ...(after !== undefined && { starting_after: after }),
      }),
    );
    for (const invoice of page.data) {
      const { id: sessionReference, created, billing_reason: reason, parent } = invoice;
      const details = parent?.subscription_details;
      const renews = details && idOf(details.subscription);
      const isOurs = details?.metadata?.[paymentKey] !== undefined && !isOfOtherSite(siteId, details.metadata);
      if (!isOurs || reason === "subscription_create" || !renews || !sessionReference || isCredit(invoice)) continue;
      const renewal = { sessionReference, paymentId: undefined, renews };
      yield { ...renewal, createdAt: new Date(created * 1000), state: invoiceState(invoice) };
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

/** True for the invoice of a cheaper price, which is credited to later ones: nothing is paid. */
export const isCredit = ({ billing_reason: reason, amount_due: due }: Stripe.Invoice): boolean =>
  reason === "subscription_update" && due === 0;

/** An invoice that could not be charged can still be paid, until Stripe voids it. */
export function invoiceState(invoice: Stripe.Invoice): PaymentState {
  const { status, amount_due: due, currency } = invoice;
  if (status === "paid") {
    return { status: "succeeded", amount: fromStripe(due, currency), ...taxOfInvoice(invoice) };
  }
  return { status: status === "void" ? "canceled" : "pending" };
}
