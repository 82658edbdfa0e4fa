import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { stripeEvents } from "#domain/sales/payments/stripe/read-event.ts";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { textOf } from "../support/asked.ts";
import { ordersOf } from "../support/buyer.ts";
import { aStripeShop, send } from "../support/stripe-shop.ts";

import { enrollmentsOf, paymentsOf, aBuyer, aPaidBuyer, chargeOf } from "../support/stripe-buyer.ts";

void describe("A payment at Stripe", () => {
  void test("asks for the amount of the order, and gives access when the event says that it was paid", async () => {
    const { site, stripe, browser, member, order, session } = await aBuyer();
    const { method, path, fields, idempotencyKey } = stripe.received.at(-1)!;
    assert.deepEqual([method, path], ["POST", "/v1/checkout/sessions"]);
    const { expires_at: expiresAt, ...sent } = fields as Record<string, string> & { expires_at: string };
    const [payment] = await paymentsOf(site);
    assert.equal(payment!.sessionReference, session.id);
    const number = sent["payment_intent_data[description]"];
    const paymentId = sent["client_reference_id"]!;
    assert.equal(idempotencyKey, paymentId);
    assert.deepEqual(sent, {
      mode: "payment",
      client_reference_id: paymentId,
      "metadata[lectern_site]": formatId("site", site.site.id),
      "metadata[lectern_payment]": paymentId,
      "metadata[lectern_order]": number,
      "payment_intent_data[metadata][lectern_site]": formatId("site", site.site.id),
      "payment_intent_data[metadata][lectern_payment]": paymentId,
      "payment_intent_data[metadata][lectern_order]": number,
      "payment_intent_data[description]": number,
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "4900",
      "line_items[0][price_data][product_data][name]": "Knots (Full)",
      "adaptive_pricing[enabled]": "false",
      customer_email: member.email,
      success_url: `${site.site.origin}${order}`,
      cancel_url: `${site.site.origin}${order}`,
    });
    const minutes = (Number(expiresAt) - now().getTime() / 1000) / 60;
    assert.ok(minutes > 30 && minutes < 40, `${minutes}`);
    stripe.pay();
    assert.equal((await send(site, stripe.event("checkout.session.completed", session))).statusCode, 200);
    assert.match(textOf(await browser.open(order)), /Thank you for your purchase\./);
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    assert.equal((await paymentsOf(site))[0]!.providerReference, session.payment_intent);
  });

  void test("is confirmed by Stripe when the member returns, regardless of the address, with at most one query in 5 seconds", async () => {
    const { stripe, browser, order } = await aBuyer();
    const questions = () =>
      stripe.received.filter(({ method, path }) => method === "GET" && path.endsWith(stripe.sessions[0]!.id)).length;
    assert.match(textOf(await browser.open(`${order}?session_id=cs_1&redirect_status=succeeded`)), /We are confirming/);
    stripe.pay();
    await Promise.all([1, 2, 3].map(() => browser.open(order)));
    assert.equal(questions(), 1);
    await later(6000, async () => assert.match(textOf(await browser.open(order)), /Thank you for your purchase\./));
    assert.equal(questions(), 2);
  });

  void test("A payment that the bank still processes waits for two weeks, and fails or succeeds by its event", async () => {
    for (const [type, status] of [
      ["checkout.session.async_payment_succeeded", "paid"],
      ["checkout.session.async_payment_failed", "failed"],
    ] as const) {
      const { site, stripe, session } = await aBuyer();
      Object.assign(session, { status: "complete", payment_intent: "pi_1" });
      await send(site, stripe.event("checkout.session.completed", session));
      await later(7 * 86_400_000, async () => void (await expireOrders(database, now())));
      assert.equal((await ordersOf(site))[0]!.status, "pending");
      if (status === "paid") session.payment_status = "paid";
      await send(site, stripe.event(type, session));
      assert.equal((await ordersOf(site))[0]!.status, status);
    }
  });

  void test("An unpaid order expires with its checkout, not with another one of the same payment", async () => {
    const { site, stripe, session } = await aBuyer();
    const lost = { ...session, id: "cs_lost", status: "expired" };
    await send(site, stripe.event("checkout.session.expired", lost));
    assert.equal((await ordersOf(site))[0]!.status, "pending");
    await send(site, stripe.event("checkout.session.expired", { ...session, status: "expired" }));
    assert.equal((await ordersOf(site))[0]!.status, "expired");
  });
});

void describe("Events of Stripe", () => {
  void test("are refused with a wrong, missing or old signature, and applied once however often they arrive", async () => {
    const { site, stripe } = await aBuyer();
    const session = stripe.pay();
    const paid = stripe.event("checkout.session.completed", session, { eventId: "evt_paid" });
    const other = await aStripeShop();
    for (const refused of [
      stripe.event("checkout.session.completed", session, { secret: other.stripe.signingSecret }),
      stripe.event("checkout.session.completed", session, { secondsAgo: 301 }),
      { ...paid, payload: paid.payload.replace("4900", "4901") },
      { ...paid, headers: { ...paid.headers, "stripe-signature": "" } },
    ]) {
      assert.equal((await send(site, refused)).statusCode, 400);
    }
    assert.equal((await ordersOf(site))[0]!.status, "pending");
    // Signed by this school's account, but about a payment of another school.
    const elsewhere = other.stripe.event("checkout.session.completed", session);
    assert.equal((await send(other.site, elsewhere)).statusCode, 200);
    const second = stripe.event("checkout.session.completed", session);
    const answers = await Promise.all([paid, paid, second, paid].map((message) => send(site, message)));
    for (const { statusCode } of answers) assert.equal(statusCode, 200);
    assert.equal((await send(site, stripe.event("customer.created", { id: "cus_1" }))).statusCode, 200);
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    const { count } = await database.one<{ count: number }>`
      select count(*) from outbox_events where site_id = ${site.site.id} and type = 'order.paid'`;
    assert.equal(count, 1);
    const { payload } = await database.one<{ payload: object }>`
      select payload from provider_events where site_id = ${site.site.id} and message_id = 'evt_paid'`;
    assert.doesNotMatch(JSON.stringify(payload), /@/);
  });

  void test("about refunds made in the dashboard count once, also before the event of the payment", async () => {
    const early = await aBuyer();
    const session = early.stripe.pay();
    for (const message of [
      early.stripe.event("charge.refunded", chargeOf(session, 4900)),
      early.stripe.event("checkout.session.completed", session),
    ]) {
      assert.equal((await send(early.site, message)).statusCode, 200);
    }
    assert.equal((await ordersOf(early.site))[0]!.status, "refunded");
    assert.deepEqual(await enrollmentsOf(early.site), ["revoked"]);

    const { site, stripe, session: paid } = await aPaidBuyer();
    for (const refunded of [900, 900, 4900]) {
      await send(site, stripe.event("charge.refunded", chargeOf(paid, refunded)));
    }
    assert.equal((await ordersOf(site))[0]!.status, "refunded");
    const refunds = await database.many<{ amount: number }>`
      select amount from refunds where site_id = ${site.site.id} order by amount`;
    assert.deepEqual(
      refunds.map(({ amount }) => amount),
      [900, 4000],
    );
  });

  void test("about disputes end access until the school wins; inquiries do not", async () => {
    const { site, stripe, session } = await aPaidBuyer();
    const dispute = (status: string) => ({
      id: "dp_1",
      object: "dispute",
      status,
      amount: 4900,
      currency: "usd",
      payment_intent: session.payment_intent,
    });
    const steps = [
      ["charge.dispute.created", "warning_needs_response", "paid", "active"],
      ["charge.dispute.updated", "needs_response", "disputed", "revoked"],
      ["charge.dispute.closed", "won", "paid", "active"],
    ] as const;
    for (const [type, status, order, enrollment] of steps) {
      await send(site, stripe.event(type, dispute(status)));
      assert.equal((await ordersOf(site))[0]!.status, order, status);
      assert.deepEqual(await enrollmentsOf(site), [enrollment], status);
    }
    // Delivered late, and then the bank opens the dispute again.
    await send(site, stripe.event("charge.dispute.updated", dispute("under_review"), { createdAgo: 60 }));
    assert.equal((await ordersOf(site))[0]!.status, "paid");
    await send(site, stripe.event("charge.dispute.updated", dispute("needs_response"), { createdAgo: -60 }));
    assert.equal((await ordersOf(site))[0]!.status, "disputed");
  });
});

void test("The guide names the events that the webhook endpoint has to send, and no others", async () => {
  const guide = await readFile(path.join(import.meta.dirname, "../../../docs/guides/sell.md"), "utf8");
  const rows = guide.split("\n").filter((line) => /^ *\| `\w+\.\w+/.test(line));
  const named = rows.flatMap((line) => [...line.matchAll(/`(\w+(?:\.\w+)+)`/g)].map(([, name]) => name!));
  assert.deepEqual(named.toSorted(), stripeEvents.toSorted());
});
