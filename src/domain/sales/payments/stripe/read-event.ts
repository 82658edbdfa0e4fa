import type { Stripe } from "stripe";
import type { PaymentState, ProviderEvent, RefundState } from "../provider.ts";
import { failureOf } from "../failure.ts";
import { fromStripe } from "./amounts.ts";
import { taxOfSession } from "./tax.ts";

/** Names of our IDs in Stripe's metadata. */
export const paymentKey = "lectern_payment";
export const refundKey = "lectern_refund";
export const priceKey = "lectern_price";
const siteKey = "lectern_site";

/** Metadata of the objects that Lectern creates at Stripe for a school. */
export const metadataOf = (siteId: string, ids: Record<string, string>) => ({ [siteKey]: siteId, ...ids });

/** True for an object of another school that has the same account at Stripe. */
export const isOfOtherSite = (siteId: string, metadata: Stripe.Metadata | null | undefined): boolean =>
  metadata?.[siteKey] !== undefined && metadata[siteKey] !== siteId;

/** Events that the webhook endpoint at Stripe has to send. */
export const stripeEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "refund.updated",
  "refund.failed",
  "payment_intent.payment_failed",
  "invoice.paid",
  "invoice.payment_failed",
  "customer.subscription.updated",
  "customer.subscription.deleted",
] as const;

/** Time for which a bank may process a payment. */
const maxProcessingMs = 14 * 86_400_000;

const irrelevant = { payment: {}, state: undefined, payload: {} };

type Read = Omit<ProviderEvent, "id" | "type"> & { payload: object };

/** Maps an event of Stripe. The stored payload has no personal data. */
export function readEvent(siteId: string, event: Stripe.Event): ProviderEvent {
  const { id, type, created, livemode } = event;
  const { object } = event.data;
  const isOther = "metadata" in object && isOfOtherSite(siteId, object.metadata);
  const read = isOther ? irrelevant : contentOf(event);
  return { ...read, id, type, payload: { id, type, created, livemode, ...read.payload } };
}

function contentOf(event: Stripe.Event): Read {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- Stripe sends many other types.
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return aboutSession(event.data.object, sessionState(event.data.object));
    case "checkout.session.async_payment_failed":
      return aboutSession(event.data.object, { status: "failed" });
    case "checkout.session.expired":
      return aboutSession(event.data.object, { status: "canceled" });
    case "payment_intent.payment_failed":
      return aboutIntent(event.data.object);
    case "charge.refunded":
      return aboutCharge(event.data.object);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      return aboutDispute(event.data.object, new Date(event.created * 1000));
    case "refund.updated":
    case "refund.failed":
      return aboutRefund(event.data.object);
    default:
      return irrelevant;
  }
}

export function aboutSession(session: Stripe.Checkout.Session, state: PaymentState): Read {
  const { id, status, payment_status, amount_total, currency } = session;
  const ours = session.metadata?.[paymentKey] ?? session.client_reference_id ?? undefined;
  return {
    payment: { id: ours, sessionReference: id },
    state,
    payload: {
      session: id,
      status,
      payment_status,
      amount_total,
      currency,
      payment_intent: idOf(session.payment_intent),
    },
  };
}

/** The state of a checkout. `complete` and `unpaid`: a payment method that is confirmed later. */
export function sessionState(session: Stripe.Checkout.Session): PaymentState {
  const { status, payment_status, amount_total, currency, expires_at } = session;
  if (status === "expired") return { status: "canceled" };
  if (payment_status === "unpaid") {
    return {
      status: "pending",
      ...(status === "complete" && { expiresAt: new Date(expires_at * 1000 + maxProcessingMs) }),
    };
  }
  const reference = idOf(session.payment_intent);
  const subscription = idOf(session.subscription);
  const isCard = session.payment_method_types.length === 1 && session.payment_method_types[0] === "card";
  return {
    status: "succeeded",
    ...(amount_total !== null && currency !== null && { amount: fromStripe(amount_total, currency) }),
    ...taxOfSession(session),
    ...(reference !== undefined && { providerReference: reference }),
    ...(isCard && { method: "card" as const }),
    ...(subscription !== undefined && {
      agreement: { reference: subscription, customer: idOf(session.customer) ?? null },
    }),
  };
}

/** An attempt that failed. The checkout stays open for another one, or reports its own end. */
function aboutIntent({ id, status, metadata, last_payment_error: error }: Stripe.PaymentIntent): Read {
  return {
    payment: { id: metadata[paymentKey] },
    state: metadata[paymentKey] === undefined ? undefined : { status: "pending", ...failureOfStripe(error) },
    payload: { payment_intent: id, status, code: error?.code, decline_code: error?.decline_code },
  };
}

/** The code of the bank, or that of Stripe if no bank declined. */
export const failureOfStripe = (
  error: Pick<Stripe.PaymentIntent.LastPaymentError, "code" | "decline_code" | "message"> | null | undefined,
): Pick<PaymentState, "failure"> => failureOf(error?.decline_code ?? error?.code, error?.message);

function aboutCharge(charge: Stripe.Charge): Read {
  const { id, amount, amount_refunded, currency, payment_intent, metadata } = charge;
  const reference = idOf(payment_intent);
  const state: PaymentState = {
    status: "succeeded",
    amount: fromStripe(amount, currency),
    refundedAmount: fromStripe(amount_refunded, currency).amount,
    ...(reference !== undefined && { providerReference: reference }),
  };
  return {
    payment: { id: metadata[paymentKey], providerReference: reference },
    state,
    payload: { charge: id, payment_intent: reference, amount, amount_refunded, currency },
  };
}

/** Inquiries (`warning_…`) are no disputes: they withdraw no money. */
export const disputes: Partial<Record<string, PaymentState["dispute"]>> = {
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
};

function aboutDispute({ id, status, amount, currency, payment_intent }: Stripe.Dispute, disputeAt: Date): Read {
  const reference = idOf(payment_intent);
  const dispute = disputes[status];
  return {
    payment: { providerReference: reference },
    state: dispute && { status: "succeeded", dispute, disputeAt },
    payload: { dispute: id, status, amount, currency, payment_intent: reference },
  };
}

function aboutRefund(refund: Stripe.Refund): Read {
  const { id, status, amount, currency, payment_intent, metadata } = refund;
  const reference = idOf(payment_intent);
  const ours = metadata?.[refundKey];
  return {
    payment: { providerReference: reference },
    state: undefined,
    refund: ours === undefined ? undefined : { id: ours, state: refundState(refund) },
    payload: { refund: id, status, amount, currency, payment_intent: reference },
  };
}

export function refundState({ id, status }: Stripe.Refund): RefundState {
  const settled = status === "succeeded" ? status : status === "failed" || status === "canceled" ? "failed" : "pending";
  return { status: settled, providerReference: id };
}

export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === "string" ? value : value?.id;
