import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { hour, later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, ordersOf } from "../support/buyer.ts";
import { runReconciliation } from "../support/run-refunds.ts";
import { aStripeAccount, type Session, type StripeAccount } from "../support/stripe-emulator.ts";
import { aMembership } from "../support/membership.ts";
import { chargeOf } from "../support/stripe-buyer.ts";
import { aStripeShop, connect as connectStripe, send, startAtStripe } from "../support/stripe-shop.ts";
import { reconcile } from "../support/reconcile.ts";

void describe("Reconciliation with Stripe", () => {
  void test("Reconciliation of a school leaves out another school with the same account at Stripe, whose events it ignores", async () => {
    const first = await aStripeShop();
    const second = await aStripeShop(first.stripe);
    const { stripe } = first;
    const course = await aPaidCourse(second.operator);
    await startAtStripe(await second.site.signedIn(await second.site.member()), course.plan, stripe);
    const membership = await aMembership(second.operator);
    const session = stripe.pay();
    await startAtStripe(await second.site.signedIn(await second.site.member()), membership.price, stripe);
    const started = stripe.subscribe();
    const renewal = stripe.billing.renew(started.subscription);
    for (const { site } of [first, second]) {
      await send(site, stripe.event("checkout.session.completed", session));
      await send(site, stripe.event("checkout.session.completed", started.session));
      await send(site, stripe.event("invoice.paid", renewal));
    }
    await send(first.site, stripe.event("customer.created", { id: "cus_1", object: "customer" }));
    await later(hour, async () => {
      assert.deepEqual(await reconcile(first.site), {
        compared: 0,
        unanswered: 0,
        isTruncated: false,
        divergences: [],
      });
      assert.deepEqual((await reconcile(second.site)).divergences, []);
    });
    const results = await database.many<{ result: string; count: number }>`
      select result, count(*)::int as count from provider_events where site_id = ${first.site.site.id} group by result`;
    assert.deepEqual(results, [{ result: "ignored", count: 4 }]);
  });

  void test("lists every difference with Stripe and nothing else, and repairs those that are safe", async () => {
    const { site, stripe, owner, operator } = await aStripeShop();
    const course = await aPaidCourse(operator);
    const buy = async (isTold: boolean): Promise<Session> => {
      await startAtStripe(await site.signedIn(await site.member()), course.plan, stripe);
      const session = stripe.pay();
      if (isTold) await send(site, stripe.event("checkout.session.completed", session));
      return session;
    };
    const lost = await buy(false);
    await buy(true);
    const vanished = await buy(true);
    const cheaper = await buy(true);
    const reopened = await buy(true);
    const refunded = await buy(true);
    stripe.sessions.splice(stripe.sessions.indexOf(vanished), 1);
    cheaper.amount_total = 4800;
    Object.assign(reopened, { status: "open", payment_status: "unpaid" });
    stripe.refunded.set(refunded.payment_intent!, 4900);
    const disputed = await buy(true);
    stripe.disputes.set(disputed.payment_intent!, "needs_response");
    const lostDispute = await buy(true);
    stripe.disputes.set(lostDispute.payment_intent!, "lost");
    // A dispute that was won, an inquiry, and a refund that both know.
    for (const status of ["won", "warning_closed"]) stripe.disputes.set((await buy(true)).payment_intent!, status);
    const known = await buy(true);
    stripe.refunded.set(known.payment_intent!, 900);
    await send(site, stripe.event("charge.refunded", chargeOf(known, 900)));
    // Recorded here as made, but not there.
    const unreturned = await buy(true);
    await send(site, stripe.event("charge.refunded", chargeOf(unreturned, 900)));
    const unknown = { ...lost, id: "cs_unknown", metadata: { lectern_payment: formatId("payment", newId()) } };
    const foreign = { ...lost, id: "cs_foreign", metadata: {} };
    stripe.sessions.push(unknown, foreign);
    await startAtStripe(await site.signedIn(await site.member()), course.plan, stripe);
    await later(hour, async () => {
      const { divergences, compared } = await reconcile(site);
      assert.equal(compared, 13);
      const found = new Map(divergences.map(({ reference, kind, isRepaired }) => [reference, [kind, isRepaired]]));
      assert.deepEqual(
        found,
        new Map([
          [unreturned.id, ["state_differs", false]],
          [lostDispute.id, ["state_differs", true]],
          [disputed.id, ["state_differs", true]],
          [refunded.id, ["state_differs", true]],
          [reopened.id, ["state_differs", false]],
          [cheaper.id, ["amount_differs", false]],
          [vanished.id, ["missing_there", false]],
          [lost.id, ["state_differs", true]],
          [unknown.id, ["missing_here", false]],
        ]),
      );
      const orders = await ordersOf(site);
      assert.deepEqual(
        orders.map(({ status, attention }) => [status, attention]),
        [
          ["paid", null],
          ["paid", null],
          ["paid", "differs_there"],
          ["paid", "differs_there"],
          ["paid", "differs_there"],
          ["refunded", null],
          ["disputed", "disputed"],
          ["refunded", null],
          ["paid", null],
          ["paid", null],
          ["partially_refunded", null],
          ["partially_refunded", "differs_there"],
          ["pending", null],
        ],
      );
      // What was repaired is not listed again.
      const path = "/admin/payments/reconciliation";
      const running = await owner.submit(await owner.open(path), {}, path);
      assert.match(textOf(running), /The comparison is running\./);
      assert.equal(running.response.headers["refresh"], "5");
      assert.doesNotMatch(running.body, /<form method="post" action="[^"]*reconciliation"/);
      assert.equal(await runReconciliation(site), 1);
      const page = await owner.open(path);
      assert.equal(page.response.headers["refresh"], undefined);
      assert.match(textOf(page), /Last comparison: /);
      assert.match(textOf(page), /Payments compared: 13/);
      for (const { id } of [reopened, cheaper, vanished, unknown, unreturned]) assert.ok(page.body.includes(id), id);
      for (const { id } of [lost, refunded, foreign, disputed, lostDispute, known])
        assert.ok(!page.body.includes(id), id);
    });
  });

  void test("finds renewals by Stripe, and those whose message was lost", async () => {
    const { site, stripe, operator } = await aStripeShop();
    const { price } = await aMembership(operator);
    await startAtStripe(await site.signedIn(await site.member()), price, stripe);
    const { session, subscription, invoice } = stripe.subscribe();
    await send(site, stripe.event("checkout.session.completed", session));
    await send(site, stripe.event("invoice.paid", invoice));
    await send(site, stripe.event("invoice.paid", stripe.billing.renew(subscription)));
    const failed = stripe.billing.renew(subscription, { isPaid: false });
    await send(site, stripe.event("invoice.payment_failed", failed));
    await later(hour, async () => {
      const clean = await reconcile(site);
      assert.deepEqual([clean.compared, clean.divergences], [3, []]);
      stripe.billing.settle(subscription, failed);
      const lost = stripe.billing.renew(subscription);
      const { divergences } = await reconcile(site);
      assert.deepEqual(
        divergences.map(({ reference, kind, isRepaired }) => [reference, kind, isRepaired]),
        [
          [failed.id, "state_differs", true],
          [lost.id, "missing_here", false],
        ],
      );
    });
    const orders = await ordersOf(site);
    assert.deepEqual(
      orders.map(({ status, attention }) => [status, attention]),
      [1, 2, 3].map(() => ["paid", null]),
    );
  });

  void test("finds refunds and disputes of the first payment of a subscription and of renewals", async () => {
    const { site, stripe, operator } = await aStripeShop();
    const { price } = await aMembership(operator);
    await startAtStripe(await site.signedIn(await site.member()), price, stripe);
    const { session, subscription, invoice } = stripe.subscribe();
    await send(site, stripe.event("checkout.session.completed", session));
    await send(site, stripe.event("invoice.paid", invoice));
    const renewals = [stripe.billing.renew(subscription), stripe.billing.renew(subscription)];
    for (const renewal of renewals) await send(site, stripe.event("invoice.paid", renewal));
    const intentOf = (paid: typeof invoice) => paid.payments.data[0]!.payment.payment_intent;
    stripe.refunded.set(intentOf(invoice), 400);
    stripe.disputes.set(intentOf(renewals[0]!), "needs_response");
    await later(hour, async () => {
      const found = (await reconcile(site)).divergences.map(({ reference, isRepaired }) => [reference, isRepaired]);
      assert.deepEqual(
        new Map(found as [string, boolean][]),
        new Map([
          [session.id, true],
          [renewals[0]!.id, true],
        ]),
      );
      assert.deepEqual((await reconcile(site)).divergences, []);
    });
    assert.deepEqual(
      (await ordersOf(site)).map(({ status }) => status),
      ["partially_refunded", "disputed", "paid"],
    );
  });

  void test("applies refunds and disputes of payments whose own message was lost", async () => {
    const { site, stripe, operator } = await aStripeShop();
    const course = await aPaidCourse(operator);
    const intents: string[] = [];
    for (const status of ["needs_response", "won"]) {
      await startAtStripe(await site.signedIn(await site.member()), course.plan, stripe);
      const intent = stripe.pay().payment_intent!;
      intents.push(intent);
      stripe.disputes.set(intent, status);
      stripe.refunded.set(intent, 900);
    }
    // The provider has sent it before the query, and it arrives after it.
    const late = stripe.event("charge.dispute.created", {
      id: "dp_1",
      object: "dispute",
      amount: 4900,
      currency: "usd",
      status: "needs_response",
      payment_intent: intents[1],
    });
    await later(hour, async () => {
      assert.deepEqual(
        (await reconcile(site)).divergences.map(({ isRepaired }) => isRepaired),
        [true, true],
      );
      await send(site, late);
      const orders = await database.many<{ status: string; refundedTotal: number; attention: string | null }>`
        select status, refunded_total, attention from orders where site_id = ${site.site.id} order by created_at, id`;
      assert.deepEqual(orders, [
        { status: "disputed", refundedTotal: 900, attention: "disputed" },
        { status: "partially_refunded", refundedTotal: 900, attention: null },
      ]);
    });
  });

  void test("refunds of a second payment of an order only what Stripe has not returned", async () => {
    const { site, stripe, operator } = await aStripeShop();
    const { id: siteId } = site;
    const course = await aPaidCourse(operator);
    for (const refunded of [4900, 900]) {
      await startAtStripe(await site.signedIn(await site.member()), course.plan, stripe);
      stripe.refunded.set(stripe.pay().payment_intent!, refunded);
    }
    // Both orders were paid in another way meanwhile.
    await database.run`
      insert into payments (site_id, id, order_id, provider, method, status, amount, currency, paid_at, created_at, updated_at)
      select site_id, uuidv7(), id, 'offline', 'bank_transfer', 'succeeded', total, currency, placed_at, placed_at, placed_at
        from orders where site_id = ${siteId}`;
    await database.run`update orders set status = 'paid', paid_at = placed_at where site_id = ${siteId}`;
    await later(hour, () => reconcile(site));
    const refunds = await database.many<{ amount: number; status: string }>`
      select amount, status from refunds where site_id = ${siteId} order by order_id, amount`;
    assert.deepEqual(
      refunds.map(({ amount, status }) => [amount, status]),
      [
        [4900, "succeeded"],
        [900, "succeeded"],
        [4000, "pending"],
      ],
    );
    const orders = await ordersOf(site);
    assert.deepEqual(
      orders.map(({ status, attention }) => [status, attention]),
      [
        ["paid", "paid_twice"],
        ["paid", "paid_twice"],
      ],
    );
  });

  void test("leaves out payments in the test mode of Stripe after live keys were entered", async () => {
    const { site, owner, operator, stripe } = await aStripeShop();
    const course = await aPaidCourse(operator);
    await startAtStripe(await site.signedIn(await site.member()), course.plan, stripe);
    await send(site, stripe.event("checkout.session.completed", stripe.pay()));
    const live = aStripeAccount("sk_live");
    const enter = ({ secretKey, signingSecret }: StripeAccount) => connectStripe(owner, { secretKey, signingSecret });
    await later(hour, async () => {
      assert.match((await enter(live)).address, /done=saved/);
      assert.deepEqual(await reconcile(site), { compared: 0, unanswered: 0, isTruncated: false, divergences: [] });
      assert.equal((await ordersOf(site))[0]!.attention, null);
      await startAtStripe(await site.signedIn(await site.member()), course.plan, live);
      live.pay();
      // A new key of the same mode is one of the same account.
      assert.match((await enter(live)).address, /done=saved/);
    });
    await later(2 * hour, async () => {
      const { compared, divergences } = await reconcile(site);
      assert.deepEqual([compared, divergences.map(({ isRepaired }) => isRepaired)], [1, [true]]);
    });
  });
});
