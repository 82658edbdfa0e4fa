import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { insertPayment } from "#domain/sales/orders/queries.ts";
import { settlePayment } from "#domain/sales/payments/settlement/settle-payment.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, ordersOf } from "../support/buyer.ts";
import { runRefunds } from "../support/run-refunds.ts";
import { buyFor, linkOf, seatsOf, shareOf } from "../support/vouchers.ts";

/** A buyer of seats, of which some are taken. */
async function aGroup(seats: number, taken = 1, { discount = 0, currency = "USD", price = 4900 } = {}) {
  const { site, operator, owner } = await aShop();
  const course = await aPaidCourse(operator, { price: { amount: price, currency } });
  const coupon = { code: "LESS", discount: { kind: "amount", amount: { amount: discount, currency } } };
  if (discount > 0) assertStatus(await operator.post("/coupons", coupon), 201);
  const buyer = await site.signedIn(await site.member());
  const order = await buyFor(buyer, course.plan, {
    for: "seats",
    seats: String(seats),
    ...(discount > 0 && { coupon: "LESS" }),
  });
  const link = linkOf(await shareOf(buyer, order));
  const learners = [];
  for (let number = 1; number <= taken; number++) {
    const learner = await site.signedIn(await site.member());
    await learner.submit(await learner.open(link), {}, "/redeem");
    learners.push(learner);
  }
  /** Returns the page on which staff confirms the refund. */
  const refund = async (fields: Record<string, string>): Promise<Page> => {
    const staff = order.address.replace("/orders/", "/admin/orders/");
    const review = await owner.submit(await owner.open(staff), { act: "reviewRefund", ...fields }, staff);
    await owner.submit(review, { act: "refund" }, staff);
    await runRefunds(site);
    return review;
  };
  const canLearn = async (browser: TestBrowser) =>
    (await browser.open(`${course.path.replace("/courses/", "/learn/")}/continue`)).body.includes("A loop.");
  const take = async () => {
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(link);
    if (!page.body.includes('action="/redeem"')) return textOf(page);
    await browser.submit(page, {}, "/redeem");
    return (await canLearn(browser)) ? "taken" : "refused";
  };
  /** Takes the seat back of the first person. Returns what the buyer reads. */
  const free = async () => {
    const page = await shareOf(buyer, order);
    const seat = /name="seat" value="(vst_\w+)"/.exec(page.body)![1]!;
    return textOf(await buyer.submit(page, { act: "free", seat }, page.address));
  };
  const shared = async () => textOf(await shareOf(buyer, order));
  return { site, learner: learners[0]!, refund, take, free, shared, canLearn };
}

void describe("The refund of seats", () => {
  void test("ends as many free seats as a partial refund pays back, and leaves those that are taken", async () => {
    const { site, learner, refund, take, shared, canLearn } = await aGroup(4);
    const review = await refund({ amount: "100" });
    assert.match(textOf(review), /Free seats that end: 2\. Seats that are taken stay\./);
    assert.match(await shared(), /1 of 2 seats taken/);
    assert.equal(await canLearn(learner), true);
    assert.equal(await take(), "taken");
    assert.match(await take(), /All seats are taken\./);
    assert.equal((await seatsOf(site)).filter(({ endedFor }) => endedFor === "refund").length, 2);
  });

  void test("ends no seat if staff keeps the access, nor for less than a seat", async () => {
    const { refund, take, shared } = await aGroup(2);
    assert.match(textOf(await refund({ amount: "49", access: "keep" })), /Access stays as it is\./);
    assert.match(textOf(await refund({ amount: "10" })), /Access stays as it is\./);
    assert.match(await shared(), /1 of 2 seats taken/);
    assert.equal(await take(), "taken");
  });

  void test("ends all seats with the whole price, and the access of those who took one by the refund policy", async () => {
    for (const [access, keeps] of [
      ["end", false],
      ["keep", true],
    ] as const) {
      const { site, learner, refund, take, canLearn } = await aGroup(3);
      await refund({ amount: "147", access });
      assert.equal(await canLearn(learner), keeps);
      assert.match(await take(), keeps ? /All seats are taken\./ : /This link has ended\./);
      assert.equal((await seatsOf(site)).filter(({ endedFor }) => endedFor === null).length, keeps ? 1 : 0);
    }
  });

  void test("keeps a seat closed that the buyer takes back afterwards", async () => {
    for (const [fields, left] of [
      [{ amount: "98", access: "keep" }, /This link has ended\./],
      // Two seats are paid back, and one was free: the other one ends when its person leaves.
      [{ amount: "98" }, /All seats are taken\./],
    ] as const) {
      const { refund, take, free } = await aGroup(fields.access === "keep" ? 2 : 3, fields.access === "keep" ? 1 : 2);
      await refund(fields);
      assert.match(await free(), /It was refunded, so nobody else can take it\./);
      assert.match(await take(), left);
    }
  });

  void test("opens a seat again that the buyer takes back after a second payment was refunded at the provider", async () => {
    const { site, free, take } = await aGroup(2);
    const orderId = (await ordersOf(site))[0]!.id;
    const id = newId();
    const money = { amount: 9800, currency: "USD" };
    const pending = { provider: "test", method: "card", status: "pending" } as const;
    await insertPayment(site.context(), { id, orderId, ...pending, ...money }, now());
    await later(minute, () =>
      database.transaction((db) =>
        settlePayment({ ...site.context(), db, now: now() }, id, { status: "succeeded", refundedAmount: 9800 }),
      ),
    );
    assert.deepEqual(
      (await ordersOf(site)).map(({ status, attention }) => [status, attention]),
      [["paid", "paid_twice"]],
    );
    assert.doesNotMatch(await free(), /It was refunded/);
    assert.deepEqual([await take(), await take()], ["taken", "taken"]);
  });

  for (const [title, amount, price] of [
    ["the price of a seat rounded down", "45.66", { discount: 1000 }],
    ["the price of a seat rounded up", "45.67", { discount: 1000 }],
    ["the price of a seat in whole dollars", "33", { currency: "TWD", price: 5000, discount: 5000 }],
  ] as const) {
    void test(`ends a seat for ${title}, of a price that three seats cannot divide`, async () => {
      const { site, refund, free } = await aGroup(3, 1, price);
      assert.match(textOf(await refund({ amount })), /Free seats that end: 1\./);
      assert.equal((await seatsOf(site)).filter(({ endedFor }) => endedFor === "refund").length, 1);
      assert.doesNotMatch(await free(), /It was refunded/);
    });
  }

  void test("ends no seat for a cent less than the price of a seat", async () => {
    const { refund } = await aGroup(3, 1, { discount: 1000 });
    assert.match(textOf(await refund({ amount: "45.65" })), /Access stays as it is\./);
  });
});
