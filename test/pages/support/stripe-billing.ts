import { now as clock } from "../../support/clock.ts";
import { emulatedId as id } from "./provider-emulator.ts";

/** Stripe's objects with the fields that Lectern reads. */
export interface Subscription {
  id: string;
  object: "subscription";
  status: "trialing" | "active" | "past_due" | "canceled";
  customer: string;
  metadata: Record<string, string>;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  pause_collection: { behavior: string } | null;
  billing_cycle_anchor: number;
  items: { data: { id: string; current_period_start: number; current_period_end: number }[] };
  /** Of each renewal. */
  amount: number;
  /** Of each period. */
  seconds: number;
  currency: string;
  automatic_tax: { enabled: boolean };
}

export interface Invoice {
  id: string;
  object: "invoice";
  status: "paid" | "open";
  created: number;
  billing_reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  customer: string;
  currency: string;
  subtotal: number;
  total: number;
  amount_due: number;
  amount_paid: number;
  hosted_invoice_url: string;
  next_payment_attempt: number | null;
  period_start: number;
  period_end: number;
  lines: { data: { period: { start: number; end: number } }[] };
  parent: { subscription_details: { subscription: string; metadata: Record<string, string> } };
  automatic_tax: { enabled: boolean };
  total_taxes: { amount: number; tax_behavior: "inclusive" }[];
  payments: { data: { status: string; payment: { payment_intent: string } }[] };
}

export const intentOf = ({ payments }: Invoice): string => payments.data[0]!.payment.payment_intent;

/** The metadata of a request, as Stripe stores it. */
export const metadataIn = (fields: Record<string, string>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  );

/** The tax of a buyer in a place with a rate of 19 %. */
export const includedTax = (total: number): number => Math.round((total * 19) / 119);

const month = 30 * 86_400;

/** Subscriptions and invoices of an account at the emulated Stripe. */
export class StripeBilling {
  readonly subscriptions: Subscription[] = [];
  readonly invoices: Invoice[] = [];
  /** Currencies by ID. */
  readonly coupons = new Map<string, string>();
  readonly prices = new Map<string, { amount: number; seconds: number }>();

  /** Answers a request about billing. Undefined for other requests. */
  answer(method: string, path: string, fields: Record<string, string>): object | undefined {
    if (method === "POST" && path === "/v1/coupons") {
      const coupon = { id: id("coupon"), object: "coupon" };
      this.coupons.set(coupon.id, fields["currency"]!);
      return coupon;
    }
    if (method === "POST" && path === "/v1/prices") {
      const price = { id: id("price"), object: "price" };
      const count = Number(fields["recurring[interval_count]"] ?? 1);
      const seconds = count * (fields["recurring[interval]"] === "year" ? 365 * 86_400 : month);
      this.prices.set(price.id, { amount: Number(fields["unit_amount"]), seconds });
      return price;
    }
    if (method === "POST" && path === "/v1/billing_portal/sessions") {
      return { id: id("bps"), url: `${fields["origin"]}/portal/${fields["customer"]}` };
    }
    if (method === "GET" && path === "/v1/invoices") {
      return { object: "list", data: this.invoices, has_more: false };
    }
    const [, kind, which] = /^\/v1\/(subscriptions|invoices)\/(\w+)$/.exec(path) ?? [];
    if (kind === "invoices") return this.invoices.find((invoice) => invoice.id === which);
    const subscription = kind && this.subscriptions.find((other) => other.id === which);
    if (!subscription) return undefined;
    if (method === "DELETE") this.end(subscription);
    if (method === "POST") change(subscription, fields);
    if (fields["items[0][price]"] !== undefined) this.#switch(subscription, fields);
    return subscription;
  }

  /** Replaces the price at once. Another interval starts a new period; the rest of the old one is credited. */
  #switch(subscription: Subscription, fields: Record<string, string>): void {
    const { amount, seconds } = this.prices.get(fields["items[0][price]"]!)!;
    const [item] = subscription.items.data;
    const now = Math.floor(clock().getTime() / 1000);
    const length = item!.current_period_end - item!.current_period_start;
    const left = Math.max(0, item!.current_period_end - now) / length;
    const isTrial = subscription.status === "trialing";
    const isSameLength = isTrial || Math.abs(seconds - subscription.seconds) < 1;
    const credit = isTrial ? 0 : Math.round(subscription.amount * left);
    const charge = isTrial ? 0 : isSameLength ? Math.round(amount * left) : amount;
    if (!isSameLength) Object.assign(item!, { current_period_start: now, current_period_end: now + seconds });
    Object.assign(subscription, { amount, seconds });
    Object.assign(subscription.metadata, metadataIn(fields, "metadata"));
    this.#bill(subscription, "subscription_update", charge - credit, true);
  }

  /** Starts a subscription with the fields of a checkout. */
  start(fields: Record<string, string>, paid: number): { subscription: Subscription; invoice: Invoice } {
    const now = Math.floor(Date.now() / 1000);
    const trial = Number(fields["subscription_data[trial_period_days]"] ?? 0) * 86_400;
    const subscription: Subscription = {
      id: id("sub"),
      object: "subscription",
      status: trial > 0 ? "trialing" : "active",
      customer: id("cus"),
      metadata: metadataIn(fields, "subscription_data[metadata]"),
      cancel_at: null,
      cancel_at_period_end: false,
      ended_at: null,
      pause_collection: null,
      billing_cycle_anchor: now,
      items: { data: [{ id: id("si"), current_period_start: now, current_period_end: now + (trial || month) }] },
      seconds: month,
      amount: Number(fields["line_items[0][price_data][unit_amount]"]),
      currency: fields["line_items[0][price_data][currency]"]!,
      automatic_tax: { enabled: fields["automatic_tax[enabled]"] === "true" },
    };
    this.subscriptions.push(subscription);
    return { subscription, invoice: this.#bill(subscription, "subscription_create", paid, true) };
  }

  /** Charges the next period. */
  renew(subscription: Subscription, { isPaid = true, isLast = false } = {}): Invoice {
    const [item] = subscription.items.data;
    item!.current_period_start = item!.current_period_end;
    item!.current_period_end += subscription.seconds;
    subscription.status = isPaid ? "active" : "past_due";
    const invoice = this.#bill(subscription, "subscription_cycle", subscription.amount, isPaid);
    if (isLast) invoice.next_payment_attempt = null;
    return invoice;
  }

  /** A later attempt succeeds. */
  settle(subscription: Subscription, invoice: Invoice): void {
    Object.assign(invoice, { status: "paid", amount_paid: invoice.total });
    subscription.status = "active";
  }

  /** The member cancels in the customer portal. With flexible billing, the default, it sets a date. */
  cancelInPortal(subscription: Subscription): void {
    subscription.cancel_at = subscription.items.data[0]!.current_period_end;
  }

  end(subscription: Subscription): void {
    Object.assign(subscription, { status: "canceled", ended_at: Math.floor(Date.now() / 1000) });
  }

  #bill(subscription: Subscription, reason: Invoice["billing_reason"], total: number, isPaid: boolean): Invoice {
    const [{ current_period_start: start, current_period_end: end }] = subscription.items.data as [
      Subscription["items"]["data"][number],
    ];
    const invoice: Invoice = {
      id: id("in"),
      object: "invoice",
      status: isPaid ? "paid" : "open",
      created: Math.floor(Date.now() / 1000),
      billing_reason: reason,
      customer: subscription.customer,
      currency: subscription.currency,
      subtotal: total,
      total,
      amount_due: Math.max(0, total),
      amount_paid: isPaid ? Math.max(0, total) : 0,
      hosted_invoice_url: "https://invoice.stripe.test/i",
      next_payment_attempt: isPaid ? null : start + 86_400,
      period_start: start,
      period_end: start,
      lines: { data: [{ period: { start, end } }] },
      parent: { subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } } },
      automatic_tax: subscription.automatic_tax,
      total_taxes: subscription.automatic_tax.enabled
        ? [{ amount: includedTax(total), tax_behavior: "inclusive" }]
        : [],
      payments: { data: [{ status: isPaid ? "paid" : "open", payment: { payment_intent: id("pi") } }] },
    };
    this.invoices.push(invoice);
    return invoice;
  }
}

function change(subscription: Subscription, fields: Record<string, string>): void {
  const { cancel_at: at, cancel_at_period_end: atEnd, pause_collection: pause } = fields;
  const [item] = subscription.items.data;
  if (atEnd === "true") {
    Object.assign(subscription, { cancel_at_period_end: true, cancel_at: item!.current_period_end });
  } else if (atEnd === "false" && subscription.cancel_at_period_end) {
    // A date that was set remains.
    Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null });
  }
  if (at !== undefined) {
    Object.assign(subscription, { cancel_at_period_end: false, cancel_at: at === "" ? null : Number(at) });
  }
  if (pause === "") subscription.pause_collection = null;
  if (fields["pause_collection[behavior]"]) subscription.pause_collection = { behavior: "void" };
}
