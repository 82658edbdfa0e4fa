import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { queuePendingRefunds } from "#domain/sales/payments/refunds/queue-pending-refunds.ts";
import { day, later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { textOf } from "../support/asked.ts";
import { aPaidEvent, aShop, checkOut, ordersOf } from "../support/buyer.ts";
import { anEcpayBuyer, send } from "../support/ecpay-shop.ts";
import { runRefunds } from "../support/run-refunds.ts";

/** A member whose order of NT$1,499 is paid, and the staff page of the order. */
async function aPaidBuyer(paymentType = "Credit_CreditCard") {
  const buyer = await anEcpayBuyer();
  const { site, ecpay, trade, owner, order } = buyer;
  await send(site, ecpay.notification(ecpay.pay(trade, paymentType)));
  const staffPage = order.replace("/orders/", "/admin/orders/");
  const refund = async (amount: string) =>
    owner.submit(await owner.open(staffPage), { act: "refund", reason: "", amount, access: "end" }, staffPage);
  const actions = () =>
    ecpay.received
      .filter(({ path }) => path === "/CreditDetail/DoAction")
      .map(({ fields }) => `${fields["Action"]} ${fields["TotalAmount"]}`);
  return { ...buyer, staffPage, refund, actions };
}

void describe("A refund of a card payment at ECPay", () => {
  void test("gives up, cancels or returns the payment, by its state there", async () => {
    for (const [status, amount, expected] of [
      [undefined, "1499", ["N 1499"]],
      ["要關帳", "1499", ["E 1499", "N 1499"]],
      ["要關帳", "500", ["R 500"]],
      ["已關帳", "1499", ["R 1499"]],
    ] as const) {
      const { site, ecpay, trade, refund, actions } = await aPaidBuyer();
      if (status) ecpay.capture(trade, status);
      await refund(amount);
      await runRefunds(site);
      assert.deepEqual(actions(), expected);
      const [order] = await ordersOf(site);
      assert.equal(order!.status, amount === "1499" ? "refunded" : "partially_refunded");
    }
  });

  void test("waits for the capture if it is a part of the payment", async () => {
    const { site, ecpay, trade, refund, actions } = await aPaidBuyer();
    await refund("500");
    await assert.rejects(runRefunds(site), /after its capture/);
    ecpay.capture(trade, "已關帳");
    await runRefunds(site);
    assert.deepEqual(actions(), ["R 500"]);
    assert.equal((await ordersOf(site))[0]!.status, "partially_refunded");
  });

  void test("is not sent again if only its answer was lost, and fails if ECPay refuses it", async () => {
    const { site, ecpay, trade, refund, actions } = await aPaidBuyer();
    ecpay.capture(trade, "已關帳");
    await refund("500");
    ecpay.fault = "lose";
    await assert.rejects(runRefunds(site));
    ecpay.fault = undefined;
    await runRefunds(site);
    assert.deepEqual(actions(), ["R 500"]);
    assert.equal((await ordersOf(site))[0]!.status, "partially_refunded");
    await refund("999");
    ecpay.fault = "refuse";
    await runRefunds(site);
    const [order] = await ordersOf(site);
    assert.deepEqual([order!.status, order!.attention], ["partially_refunded", "refund_failed"]);
  });
});

void describe("A manual refund", () => {
  void test("is recorded immediately if staff asks for it, after the page has said so", async () => {
    const { site, owner, staffPage, refund, actions } = await aPaidBuyer("ATM_LAND");
    assert.match(textOf(await owner.open(staffPage)), /cannot return money\. Transfer it back yourself first/);
    await refund("1499");
    assert.equal((await ordersOf(site))[0]!.status, "refunded");
    assert.deepEqual(actions(), []);
  });

  void test("waits for staff if staff did not request it", async () => {
    const { site, operator, owner } = await aShop();
    const event = await aPaidEvent(operator, { capacity: 1 });
    const buyers = await Promise.all([1, 2].map(async () => site.signedIn(await site.member())));
    for (const browser of buyers) {
      await checkOut(browser, event.ticket, { provider: "offline" });
      // Its deadline has passed.
      await database.run`delete from checkout_reservations where site_id = ${site.site.id}`;
    }
    const list = await owner.open("/admin/orders?status=pending");
    const pages = [...list.body.matchAll(/href="(\/admin\/orders\/ord_\w+)"/g)].map(([, path]) => path!);
    for (const page of pages) await owner.submit(await owner.open(page), { act: "confirm" }, page);
    const attention = (await ordersOf(site)).find((order) => order.attention !== null);
    assert.equal(attention?.attention, "refund_by_hand");
    await later(5 * day, () => queuePendingRefunds({ ...site.context(), now: now() }));
    assert.equal(await runRefunds(site), 0);
    const opened = await Promise.all(pages.map((page) => owner.open(page)));
    const waiting = opened.find(({ body }) => body.includes('value="confirmRefund"'))!;
    assert.match(textOf(waiting), /Transfer the refund yourself, then confirm it below/);
    const [, refund] = /name="refund" value="(\w+)"/.exec(waiting.body)!;
    const done = await owner.submit(waiting, { act: "confirmRefund", refund: refund! }, waiting.address);
    assert.match(textOf(done), /The refund is recorded\./);
    const after = (await ordersOf(site)).find(({ id }) => id === attention.id)!;
    assert.deepEqual([after.status, after.attention], ["refunded", null]);
  });
});
