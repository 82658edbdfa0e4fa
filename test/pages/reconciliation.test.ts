import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { reconcilePayments } from "#domain/sales/payments/reconciliation/reconcile.ts";
import { later, now } from "../support/clock.ts";
import { type ASite, payments } from "../support/world.ts";
import { database } from "../support/database.ts";
import { textOf } from "./support/asked.ts";
import { aPaidCourse, checkOut, ordersOf } from "./support/buyer.ts";
import { anEcpayAccount } from "./support/ecpay-emulator.ts";
import { anEcpayBuyer, connect, send as sendToSite, submitToEcpay } from "./support/ecpay-shop.ts";
import type { Session } from "./support/stripe-emulator.ts";
import { aMembership } from "./support/membership.ts";
import { aStripeShop, send, startAtStripe } from "./support/stripe-shop.ts";

const hour = 3_600_000;

/** Compares as the nightly job does. */
const reconcile = ({ site }: ASite) => {
  const context = {
    db: database,
    site,
    caller: { kind: "system" as const },
    now: now(),
    requestId: null,
    address: null,
  };
  return reconcilePayments({ ...context, payments }, { days: 3 });
};

void describe("Reconciliation", () => {
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
    const charge = { id: "ch_1", amount_refunded: 4900, currency: "usd" };
    Object.assign(refunded, {
      payment_intent: { id: refunded.payment_intent, status: "succeeded", latest_charge: charge },
    });
    const unknown = { ...lost, id: "cs_unknown", metadata: { lectern_payment: formatId("payment", newId()) } };
    const foreign = { ...lost, id: "cs_foreign", metadata: {} };
    stripe.sessions.push(unknown, foreign);
    await startAtStripe(await site.signedIn(await site.member()), course.plan, stripe);
    await later(hour, async () => {
      const { divergences, compared } = await reconcile(site);
      assert.equal(compared, 7);
      const found = new Map(divergences.map(({ reference, kind, isRepaired }) => [reference, [kind, isRepaired]]));
      assert.deepEqual(
        found,
        new Map([
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
          ["pending", null],
        ],
      );
      // What was repaired is not listed again.
      const path = "/admin/payments/reconciliation";
      const page = await owner.submit(await owner.open(path), {}, path);
      assert.match(textOf(page), /Payments compared: 7/);
      for (const { id } of [reopened, cheaper, vanished, unknown]) assert.ok(page.body.includes(id), id);
      for (const { id } of [lost, refunded, foreign]) assert.ok(!page.body.includes(id), id);
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

  void test("asks ECPay about each payment", async () => {
    const { site, ecpay, trade, browser, form, order } = await anEcpayBuyer();
    // The member has gone back and left the second attempt.
    await browser.open((await browser.open(form.address)).address);
    ecpay.pay(trade);
    await later(hour, async () => {
      const first = await reconcile(site);
      assert.deepEqual(
        first.divergences.map(({ kind, isRepaired }) => [kind, isRepaired]),
        [["state_differs", true]],
      );
      assert.equal((await ordersOf(site))[0]!.status, "paid");
      assert.deepEqual((await reconcile(site)).divergences, []);
      ecpay.trades.clear();
      const [missing] = (await reconcile(site)).divergences;
      assert.deepEqual([missing?.kind, missing?.isRepaired], ["missing_there", false]);
      // Staff has looked at it: it stays in the list, but is not marked again.
      assert.equal((await ordersOf(site))[0]!.attention, "differs_there");
      const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
      const path = order.replace("/orders/", "/admin/orders/");
      await owner.submit(await owner.open(path), { act: "dismiss" }, path);
      assert.equal((await reconcile(site)).divergences.length, 1);
      assert.equal((await ordersOf(site))[0]!.attention, null);
      // A difference that comes back is a new one.
      ecpay.trades.set(trade.fields["MerchantTradeNo"]!, trade);
      assert.deepEqual((await reconcile(site)).divergences, []);
      ecpay.trades.clear();
      await reconcile(site);
      assert.equal((await ordersOf(site))[0]!.attention, "differs_there");
    });
  });

  void test("leaves out payments at a former shop of ECPay", async () => {
    const { site, owner, ecpay, course, trade } = await anEcpayBuyer();
    ecpay.pay(trade);
    await sendToSite(site, ecpay.notification(trade));
    const other = anEcpayAccount();
    await later(hour, async () => {
      assert.match((await connect(owner, other)).address, /done=saved/);
      assert.deepEqual(await reconcile(site), { compared: 0, unanswered: 0, isTruncated: false, divergences: [] });
      assert.equal((await ordersOf(site))[0]!.attention, null);
      await submitToEcpay(await checkOut(await site.signedIn(await site.member()), course.plan, { provider: "ecpay" }));
      other.pay(other.newest);
      assert.match((await connect(owner, other)).address, /done=saved/);
    });
    await later(2 * hour, async () => {
      const { compared, divergences } = await reconcile(site);
      assert.deepEqual([compared, divergences.map(({ isRepaired }) => isRepaired)], [1, [true]]);
    });
  });

  void test("compares the others when ECPay's answer about one payment is unusable", async () => {
    const { site, owner, ecpay, course, trade } = await anEcpayBuyer();
    const other = await checkOut(await site.signedIn(await site.member()), course.plan, { provider: "ecpay" });
    await submitToEcpay(other);
    ecpay.pay(ecpay.newest);
    trade.isBroken = true;
    await later(hour, async () => {
      const { compared, unanswered, divergences } = await reconcile(site);
      assert.deepEqual([compared, unanswered, divergences.map(({ isRepaired }) => isRepaired)], [1, 1, [true]]);
      const path = "/admin/payments/reconciliation";
      assert.match(textOf(await owner.submit(await owner.open(path), {}, path)), /without a usable answer.*: 1\./);
      ecpay.fault = "fail";
      await assert.rejects(reconcile(site));
    });
  });
});
