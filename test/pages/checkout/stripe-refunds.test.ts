import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findCheckoutPayment } from "#domain/sales/orders/change-order.ts";
import { formatId } from "#domain/platform/ids.ts";
import { queuePendingRefunds } from "#domain/sales/payments/refunds/queue-pending-refunds.ts";
import { day, later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { ordersOf } from "../support/buyer.ts";
import { dropRefunds, runRefunds } from "../support/run-refunds.ts";
import { send } from "../support/stripe-shop.ts";

import { paymentsOf, aPaidBuyer, chargeOf } from "../support/stripe-buyer.ts";

void describe("A refund at Stripe", () => {
  void test("is requested once with our ID, and fails if Stripe refuses it", async () => {
    const { site, stripe, owner, order, session } = await aPaidBuyer();
    const staffPage = order.replace("/orders/", "/admin/orders/");
    const refund = async (amount: string) =>
      owner.submit(await owner.open(staffPage), { act: "refund", reason: "", amount, access: "keep" }, staffPage);
    await refund("9");
    await runRefunds(site);
    await runRefunds(site);
    const requests = stripe.received.filter(({ path }) => path === "/v1/refunds");
    assert.equal(requests.length, 1);
    const [{ fields, idempotencyKey }] = requests as [(typeof requests)[number]];
    assert.match(idempotencyKey!, /^rfd_/);
    assert.deepEqual(fields, {
      payment_intent: session.payment_intent,
      amount: "900",
      "metadata[lectern_site]": formatId("site", site.site.id),
      "metadata[lectern_refund]": idempotencyKey,
    });
    assert.equal((await ordersOf(site))[0]!.status, "partially_refunded");
    // The event that follows the refund.
    await send(site, stripe.event("charge.refunded", chargeOf(session, 900)));
    // The bank has returned it.
    const { id } = await database.one<{ id: string }>`select id from refunds where site_id = ${site.site.id}`;
    const returned = { id: "re_1", object: "refund", status: "failed", amount: 900, currency: "usd" };
    const metadata = { lectern_refund: formatId("refund", id) };
    const failed = { ...returned, payment_intent: session.payment_intent, metadata };
    for (const type of ["refund.failed", "refund.updated"]) await send(site, stripe.event(type, failed));
    const [taken] = await ordersOf(site);
    assert.deepEqual([taken!.status, taken!.attention], ["paid", "refund_failed"]);
    await refund("9");
    await runRefunds(site);
    assert.equal((await ordersOf(site))[0]!.status, "partially_refunded");
    await refund("40");
    stripe.fault = "fail";
    await assert.rejects(runRefunds(site), /Stripe did not answer as expected: StripeAPIError, status 500/);
    stripe.fault = "refuse";
    await runRefunds(site);
    const [after] = await ordersOf(site);
    assert.deepEqual([after!.status, after!.attention], ["partially_refunded", "refund_failed"]);
    const payment = await findCheckoutPayment(site.context(), (await paymentsOf(site))[0]!.id);
    assert.equal(payment!.status, "succeeded");
  });

  for (const [when, amount, isDuring] of [
    ["a refund in part before it", "9", false],
    ["a refund in full before it", "49", false],
    ["a refund in full during it", "49", true],
  ] as const) {
    void test(`leaves the order refunded if it fails after a lost dispute: ${when}`, async () => {
      const { site, stripe, owner, order, session } = await aPaidBuyer();
      const staffPage = order.replace("/orders/", "/admin/orders/");
      const fields = { act: "refund", reason: "", amount, access: "keep" };
      await owner.submit(await owner.open(staffPage), fields, staffPage);
      const dispute = { id: "dp_1", object: "dispute", payment_intent: session.payment_intent };
      const report = (type: string, status: string) =>
        send(site, stripe.event(type, { ...dispute, status, amount: 4900, currency: "usd" }));
      if (isDuring) await report("charge.dispute.created", "needs_response");
      await runRefunds(site);
      await report("charge.dispute.closed", "lost");
      assert.equal((await ordersOf(site))[0]!.status, "refunded");
      const { id } = await database.one<{ id: string }>`select id from refunds where site_id = ${site.site.id}`;
      const failed = { id: "re_1", object: "refund", status: "failed", amount: Number(amount) * 100, currency: "usd" };
      const metadata = { lectern_refund: formatId("refund", id) };
      await send(site, stripe.event("refund.failed", { ...failed, payment_intent: session.payment_intent, metadata }));
      const after = await database.one`
        select status, refunded_total, attention from orders where site_id = ${site.site.id}`;
      assert.deepEqual(after, { status: "refunded", refundedTotal: 4900, attention: "refund_failed" });
    });
  }

  void test("is not made again days later if only its answer was lost", async () => {
    const { site, stripe, owner, order, session } = await aPaidBuyer();
    const staffPage = order.replace("/orders/", "/admin/orders/");
    const fields = { act: "refund", reason: "", amount: "9", access: "keep" };
    await owner.submit(await owner.open(staffPage), fields, staffPage);
    stripe.fault = "lose";
    await assert.rejects(runRefunds(site));
    assert.equal(stripe.refunded.get(session.payment_intent!), 900);
    stripe.fault = undefined;
    stripe.forgetKeys();
    await later(5 * day, async () => {
      await queuePendingRefunds({ ...site.context(), now: now() });
      await runRefunds(site);
    });
    assert.equal(stripe.refunded.get(session.payment_intent!), 900);
    assert.deepEqual(
      (await ordersOf(site)).map(({ status, attention }) => [status, attention]),
      [["partially_refunded", null]],
    );
  });

  void test("not accepted by Stripe for days is shown to staff and requested again", async () => {
    const { site, stripe, owner, order } = await aPaidBuyer();
    const staffPage = order.replace("/orders/", "/admin/orders/");
    const fields = { act: "refund", reason: "", amount: "49", access: "end" };
    await owner.submit(await owner.open(staffPage), fields, staffPage);
    stripe.fault = "fail";
    await assert.rejects(runRefunds(site));
    const sweep = () => queuePendingRefunds({ ...site.context(), now: now() });
    await later(3 * day, sweep);
    assert.equal((await ordersOf(site))[0]!.attention, null);
    await dropRefunds(site);
    await later(5 * day, async () => {
      await sweep();
      await sweep();
      assert.deepEqual(
        (await ordersOf(site)).map(({ status, attention }) => [status, attention]),
        [["paid", "refund_failed"]],
      );
      stripe.fault = undefined;
      assert.equal(await runRefunds(site), 1);
    });
    assert.deepEqual(
      (await ordersOf(site)).map(({ status, attention }) => [status, attention]),
      [["refunded", null]],
    );
  });
});
