import { Stripe } from "stripe";
import { type EmulatedResponse, emulatedId as id, serveEmulator } from "./provider-emulator.ts";
import { includedTax, intentOf, metadataIn, StripeBilling } from "./stripe-billing.ts";
import { refusalOf } from "./stripe-rules.ts";

/** A request as Stripe receives it. */
interface Received {
  method: string;
  path: string;
  fields: Record<string, string>;
  idempotencyKey: string | undefined;
}

/** Stripe's objects with the fields that Lectern reads. */
export interface Session {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  subscription: string | null;
  invoice: string | null;
  customer: string | null;
  payment_method_types: string[];
  created: number;
  expires_at: number;
  url: string;
  automatic_tax: { enabled: boolean };
  total_details: { amount_tax: number };
}

/** What the emulator does instead of answering. */
type Fault = "fail" | "hang" | "refuse" | "lose" | "decline";

/** An account at the emulated Stripe, with its keys, requests and objects. */
export class StripeAccount {
  readonly secretKey: string;
  readonly signingSecret = id("whsec");
  readonly received: Received[] = [];
  readonly sessions: Session[] = [];
  readonly billing = new StripeBilling();
  /** Amounts that were returned, and disputes, by the ID of their payment. */
  readonly refunded = new Map<string, number>();
  readonly disputes = new Map<string, string>();
  /** Applies to all requests until it is unset. `decline`: payments of changed prices fail. `lose`: the request succeeds, but its answer does not arrive. */
  fault: Fault | undefined;
  /** Runs when a request arrives, before it is answered. */
  onRequest: () => void = () => {};
  readonly #refunds: { payment_intent: string; metadata: Record<string, string> }[] = [];
  readonly #answers = new Map<string, { fields: string; body: object }>();

  constructor(mode: "sk_test" | "sk_live") {
    this.secretKey = id(mode);
  }

  /** Answers a request as Stripe's API does. Requests that repeat an idempotency key must be equal. */
  answer(request: Received): { status: number; body: object } {
    this.received.push(request);
    this.onRequest();
    if (this.fault === "fail") return { status: 500, body: { error: { type: "api_error" } } };
    if (this.fault === "refuse") {
      const error = { type: "invalid_request_error", code: "amount_too_small", message: `${this.secretKey} is wrong` };
      return { status: 400, body: { error } };
    }
    const { idempotencyKey: key, fields } = request;
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known && known.fields !== JSON.stringify(fields)) {
      return { status: 400, body: { error: { type: "idempotency_error" } } };
    }
    if (known) return { status: 200, body: known.body };
    const refused = refusalOf(request, this);
    if (refused) return { status: refused.status, body: { error: refused.error } };
    if (this.fault === "decline" && fields["items[0][price]"] !== undefined) {
      return { status: 402, body: { error: { type: "card_error", code: "card_declined", message: "Declined." } } };
    }
    const body = this.#perform(request);
    if (key !== undefined) this.#answers.set(key, { fields: JSON.stringify(fields), body });
    return { status: 200, body };
  }

  /** Stripe removes idempotency keys after a day. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  get coupons(): ReadonlyMap<string, string> {
    return this.billing.coupons;
  }

  remainingOf(intent: string): number | undefined {
    const invoice = this.billing.invoices.find((other) => intentOf(other) === intent);
    const paid = invoice?.total ?? this.sessions.find((other) => other.payment_intent === intent)?.amount_total;
    return paid === undefined ? undefined : paid - (this.refunded.get(intent) ?? 0);
  }

  isOver(subscription: string): boolean {
    return this.billing.subscriptions.some(({ id: other, status }) => other === subscription && status === "canceled");
  }

  #perform({ method, path, fields }: Received): object {
    if (method === "POST" && path === "/v1/checkout/sessions") return this.#start(fields);
    if (method === "GET" && path === "/v1/checkout/sessions") return pageOf(this.sessions, fields);
    if (method === "GET" && path === "/v1/charges") return pageOf(this.#charges(), fields);
    if (method === "GET" && path === "/v1/disputes") {
      const status = this.disputes.get(fields["payment_intent"]!);
      return { object: "list", data: [{ id: id("dp"), object: "dispute", status }], has_more: false };
    }
    if (method === "POST" && path === "/v1/refunds") {
      const intent = fields["payment_intent"]!;
      this.refunded.set(intent, (this.refunded.get(intent) ?? 0) + Number(fields["amount"]));
      const metadata = metadataIn(fields, "metadata");
      const refund = { id: id("re"), status: "succeeded", amount: Number(fields["amount"]), metadata } as const;
      this.#refunds.push({ ...refund, payment_intent: intent });
      return { ...refund, object: "refund" };
    }
    if (method === "GET" && path === "/v1/refunds") {
      const data = this.#refunds.filter(({ payment_intent }) => payment_intent === fields["payment_intent"]);
      return { object: "list", data, has_more: false };
    }
    const billed = this.billing.answer(method, path, { ...fields, origin: stripeAddress });
    if (billed) return billed;
    const [, session] = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path) ?? [];
    const found = this.sessions.find((other) => other.id === session);
    return found ?? { error: "unknown" };
  }

  /** The charges of checkouts and invoices that were paid. */
  #charges() {
    const paid = [
      ...this.sessions.map(({ payment_intent, currency }) => ({ payment_intent, currency })),
      ...this.billing.invoices
        .filter(({ status }) => status === "paid")
        .map(({ payments, currency }) => ({ ...payments.data[0]!.payment, currency })),
    ];
    return paid.flatMap(({ payment_intent: intent, currency }) => {
      if (intent === null) return [];
      const amount_refunded = this.refunded.get(intent) ?? 0;
      const charge = { id: intent.replace("pi_", "ch_"), object: "charge", status: "succeeded", currency };
      return [{ ...charge, payment_intent: intent, amount_refunded, disputed: this.disputes.has(intent) }];
    });
  }

  #start(fields: Record<string, string>): Session {
    const sessionId = id("cs_test");
    const hasTax = fields["automatic_tax[enabled]"] === "true";
    const session: Session = {
      id: sessionId,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: totalOf(fields),
      currency: fields["line_items[0][price_data][currency]"]!,
      client_reference_id: fields["client_reference_id"] ?? null,
      metadata: metadataIn(fields, "metadata"),
      payment_intent: null,
      subscription: null,
      invoice: null,
      customer: null,
      payment_method_types: ["card"],
      created: Math.floor(Date.now() / 1000),
      expires_at: Number(fields["expires_at"]),
      url: `${stripeAddress}/pay/${sessionId}`,
      automatic_tax: { enabled: hasTax },
      total_details: { amount_tax: hasTax ? includedTax(totalOf(fields)) : 0 },
    };
    this.sessions.push(session);
    return session;
  }

  /** The member pays on the page of Stripe. */
  pay(session = this.sessions.at(-1)!): Session {
    return Object.assign(session, { status: "complete", payment_status: "paid", payment_intent: id("pi") });
  }

  /** The member subscribes on the page of Stripe. */
  subscribe(session = this.sessions.at(-1)!) {
    const { fields } = this.received.findLast(({ path }) => path === "/v1/checkout/sessions")!;
    const started = this.billing.start(fields, session.amount_total);
    const { id: subscription, customer } = started.subscription;
    const status = session.amount_total === 0 ? "no_payment_required" : "paid";
    const paid = { status: "complete", payment_status: status, subscription, customer, invoice: started.invoice.id };
    Object.assign(session, paid);
    return { session, ...started };
  }

  /** Returns a signed event, as sent to the webhook endpoint. */
  event(
    type: string,
    object: object,
    { secondsAgo = 0, createdAgo = 0, eventId = id("evt"), secret = this.signingSecret } = {},
  ) {
    const sent = Math.floor(Date.now() / 1000);
    const created = sent - createdAgo;
    const event = { id: eventId, object: "event", type, created, livemode: false, data: { object } };
    const payload = JSON.stringify(event);
    const timestamp = sent - secondsAgo;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { payload, headers: { "content-type": "application/json", "stripe-signature": signature } };
  }
}

/** Pages of two. */
function pageOf(rows: readonly { id: string }[], { starting_after: after }: Record<string, string>): object {
  const start = after === undefined ? 0 : rows.findIndex((row) => row.id === after) + 1;
  return { object: "list", data: rows.slice(start, start + 2), has_more: start + 2 < rows.length };
}

/** The first invoice of a checkout: all items, unless there is a trial. */
function totalOf(fields: Record<string, string>): number {
  if (fields["subscription_data[trial_period_days]"]) return 0;
  return [0, 1].reduce((sum, item) => sum + Number(fields[`line_items[${item}][price_data][unit_amount]`] ?? 0), 0);
}

const accounts = new Map<string, StripeAccount>();

/** Opens an account at the emulator. */
export function aStripeAccount(mode: "sk_test" | "sk_live" = "sk_test"): StripeAccount {
  const account = new StripeAccount(mode);
  accounts.set(account.secretKey, account);
  return account;
}

/** The page of Stripe: its button pays, reports the payment to the school and leads back. */
async function payOnPage(method: string, sessionId: string): Promise<EmulatedResponse> {
  const account = [...accounts.values()].find(({ sessions }) => sessions.some(({ id: known }) => known === sessionId))!;
  const session = account.sessions.find(({ id: known }) => known === sessionId)!;
  if (method === "GET") {
    const form = `<form method="post"><button>Pay ${session.amount_total}</button></form>`;
    const page = `<!doctype html><html lang="en"><title>Stripe</title><main><h1>Stripe</h1>${form}</main></html>`;
    return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: page };
  }
  const { fields } = account.received.find(
    ({ fields: sent }) => sent["client_reference_id"] === session.client_reference_id,
  )!;
  const { payload, headers } = account.event("checkout.session.completed", account.pay(session));
  const back = fields["success_url"]!;
  await fetch(new URL("/payments/stripe/events", back), { method: "POST", headers, body: payload });
  return { status: 303, headers: { location: back }, body: "" };
}

/** The address of the emulated Stripe. */
export const stripeAddress = await serveEmulator("stripe", async ({ method, url, headers, body }) => {
  if (url.startsWith("/pay/")) return payOnPage(method, url.slice("/pay/".length));
  const account = accounts.get((headers.authorization ?? "").replace("Bearer ", ""));
  const { pathname, searchParams } = new URL(url, "http://stripe");
  const key = headers["idempotency-key"];
  const answer = account?.answer({
    method,
    path: pathname,
    fields: Object.fromEntries([...searchParams, ...new URLSearchParams(body)]),
    idempotencyKey: typeof key === "string" ? key : undefined,
  }) ?? { status: 401, body: { error: { type: "invalid_request_error", message: "Invalid API Key" } } };
  if (account?.fault === "hang") return "hang";
  if (account?.fault === "lose") return "disconnect";
  const sent = { "content-type": "application/json", "request-id": "req_1" };
  return { status: answer.status, body: JSON.stringify(answer.body), headers: sent };
});
