import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { day, hour, later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, checkOut, ordersOf } from "../support/buyer.ts";
import { anEcpayAccount } from "../support/ecpay-emulator.ts";
import { anEcpayBuyer, connect, send as sendToSite, submitToEcpay } from "../support/ecpay-shop.ts";
import { runReconciliation } from "../support/run-refunds.ts";
import { aStripeShop, startAtStripe } from "../support/stripe-shop.ts";
import { reconcile } from "../support/reconcile.ts";

/** A day in the form of ECPay. */
const inDays = (days: number) => new Date(now().getTime() + days * day).toISOString().slice(0, 10).replaceAll("-", "/");

void describe("Reconciliation with ECPay", () => {
  void test("finds payments that are made long after the order, at ECPay and at Stripe", async () => {
    const { site, ecpay, trade } = await anEcpayBuyer();
    ecpay.issue(trade, "atm", inDays(7));
    await sendToSite(site, ecpay.notification(trade));
    const shop = await aStripeShop();
    const course = await aPaidCourse(shop.operator);
    await startAtStripe(await shop.site.signedIn(await shop.site.member()), course.plan, shop.stripe);
    await later(5 * day, async () => {
      await expireOrders(database, now());
      ecpay.pay(trade, trade.paymentType);
      shop.stripe.pay();
      for (const { site: school, kind } of [
        { site, kind: "state_differs" },
        { site: shop.site, kind: "state_differs" },
      ]) {
        const { divergences } = await reconcile(school);
        assert.deepEqual(
          divergences.map((found) => [found.kind, found.isRepaired]),
          [[kind, true]],
        );
        assert.equal((await ordersOf(school))[0]!.status, "paid");
        assert.deepEqual((await reconcile(school)).divergences, []);
      }
    });
  });

  void test("asks ECPay about unpaid payments first, those that it was not asked about for longest", async () => {
    const { site, ecpay, trade } = await anEcpayBuyer();
    ecpay.pay(trade);
    await sendToSite(site, ecpay.notification(trade));
    const number = trade.fields["MerchantTradeNo"]!;
    const asked = () => ecpay.received.filter(({ path }) => path.startsWith("/Cashier/QueryTradeInfo"));
    const [paid] = await database.many<{ id: string }>`select id from payments where site_id = ${site.site.id}`;
    // 101 more, none of which ECPay knows.
    await database.run`
      insert into payments (site_id, id, order_id, provider, method, status, amount, currency, session_reference,
                            opened_at, created_at, updated_at)
      select site_id, gen_random_uuid(), order_id, provider, method, 'canceled', amount, currency, 'LN' || counted,
             created_at, created_at, updated_at
        from payments cross join generate_series(1, 101) as counted
       where site_id = ${site.site.id} and id = ${paid!.id}`;
    await later(hour, async () => {
      const before = asked().length;
      const { compared, isTruncated } = await reconcile(site);
      assert.deepEqual([compared, isTruncated, asked().length - before], [100, true, 100]);
      const first = new Set(
        asked()
          .slice(before)
          .map(({ fields }) => fields["MerchantTradeNo"]),
      );
      assert.ok(!first.has(number));
      await later(hour, async () => void (await reconcile(site)));
      const [next] = asked().slice(before + 100);
      assert.ok(!first.has(next!.fields["MerchantTradeNo"]));
    });
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
      await owner.submit(await owner.open(path), {}, path);
      await runReconciliation(site);
      assert.match(textOf(await owner.open(path)), /no usable response: 1\./);
      ecpay.fault = "fail";
      await assert.rejects(reconcile(site));
      await runReconciliation(site);
      assert.match(textOf(await owner.open(path)), /A provider cannot be reached/);
    });
  });
});
