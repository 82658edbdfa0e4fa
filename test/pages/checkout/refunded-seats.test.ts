import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop } from "../support/buyer.ts";
import { runRefunds } from "../support/run-refunds.ts";
import { buyFor, linkOf, seatsOf, shareOf } from "../support/vouchers.ts";

/** A buyer of seats, of which some are taken. */
async function aGroup(seats: number, taken = 1) {
  const { site, operator, owner } = await aShop();
  const course = await aPaidCourse(operator);
  const buyer = await site.signedIn(await site.member());
  const order = await buyFor(buyer, course.plan, { for: "seats", seats: String(seats) });
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
  const shared = async () => textOf(await shareOf(buyer, order));
  return { site, buyer, order, learner: learners[0]!, refund, take, shared, canLearn };
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
      const { buyer, order, refund, take } = await aGroup(
        fields.access === "keep" ? 2 : 3,
        fields.access === "keep" ? 1 : 2,
      );
      await refund(fields);
      const page = await shareOf(buyer, order);
      const seat = /name="seat" value="(vst_\w+)"/.exec(page.body)![1]!;
      const freed = await buyer.submit(page, { act: "free", seat }, page.address);
      assert.match(textOf(freed), /It was refunded, so nobody else can take it\./);
      assert.match(await take(), left);
    }
  });
});
