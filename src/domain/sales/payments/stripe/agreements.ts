import type { Stripe } from "stripe";
import type {
  AgreementReport,
  AgreementState,
  InvoiceState,
  RequestedAgreement,
  RequestedPrice,
} from "#domain/sales/billing/agreement-state.ts";
import { addPeriods } from "#domain/memberships/subscriptions/periods.ts";
import type { ProviderEvent } from "../provider.ts";
import { fromStripe, toStripe } from "./amounts.ts";
import { isRefusal, failureOf } from "./client.ts";
import { failureOfStripe, idOf, isOfOtherSite, paymentKey, priceKey } from "./read-event.ts";
import { isCredit } from "./list-payments.ts";
import { taxOfInvoice } from "./tax.ts";

/**
 * Reads an event about a subscription or its invoice. Its contents are read from Stripe, because events arrive late, in
 * any order, and in the version of the webhook endpoint. Undefined for other events.
 */
export async function readAgreementEvent(
  stripe: Stripe,
  siteId: string,
  event: Stripe.Event,
  now: Date,
): Promise<ProviderEvent | undefined> {
  const { id, type, created, livemode } = event;
  const base = { id, type, payment: {}, state: undefined };
  const stored = (details: object) => ({ id, type, created, livemode, ...details });
  if (event.type === "customer.subscription.updated" || event.type === "customer.subscription.deleted") {
    const { id: reference, metadata } = event.data.object;
    if (isOfOtherSite(siteId, metadata)) return { ...base, payload: stored({}) };
    const state = stateOf(await stripe.subscriptions.retrieve(reference));
    const payload = stored({ subscription: reference, status: state?.status });
    return { ...base, agreement: { reference, readAt: now, state }, payload };
  }
  if (event.type !== "invoice.paid" && event.type !== "invoice.payment_failed") return undefined;
  const metadata = event.data.object.parent?.subscription_details?.metadata;
  if (isOfOtherSite(siteId, metadata)) return { ...base, payload: stored({}) };
  const invoice = await stripe.invoices.retrieve(event.data.object.id ?? "", {
    expand: ["payments.data.payment.payment_intent"],
  });
  const details = invoice.parent?.subscription_details;
  const reference = details && idOf(details.subscription);
  const { billing_reason, status, total, currency } = invoice;
  const payload = stored({ invoice: invoice.id, subscription: reference, billing_reason, status, total, currency });
  if (!reference) return { ...base, payload };
  const isFirst = billing_reason === "subscription_create";
  if (isFirst) return { ...base, ...firstPayment(invoice, reference, details.metadata?.[paymentKey]), payload };
  const state = stateOf(await stripe.subscriptions.retrieve(reference));
  const agreement: AgreementReport = {
    reference,
    readAt: now,
    state,
    ...(!isCredit(invoice) && { invoice: invoiceOf(invoice) }),
  };
  return { ...base, agreement, payload };
}

/** The first invoice of a subscription pays the order of the checkout. */
function firstPayment(
  invoice: Stripe.Invoice,
  reference: string,
  id: string | undefined,
): Pick<ProviderEvent, "payment" | "state"> {
  if (invoice.status !== "paid") return { payment: { id }, state: undefined };
  const intent = intentOf(invoice);
  const customer = idOf(invoice.customer) ?? null;
  return {
    payment: { id },
    state: {
      status: "succeeded",
      amount: fromStripe(invoice.amount_paid, invoice.currency),
      ...taxOfInvoice(invoice),
      ...(intent !== undefined && { providerReference: intent }),
      agreement: { reference, customer },
    },
  };
}

function invoiceOf(invoice: Stripe.Invoice): InvoiceState {
  const { id, status, currency, subtotal, amount_due: due, hosted_invoice_url, next_payment_attempt } = invoice;
  const lines = invoice.lines.data.toSorted((a, b) => b.period.end - a.period.end);
  const [line] = lines;
  const intent = intentOf(invoice);
  return {
    id: id ?? "",
    isPaid: status === "paid",
    subtotal: fromStripe(subtotal, currency).amount,
    total: fromStripe(due, currency),
    ...taxOfInvoice(invoice),
    periodStart: new Date((line?.period.start ?? invoice.period_start) * 1000),
    periodEnd: new Date((line?.period.end ?? invoice.period_end) * 1000),
    paymentReference: intent ?? null,
    payUrl: hosted_invoice_url ?? null,
    isLastAttempt: next_payment_attempt === null,
    ...failureOfInvoice(invoice),
  };
}

/** Stripe expands the payments of the invoice. */
function failureOfInvoice({ status, payments }: Stripe.Invoice): Pick<InvoiceState, "failure"> {
  const intents = (payments?.data ?? []).map(({ payment }) => payment.payment_intent);
  const failed = intents.findLast((intent) => typeof intent === "object" && intent.last_payment_error);
  return status === "paid" || typeof failed !== "object" ? {} : failureOfStripe(failed.last_payment_error);
}

export function intentOf({ payments }: Stripe.Invoice): string | undefined {
  const paid = payments?.data.find(({ status }) => status === "paid") ?? payments?.data[0];
  return paid?.payment.payment_intent === undefined ? undefined : idOf(paid.payment.payment_intent);
}

const statuses: Partial<Record<string, AgreementState["status"]>> = {
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  unpaid: "past_due",
  paused: "paused",
  canceled: "canceled",
  incomplete_expired: "canceled",
};

/** Undefined for a subscription that has not started yet. */
function stateOf(subscription: Stripe.Subscription): AgreementState | undefined {
  const status = statuses[subscription.status];
  const [item] = subscription.items.data;
  if (!status || !item) return undefined;
  const { cancel_at, cancel_at_period_end, ended_at, pause_collection, metadata } = subscription;
  const end = new Date(item.current_period_end * 1000);
  return {
    status: pause_collection !== null && status === "active" ? "paused" : status,
    periodStart: new Date(item.current_period_start * 1000),
    periodEnd: end,
    cancelAt: cancel_at === null ? (cancel_at_period_end ? end : null) : new Date(cancel_at * 1000),
    cancelAtPeriodEnd: cancel_at_period_end,
    endedAt: ended_at === null ? null : new Date(ended_at * 1000),
    ...(metadata[priceKey] !== undefined && { priceId: metadata[priceKey] }),
  };
}

/** Brings a subscription at Stripe to a state. Repeating it changes nothing. */
export async function sendAgreement(
  stripe: Stripe,
  reference: string,
  requested: RequestedAgreement,
): Promise<AgreementState | undefined> {
  if (!requested.isOver) {
    const changed = await stripe.subscriptions.update(reference, await changesOf(stripe, reference, requested));
    return stateOf(requested.price ? await switchPrice(stripe, changed, requested.price) : changed);
  }
  try {
    return stateOf(await stripe.subscriptions.cancel(reference));
  } catch (error) {
    // It has ended at Stripe before.
    if (isRefusal(error)) return stateOf(await stripe.subscriptions.retrieve(reference));
    throw error;
  }
}

async function changesOf(
  stripe: Stripe,
  reference: string,
  { isPaused, ...requested }: RequestedAgreement,
): Promise<Stripe.SubscriptionUpdateParams> {
  const pause: Stripe.SubscriptionUpdateParams["pause_collection"] = isPaused ? { behavior: "void" } : "";
  const subscription = await stripe.subscriptions.retrieve(reference);
  if (requested.payments !== null) {
    const anchor = new Date(subscription.billing_cycle_anchor * 1000);
    return {
      ...cancelAt(addPeriods(anchor, { ...requested, timeZone: "UTC" }, requested.payments)),
      proration_behavior: "none",
    };
  }
  return { ...cancellationOf(subscription, requested), pause_collection: pause, proration_behavior: "none" };
}

/**
 * Must be exactly the end of a period for installments, which Stripe computes in UTC: Stripe charges only a part of a later period that the end of
 * the subscription shortens.
 */
const cancelAt = (end: Date) => ({ cancel_at: Math.floor(end.getTime() / 1000) });

/**
 * Stripe accepts one of `cancel_at` and `cancel_at_period_end`. A date, which the customer portal sets for subscriptions
 * with flexible billing, remains until it is removed.
 */
function cancellationOf(
  { cancel_at: date, cancel_at_period_end: isAtPeriodEnd }: Stripe.Subscription,
  { cancelAt: end, cancelAtPeriodEnd }: Pick<RequestedAgreement, "cancelAt" | "cancelAtPeriodEnd">,
): Pick<Stripe.SubscriptionUpdateParams, "cancel_at" | "cancel_at_period_end"> {
  if (cancelAtPeriodEnd) return { cancel_at_period_end: true };
  if (end !== null) return cancelAt(end);
  return date === null || isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: "" };
}

/**
 * Gives a subscription at Stripe another price immediately. Stripe charges the difference for the rest of the period, or
 * credits it to the next invoices. Returns the subscription unchanged if the payment fails. The price that was set last
 * is in the metadata, so that repeating the call charges nothing.
 */
async function switchPrice(
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
