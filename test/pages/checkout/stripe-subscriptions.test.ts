import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { day, later, now } from "../../support/clock.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";
import { ordersOf } from "../support/buyer.ts";
import { aMembership, renewalsOf, subscriptionsOf, tick } from "../support/membership.ts";
import { dropAgreementChanges, runAgreementChanges, runRefunds, runWaitingEvents } from "../support/run-refunds.ts";
import { aStripeShop, send, startAtStripe } from "../support/stripe-shop.ts";
import { queueUnsentAgreements } from "../../../src/domain/sales/billing/queries.ts";

type Shop = Awaited<ReturnType<typeof aStripeShop>>;

/** A member on the page of Stripe, for a membership. */
async function aVisitor(fields: Parameters<typeof aMembership>[1] = {}, coupon?: object) {
  const shop = await aStripeShop();
  if (coupon) await shop.operator.post("/coupons", coupon);
  const membership = await aMembership(shop.operator, fields);
  const member = await shop.site.member();
  const browser = await shop.site.signedIn(member);
  const item = coupon ? `${membership.price}&coupon=HALF` : membership.price;
  const order = await startAtStripe(browser, item, shop.stripe);
  return { ...shop, membership, member, browser, order };
}

/** A member with a membership that Stripe renews. */
async function aSubscriber() {
  const visitor = await aVisitor();
  const { session, subscription, invoice } = visitor.stripe.subscribe();
  await tell(visitor, "checkout.session.completed", session);
  await tell(visitor, "invoice.paid", invoice);
  await runAgreementChanges(visitor.site);
  return { ...visitor, subscription };
}

async function tell({ site, stripe }: Pick<Shop, "site" | "stripe">, type: string, object: object): Promise<void> {
  const answer = await send(site, stripe.event(type, object));
  assertStatus(answer, 200);
}

const stateOf = async ({ site }: Pick<Shop, "site">) => (await subscriptionsOf(site)).map(({ status }) => status);

const eventsOf = async ({ site }: Pick<Shop, "site">, name: string) =>
  (await outboxOf(site)).filter(({ type }) => type === name).length;

void describe("A membership at Stripe", () => {
  void test("is a subscription there, with the price of the order, and starts in any order of its events", async () => {
    const orders = [
      ["checkout.session.completed", "invoice.paid"],
      ["invoice.paid", "checkout.session.completed"],
    ] as const;
    for (const types of orders) {
      const visitor = await aVisitor();
      const { fields } = visitor.stripe.received.at(-1)!;
      assert.equal(fields["mode"], "subscription");
      assert.equal(fields["line_items[0][price_data][unit_amount]"], "900");
      assert.equal(fields["line_items[0][price_data][recurring][interval]"], "month");
      const { session, invoice } = visitor.stripe.subscribe();
      for (const type of types) await tell(visitor, type, type === "invoice.paid" ? invoice : session);
      assert.deepEqual(await stateOf(visitor), ["active"]);
      assert.deepEqual(
        (await renewalsOf(visitor.site)).map(({ status, total }) => [status, total]),
        [["paid", 900]],
      );
      // Refunds find the payment by its ID at Stripe.
      await visitor.owner.submit(
        await visitor.owner.open(visitor.order.replace("/orders/", "/admin/orders/")),
        { act: "refund", reason: "", amount: "9", access: "keep" },
        visitor.order.replace("/orders/", "/admin/orders/"),
      );
      await runRefunds(visitor.site);
      const refund = visitor.stripe.received.findLast(({ path }) => path === "/v1/refunds");
      assert.equal(refund!.fields["payment_intent"], invoice.payments.data[0]!.payment.payment_intent);
    }
  });

  void test("ends by a dispute that was reported before its payment was known", async () => {
    const visitor = await aVisitor();
    const { session, invoice } = visitor.stripe.subscribe();
    await tell(visitor, "checkout.session.completed", session);
    const { payment_intent } = invoice.payments.data[0]!.payment;
    const dispute = { id: "dp_1", object: "dispute", status: "needs_response", amount: 900, currency: "usd" };
    await tell(visitor, "charge.dispute.created", { ...dispute, payment_intent });
    assert.equal((await ordersOf(visitor.site))[0]!.status, "paid");
    await tell(visitor, "invoice.paid", invoice);
    await runWaitingEvents(visitor.site);
    await runWaitingEvents(visitor.site);
    assert.deepEqual(
      (await ordersOf(visitor.site)).map(({ status, attention }) => [status, attention]),
      [["disputed", "disputed"]],
    );
    assert.deepEqual(await stateOf(visitor), ["canceled"]);
  });

  void test("is refunded if the message with the ID of its first payment was lost", async () => {
    const visitor = await aVisitor();
    const { session, invoice } = visitor.stripe.subscribe();
    await tell(visitor, "checkout.session.completed", session);
    const page = visitor.order.replace("/orders/", "/admin/orders/");
    const fields = { act: "refund", reason: "", amount: "9", access: "end" };
    await visitor.owner.submit(await visitor.owner.open(page), fields, page);
    await runRefunds(visitor.site);
    const refunds = visitor.stripe.received.filter(({ path }) => path === "/v1/refunds");
    assert.deepEqual(
      refunds.map((request) => request.fields["payment_intent"]),
      [invoice.payments.data[0]!.payment.payment_intent],
    );
    assert.equal((await ordersOf(visitor.site))[0]!.status, "refunded");
  });

  void test("is renewed by each paid invoice, once, with a receipt, and never by our clock", async () => {
    const subscriber = await aSubscriber();
    const { site, stripe, subscription } = subscriber;
    await tick(29 * day);
    assert.equal((await renewalsOf(site)).length, 1);
    const invoice = stripe.billing.renew(subscription);
    const message = stripe.event("invoice.paid", invoice);
    const again = stripe.event("invoice.paid", invoice);
    const updated = stripe.event("customer.subscription.updated", subscription);
    const answers = await Promise.all([message, again, updated, message, again].map((one) => send(site, one)));
    for (const { statusCode } of answers) assert.equal(statusCode, 200);
    const orders = await renewalsOf(site);
    assert.deepEqual(
      orders.map(({ kind, status, total }) => [kind, status, total]),
      [
        ["checkout", "paid", 900],
        ["renewal", "paid", 900],
      ],
    );
    assert.equal(new Set(orders.map(({ invoiceNumber }) => invoiceNumber)).size, 2);
    const [renewed] = await subscriptionsOf(site);
    assert.equal(Number(renewed!.currentPeriodEnd), subscription.items.data[0]!.current_period_end * 1000);
    assert.equal(await eventsOf(subscriber, "subscription.renewed"), 1);
    // Refunds made in Stripe's dashboard find the renewal, and end the membership at Stripe too.
    const payment_intent = invoice.payments.data[0]!.payment.payment_intent;
    const charge = { id: "ch_1", object: "charge", amount: 900, amount_refunded: 900, currency: "usd", payment_intent };
    await tell(subscriber, "charge.refunded", { ...charge, metadata: {} });
    assert.equal((await renewalsOf(site))[1]!.status, "refunded");
    assert.deepEqual(await stateOf(subscriber), ["canceled"]);
    await runAgreementChanges(site);
    assert.equal(subscription.status, "canceled");
  });

  void test("is overdue when a charge fails, active when it succeeds later, and ends when Stripe gives up", async () => {
    const subscriber = await aSubscriber();
    const { site, stripe, subscription } = subscriber;
    const failed = stripe.billing.renew(subscription, { isPaid: false });
    await tell(subscriber, "invoice.payment_failed", failed);
    assert.deepEqual(await stateOf(subscriber), ["past_due"]);
    assert.equal((await renewalsOf(site))[1]!.status, "pending");
    stripe.billing.settle(subscription, failed);
    await tell(subscriber, "invoice.paid", failed);
    // A message from before.
    await tell(subscriber, "invoice.payment_failed", { ...failed, status: "open" });
    assert.deepEqual(await stateOf(subscriber), ["active"]);
    assert.equal((await renewalsOf(site))[1]!.status, "paid");
    const last = stripe.billing.renew(subscription, { isPaid: false, isLast: true });
    await tell(subscriber, "invoice.payment_failed", last);
    stripe.billing.end(subscription);
    await tell(subscriber, "customer.subscription.deleted", subscription);
    assert.deepEqual(await stateOf(subscriber), ["canceled"]);
    assert.deepEqual(
      (await renewalsOf(site)).map(({ status }) => status),
      ["paid", "paid", "expired"],
    );
    assert.equal(await eventsOf(subscriber, "subscription.canceled"), 1);
  });

  void test("asks Stripe about a renewal whose page its member opens", async () => {
    const { site, stripe, subscription, browser, ...subscriber } = await aSubscriber();
    const invoice = stripe.billing.renew(subscription, { isPaid: false });
    await tell({ site, stripe, ...subscriber }, "invoice.payment_failed", invoice);
    const order = `/orders/${formatId("order", (await renewalsOf(site))[1]!.id)}`;
    assert.match(textOf(await browser.open(order)), /Waiting for payment|We are confirming/);
    stripe.billing.settle(subscription, invoice);
    await later(10_000, async () => void (await browser.open(order)));
    assert.equal((await renewalsOf(site))[1]!.status, "paid");
  });

  void test("is canceled at Stripe when a client cancels it, and mirrors what is changed there", async () => {
    const subscriber = await aSubscriber();
    const { site, subscription } = subscriber;
    const client = await operatorOf(site, "subscriptions:read subscriptions:write");
    const { data } = (await client.get("/subscriptions")).json<{ data: { id: string; provider: string }[] }>();
    const [{ id, provider }] = data as [(typeof data)[number]];
    assert.equal(provider, "stripe");
    assert.equal((await client.post(`/subscriptions/${id}/extend`, { days: 5 })).statusCode, 409);
    await client.post(`/subscriptions/${id}/cancel`, { mode: "at_period_end" });
    // A message that Stripe sent before it knew.
    await tell(subscriber, "customer.subscription.updated", subscription);
    assert.ok((await subscriptionsOf(site))[0]!.cancelAt);
    await runAgreementChanges(site);
    assert.equal(subscription.cancel_at_period_end, true);
    Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null });
    await tell(subscriber, "customer.subscription.updated", subscription);
    assert.equal((await subscriptionsOf(site))[0]!.cancelAt, null);
    await client.post(`/subscriptions/${id}/cancel`, { mode: "now" });
    await runAgreementChanges(site);
    assert.equal(subscription.status, "canceled");
  });

  void test("is canceled at Stripe days later too, if all attempts have failed", async () => {
    const { site, subscription } = await aSubscriber();
    const client = await operatorOf(site, "subscriptions:read subscriptions:write");
    const { data } = (await client.get("/subscriptions")).json<{ data: { id: string }[] }>();
    await client.post(`/subscriptions/${data[0]!.id}/cancel`, { mode: "now" });
    await dropAgreementChanges(site);
    await queueUnsentAgreements(site.context());
    await runAgreementChanges(site);
    assert.equal(subscription.status, "active");
    await later(5 * day, () => queueUnsentAgreements({ ...site.context(), now: now() }));
    await runAgreementChanges(site);
    assert.equal(subscription.status, "canceled");
  });

  void test("A membership that is no longer available is refunded and canceled at Stripe", async () => {
    const visitor = await aVisitor();
    const { site, stripe, operator, membership } = visitor;
    await operator.patch(`/membership_plans/${membership.id}`, { status: "archived" }, { "if-match": "*" });
    const { session, subscription } = stripe.subscribe();
    await tell(visitor, "checkout.session.completed", session);
    assert.deepEqual(await stateOf(visitor), []);
    await runAgreementChanges(site);
    assert.equal(subscription.status, "canceled");
  });

  void test("A payment after the end of a membership is refunded, unless the period began before", async () => {
    const subscriber = await aSubscriber();
    const { site, stripe, subscription } = subscriber;
    const unpaid = stripe.billing.renew(subscription, { isPaid: false });
    await tell(subscriber, "invoice.payment_failed", unpaid);
    const [period] = subscription.items.data;
    const ended = { status: "canceled", ended_at: period!.current_period_start + 86_400 };
    await tell(subscriber, "customer.subscription.deleted", Object.assign(subscription, ended));
    stripe.billing.settle(subscription, unpaid);
    const later = [stripe.billing.renew(subscription), stripe.billing.renew(subscription)];
    Object.assign(subscription, ended);
    for (const invoice of [unpaid, ...later]) await tell(subscriber, "invoice.paid", invoice);
    assert.deepEqual(await stateOf(subscriber), ["canceled"]);
    await runRefunds(site);
    assert.deepEqual(
      (await ordersOf(site)).map(({ status, attention }) => [status, attention]),
      [
        ["paid", null],
        ["paid", "paid_after_end"],
        ["refunded", "not_fulfilled"],
        ["refunded", "not_fulfilled"],
      ],
    );
  });

  void test("ends at Stripe when its member is removed", async () => {
    const { site, subscription, member } = await aSubscriber();
    const staff = await operatorOf(site, "members:read members:write");
    const id = formatId("member", member.id);
    const answer = await staff.delete(`/members/${id}?cancel_subscriptions=true`, { "if-match": "*" });
    assertOk(answer);
    await runAgreementChanges(site);
    assert.equal(subscription.status, "canceled");
  });
});

const percent = (duration: object) => ({ code: "HALF", discount: { kind: "percent", percent: 50 }, duration });

const couponOf = ({ stripe }: Shop) => stripe.received.find(({ path }) => path === "/v1/coupons")?.fields;

void describe("The terms of a membership at Stripe", () => {
  void test("are a coupon for some payments, and a lower price for all of them", async () => {
    const once = await aVisitor({}, percent({ kind: "once" }));
    const { name: _name, ...sent } = couponOf(once)!;
    assert.deepEqual(sent, { amount_off: "450", currency: "usd", duration: "once", max_redemptions: "1" });
    const some = await aVisitor({}, percent({ kind: "repeating", payments: 3 }));
    assert.equal(couponOf(some)!["duration_in_months"], "3");
    const all = await aVisitor({}, percent({ kind: "forever" }));
    assert.equal(couponOf(all), undefined);
    assert.equal(all.stripe.received.at(-1)!.fields["line_items[0][price_data][unit_amount]"], "450");
  });

  void test("have a trial that costs nothing", async () => {
    const visitor = await aVisitor({ plan: { trial_days: 14 } });
    assert.equal(visitor.stripe.received.at(-1)!.fields["subscription_data[trial_period_days]"], "14");
    const { session, subscription } = visitor.stripe.subscribe();
    await tell(visitor, "checkout.session.completed", session);
    assert.deepEqual(await stateOf(visitor), ["trialing"]);
    await runAgreementChanges(visitor.site);
    await tell(visitor, "invoice.paid", visitor.stripe.billing.renew(subscription));
    assert.deepEqual(await stateOf(visitor), ["active"]);
    assert.equal(await eventsOf(visitor, "subscription.activated"), 1);
  });
});
