import { now } from "../../support/clock.ts";
import { wrongParameterOf } from "./stripe-parameters.ts";

interface Request {
  method: string;
  path: string;
  fields: Record<string, string>;
  idempotencyKey: string | undefined;
}

/** The objects of an account that decide if Stripe accepts a request. */
interface Objects {
  /** Currencies by the ID of the coupon. */
  coupons: ReadonlyMap<string, string>;
  /** The part of a payment that was not refunded. Undefined for unknown payments. */
  remainingOf(paymentIntent: string): number | undefined;
  isOver(subscription: string): boolean;
}

/** An error of Stripe's API. */
interface Refusal {
  status: number;
  error: { type: "invalid_request_error"; code?: string; param?: string; message: string };
}

type Problem = Omit<Refusal["error"], "type">;

/**
 * Rejects what Stripe's API rejects (https://docs.stripe.com/api, https://docs.stripe.com/currencies), and objects that
 * are created without an idempotency key of ours.
 */
export function refusalOf(request: Request, objects: Objects): Refusal | undefined {
  const { method, path, fields } = request;
  const wrong = wrongParameterOf(method, path, fields);
  if (wrong) return refusal({ ...wrong, message: `${wrong.code}: ${wrong.param}` });
  const limit = Number(fields["limit"] ?? 1);
  if (limit < 1 || limit > 100) return refusal({ param: "limit", message: "Between 1 and 100." });
  const problem = method === "GET" ? undefined : problemOf(request, objects);
  return problem && refusal(problem);
}

const refusal = (problem: Problem): Refusal => ({
  status: problem.code === "resource_missing" ? 404 : 400,
  error: { type: "invalid_request_error", ...problem },
});

function problemOf(request: Request, objects: Objects): Problem | undefined {
  const { method, path, fields } = request;
  const [, subscription] = /^\/v1\/subscriptions\/(\w+)$/.exec(path) ?? [];
  if (subscription !== undefined) {
    if (objects.isOver(subscription)) return { code: "resource_missing", message: "The subscription is canceled." };
    const isPaid = Object.keys(fields).some((name) => name.startsWith("items["));
    if (isPaid && isKeyOfLibrary(request.idempotencyKey)) return { message: "Idempotency-Key: repeats would charge." };
    return method === "POST" ? changeProblem(fields) : undefined;
  }
  if (path === "/v1/billing_portal/sessions") return undefined;
  if (isKeyOfLibrary(request.idempotencyKey)) return { message: "Idempotency-Key: repeats would create it again." };
  if (path === "/v1/prices") return undefined;
  if (path === "/v1/checkout/sessions") return sessionProblem(fields, objects);
  return path === "/v1/refunds" ? refundProblem(fields, objects) : couponProblem(fields);
}

/** The library draws a key for its own retries if it is given none. */
const isKeyOfLibrary = (key: string | undefined): boolean => key === undefined || key.startsWith("stripe-node-");

function sessionProblem(fields: Record<string, string>, objects: Objects): Problem | undefined {
  const { mode, expires_at: expiresAt } = fields;
  const minutes = (Number(expiresAt) * 1000 - now().getTime()) / 60_000;
  if (expiresAt !== undefined && (minutes < 30 || minutes > 24 * 60)) {
    return { param: "expires_at", message: "Between 30 minutes and 24 hours from now." };
  }
  const has = (prefix: string) => Object.keys(fields).some((name) => name.startsWith(`${prefix}[`));
  const other = mode === "subscription" ? "payment_intent_data" : "subscription_data";
  if (has(other)) return { param: other, message: `Not in the mode ${mode}.` };
  const items = [0, 1].filter((item) => has(`line_items[${item}]`)).map((item) => `line_items[${item}]`);
  if (items.length === 0) return { code: "parameter_missing", param: "line_items", message: "At least one item." };
  const recurring = items.filter((item) => has(`${item}[price_data][recurring]`));
  if ((mode === "subscription") !== recurring.length > 0) {
    return { param: "line_items", message: "Recurring prices are for subscriptions, which need at least one." };
  }
  const currencies = new Set(items.map((item) => fields[`${item}[price_data][currency]`]!));
  const coupon = fields["discounts[0][coupon]"];
  if (coupon !== undefined) currencies.add(objects.coupons.get(coupon) ?? "unknown");
  if (currencies.size > 1) return { param: "line_items", message: "Items and coupons have one currency." };
  const amounts = items.map((item) => Number(fields[`${item}[price_data][unit_amount]`]));
  const [currency] = [...currencies] as [string];
  const wrong = amounts.find((amount) => !isAmount(amount, currency));
  if (wrong !== undefined) return { param: "unit_amount", message: `${wrong} is no amount of ${currency}.` };
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (mode === "payment" && currency === "usd" && total < 50) {
    return { code: "amount_too_small", message: "At least 50 cents." };
  }
  const days = Number(fields["subscription_data[trial_period_days]"] ?? 1);
  return days < 1 || days > 730 ? { param: "trial_period_days", message: "Between 1 and 730." } : undefined;
}

const threeDecimals = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);

/** Without decimals in use, but counted with two. */
const wholeAmounts = new Set(["isk", "ugx"]);

function isAmount(amount: number, currency: string): boolean {
  const step = threeDecimals.has(currency) ? 10 : wholeAmounts.has(currency) ? 100 : 1;
  return /^[a-z]{3}$/.test(currency) && Number.isInteger(amount / step) && amount >= 0 && amount <= 99_999_999;
}

function couponProblem(fields: Record<string, string>): Problem | undefined {
  const { name = "", duration, duration_in_months: months, amount_off: amount, currency } = fields;
  if (name.length > 40) return { param: "name", message: "At most 40 characters." };
  if ((duration === "repeating") !== (months !== undefined) || Number(months ?? 1) < 1) {
    return { param: "duration_in_months", message: "For a repeating duration, which needs it." };
  }
  if (amount === undefined) return undefined;
  const isValid = currency !== undefined && Number(amount) > 0 && isAmount(Number(amount), currency);
  return isValid ? undefined : { param: "amount_off", message: "A positive amount with its currency." };
}

function refundProblem(fields: Record<string, string>, objects: Objects): Problem | undefined {
  const { payment_intent: intent = "", amount } = fields;
  const remaining = objects.remainingOf(intent);
  if (remaining === undefined) return { code: "resource_missing", param: "payment_intent", message: intent };
  const isWhole = Number.isInteger(Number(amount)) && Number(amount) > 0;
  return isWhole && Number(amount) <= remaining
    ? undefined
    : { param: "amount", message: `Refund amount (${amount}) is greater than unrefunded amount (${remaining}).` };
}

function changeProblem(fields: Record<string, string>): Problem | undefined {
  const { cancel_at: at, cancel_at_period_end: atEnd } = fields;
  if (at !== undefined && atEnd !== undefined) {
    return { param: "cancel_at", message: "Either cancel_at or cancel_at_period_end." };
  }
  const isPast = at !== undefined && at !== "" && Number(at) * 1000 < now().getTime();
  return isPast ? { param: "cancel_at", message: "In the future." } : undefined;
}
