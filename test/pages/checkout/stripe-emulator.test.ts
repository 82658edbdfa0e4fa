import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aStripeAccount } from "../support/stripe-emulator.ts";
import { now } from "../../support/clock.ts";

const item = (fields: Record<string, string> = {}) => {
  const price = { currency: "usd", unit_amount: "4900", "product_data][name": "Knots", ...fields };
  const named = Object.entries(price).map(([name, value]) => [`line_items[0][price_data][${name}]`, value]);
  return Object.fromEntries(named) as Record<string, string>;
};

const inMinutes = (minutes: number) => String(Math.floor(now().getTime() / 1000) + minutes * 60);

const session = () => ({
  mode: "payment",
  ...item(),
  "line_items[0][quantity]": "1",
  "metadata[order]": "A-1",
  success_url: "https://school.example/orders/1",
  expires_at: inMinutes(12 * 60),
});

const coupon = { duration: "once", amount_off: "450", currency: "usd" };

/** Changes to requests that Stripe accepts. `undefined` removes a parameter. */
const refused: Record<string, [path: string, changes: Record<string, string | undefined>][]> = {
  "parameters that the API does not have": [
    ["checkout/sessions", { color: "red" }],
    ["checkout/sessions", { "line_items[0][price_data][tax]": "1" }],
    ["coupons", { months: "3" }],
    ["refunds", { payment: "pi_1" }],
  ],
  "values of other types, and unknown values": [
    ["checkout/sessions", { mode: "once" }],
    ["checkout/sessions", item({ unit_amount: "49.5", currency: "usd" })],
    ["checkout/sessions", { "automatic_tax[enabled]": "yes" }],
    ["checkout/sessions", { "metadata[order]": "x".repeat(501) }],
    ["coupons", { duration: "twice" }],
    ["refunds", { reason: "whim" }],
  ],
  "currencies in capitals, and amounts that cannot be charged in them": [
    ["checkout/sessions", item({ currency: "USD" })],
    ["checkout/sessions", item({ unit_amount: "49" })],
    ["checkout/sessions", item({ currency: "jpy", unit_amount: "49.5" })],
    ["checkout/sessions", item({ currency: "kwd", unit_amount: "5124" })],
    ["checkout/sessions", item({ currency: "isk", unit_amount: "550" })],
    ["checkout/sessions", item({ unit_amount: "100000000" })],
  ],
  "parts of a checkout that do not fit together": [
    ["checkout/sessions", { expires_at: inMinutes(29) }],
    ["checkout/sessions", { expires_at: inMinutes(48 * 60) }],
    ["checkout/sessions", { "subscription_data[description]": "A-1" }],
    ["checkout/sessions", { mode: "subscription" }],
    ["checkout/sessions", item({ "recurring][interval": "month" })],
    ["checkout/sessions", { "discounts[0][coupon]": "unknown" }],
    ["coupons", { duration: "repeating" }],
    ["coupons", { duration_in_months: "3" }],
    ["coupons", { currency: undefined }],
    ["coupons", { name: "x".repeat(41) }],
  ],
  "refunds of more than was paid": [
    ["refunds", { amount: "4901" }],
    ["refunds", { payment_intent: "pi_unknown" }],
  ],
};

void describe("The emulator of Stripe", () => {
  const stripe = aStripeAccount();
  const post = (path: string, fields: Record<string, string>, idempotencyKey: string | undefined) =>
    stripe.answer({ method: "POST", path: `/v1/${path}`, fields, idempotencyKey });
  post("checkout/sessions", session(), "the paid one");
  const { payment_intent } = stripe.pay();
  const accepted: Record<string, Record<string, string>> = {
    "checkout/sessions": session(),
    coupons: coupon,
    refunds: { payment_intent: payment_intent!, amount: "900" },
  };

  for (const [what, requests] of Object.entries(refused)) {
    void test(`refuses ${what}`, () => {
      for (const [path, changes] of requests) {
        const fields = Object.entries({ ...accepted[path], ...changes }).filter(([, value]) => value !== undefined);
        const { status } = post(path, Object.fromEntries(fields) as Record<string, string>, crypto.randomUUID());
        assert.ok(status === 400 || status === 404, `${path} ${JSON.stringify(changes)}: ${status}`);
      }
    });
  }

  void test("accepts the same requests without these changes, once by idempotency key, which they need", () => {
    for (const [path, fields] of Object.entries(accepted)) {
      assert.equal(post(path, fields, undefined).status, 400, path);
      const first = post(path, fields, path);
      assert.equal(first.status, 200, JSON.stringify(first.body));
      assert.deepEqual(post(path, fields, path), first);
      assert.equal(post(path, { ...fields, "metadata[other]": "1" }, path).status, 400);
    }
    assert.equal(post("refunds", { ...accepted["refunds"]!, amount: "4001" }, "rest").status, 400);
    assert.equal(post("refunds", { ...accepted["refunds"]!, amount: "4000" }, "rest").status, 200);
  });

  void test("refuses changes of a subscription that has ended, and two ends of one that has not", () => {
    const fields = { ...session(), mode: "subscription", ...item({ "recurring][interval": "month" }) };
    assert.equal(post("checkout/sessions", fields, "a subscription").status, 200);
    const { subscription } = stripe.subscribe();
    const change = (changes: Record<string, string>) =>
      post(`subscriptions/${subscription.id}`, changes, undefined).status;
    assert.equal(change({ cancel_at: inMinutes(60), cancel_at_period_end: "false" }), 400);
    assert.equal(change({ cancel_at: inMinutes(-60) }), 400);
    assert.equal(change({ cancel_at: inMinutes(60) }), 200);
    assert.equal(change({ cancel_at_period_end: "false" }), 200);
    assert.notEqual(subscription.cancel_at, null);
    assert.equal(change({ cancel_at: "" }), 200);
    assert.equal(subscription.cancel_at, null);
    stripe.billing.end(subscription);
    assert.equal(change({ cancel_at: "" }), 404);
  });
});
