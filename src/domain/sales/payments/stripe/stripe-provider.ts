import type { Stripe } from "stripe";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { PaymentProvider, PaymentRequest, PaymentState } from "../provider.ts";
import { toStripe } from "./amounts.ts";
import { callStripe, failureOf, openStripe } from "./client.ts";
import { readAgreementEvent, sendAgreement } from "./agreements.ts";
import { sessionFor } from "./checkout-session.ts";
import { calculatesTax } from "./tax.ts";
import { listStripeCharges } from "./list-charges.ts";
import { invoiceState, listStripePayments } from "./list-payments.ts";
import { aboutSession, failureOfStripe, readEvent, sessionState } from "./read-event.ts";
import { requestStripeRefund } from "./request-refund.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Attempts in one such period share a checkout at Stripe; a later attempt gets a new one. */
const attemptPeriod = 5 * minute;

const maxSignatureAgeSeconds = 300;

/** For the question of a page that a member waits for. */
const pageTimeoutMs = 3000;

/** Payments on the page of Stripe (Checkout). Card data never reaches Lectern. */
export const stripeProvider: PaymentProvider = {
  async startPayment(account, request) {
    const stripe = await openStripe(account);
    const attempt = attemptOf(request, calculatesTax(account));
    const session = await callStripe(() => sessionFor(stripe, account.siteId, request, attempt));
    if (session.url === null) throw new Error(`The checkout ${session.id} at Stripe has no page.`);
    return { checkoutUrl: session.url, sessionReference: session.id, instructions: null, expiresAt: attempt.expiresAt };
  },

  async readEvents({ credentials, ...account }, { body, headers, now }) {
    const stripe = await openStripe({ ...account, credentials });
    const [signature, secret] = [headers["stripe-signature"], credentials["signingSecret"]];
    if (typeof signature !== "string" || !secret) throw wrongSignature();
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, secret, maxSignatureAgeSeconds, undefined, now.getTime());
    } catch (error) {
      if (failureOf(error)?.type === "StripeSignatureVerificationError") throw wrongSignature();
      throw new Problem("invalid_request", "This is not an event with a snapshot of an object (API version 1).");
    }
    return [(await readAgreementEvent(stripe, account.siteId, event, now)) ?? readEvent(account.siteId, event)];
  },

  async readState(account, { sessionReference }) {
    if (sessionReference === null) return undefined;
    const stripe = await openStripe(account);
    if (sessionReference.startsWith("in_")) return readInvoice(stripe, sessionReference);
    const session = await callStripe(() =>
      stripe.checkout.sessions.retrieve(
        sessionReference,
        { expand: ["payment_intent.latest_charge"] },
        { timeout: pageTimeoutMs, maxNetworkRetries: 0 },
      ),
    );
    return stateOf(session);
  },

  listPayments: listStripePayments,
  listCharges: listStripeCharges,

  async refund(account, request) {
    const stripe = await openStripe(account);
    return requestStripeRefund(stripe, account.siteId, request);
  },

  async sendAgreement(account, reference, requested) {
    const stripe = await openStripe(account);
    return callStripe(() => sendAgreement(stripe, reference, requested));
  },

  async customerPortal(account, customer, returnUrl) {
    const stripe = await openStripe(account);
    const params: Stripe.BillingPortal.SessionCreateParams = { customer, return_url: returnUrl };
    return (await callStripe(() => stripe.billingPortal.sessions.create(params, { timeout: pageTimeoutMs }))).url;
  },

  accepts: (amount) => toStripe(amount) !== undefined,
  portalOrigin: (apiAddress) => (apiAddress ? new URL(apiAddress).origin : "https://billing.stripe.com"),
  checkoutOrigin: (apiAddress) => (apiAddress ? new URL(apiAddress).origin : "https://checkout.stripe.com"),
  credentialNames: ["secretKey", "signingSecret"],

  async checkCredentials(account) {
    const { secretKey = "", signingSecret = "" } = account.credentials;
    if (!/^(sk|rk)_(test|live)_\w{8,200}$/.test(secretKey)) {
      throw validationFailed("/secretKey", "invalid", "Expected a secret key (sk_…) or a restricted key (rk_…).");
    }
    if (!/^whsec_[\w+/=-]{8,200}$/.test(signingSecret)) {
      throw validationFailed("/signingSecret", "invalid", "Expected a signing secret (whsec_…).");
    }
    const stripe = await openStripe(account);
    try {
      await stripe.checkout.sessions.list({ limit: 1 }, { timeout: pageTimeoutMs });
    } catch (error) {
      const type = failureOf(error)?.type;
      if (type === "StripeAuthenticationError" || type === "StripePermissionError") {
        throw validationFailed("/secretKey", "refused", "Stripe does not accept this key, or it lacks permissions.");
      }
      throw new Problem("invalid_state", "Stripe cannot be reached to check the key. Try again.", { allowed: [] });
    }
  },

  isTestMode: ({ credentials }) => /^.k_test_/.test(credentials["secretKey"] ?? ""),
};

/** The state of a renewal. */
const readInvoice = async (stripe: Stripe, id: string): Promise<PaymentState> => {
  const options = { timeout: pageTimeoutMs, maxNetworkRetries: 0 };
  return invoiceState(await callStripe(() => stripe.invoices.retrieve(id, {}, options)));
};

const wrongSignature = () =>
  new Problem("invalid_request", "The signature in Stripe-Signature is wrong or older than 5 minutes.");

/**
 * The idempotency key of an attempt and the end of its checkout. Both depend on the period of the attempt and on the
 * setting of taxes only, because Stripe requires that repetitions are equal. Stripe allows 30 minutes to 24 hours from
 * the request.
 */
function attemptOf({ paymentId, now, placedAt, expiresAt }: PaymentRequest, hasTax: boolean) {
  const period = Math.max(0, Math.floor((now.getTime() - placedAt.getTime()) / attemptPeriod));
  const start = placedAt.getTime() + period * attemptPeriod;
  const earliest = start + attemptPeriod + 31 * minute;
  const latest = start + day - minute;
  const end = Math.min(Math.max(expiresAt.getTime(), earliest), latest);
  const seconds = Math.floor(end / 1000);
  const key = [paymentId, ...(period === 0 ? [] : [String(period)]), ...(hasTax ? ["tax"] : [])].join("-");
  return { key, expiresAt: new Date(seconds * 1000), hasTax };
}

/** The state of a checkout whose payment and charge are expanded. */
function stateOf(session: Stripe.Checkout.Session): PaymentState | undefined {
  const { state } = aboutSession(session, sessionState(session));
  const intent = session.payment_intent;
  if (!state || intent === null || typeof intent === "string") return state;
  const isOver = intent.status === "requires_payment_method" || intent.status === "canceled";
  if (state.status === "pending" && session.status === "complete" && isOver) {
    return { status: "failed", ...failureOfStripe(intent.last_payment_error) };
  }
  const charge = intent.latest_charge;
  const card = charge === null || typeof charge === "string" ? undefined : charge.payment_method_details?.card;
  if (!card) return state;
  return { ...state, method: "card", card: { brand: card.brand ?? "unknown", last4: card.last4 } };
}
