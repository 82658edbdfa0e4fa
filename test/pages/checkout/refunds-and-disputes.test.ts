import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import type { ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import {
  aPaidCourse,
  aPaidEvent,
  aShop,
  checkOut,
  decide,
  ordersOf,
  paymentIn,
  sendTestEvent,
} from "../support/buyer.ts";
import { runRefunds } from "../support/run-refunds.ts";
import { amount, enrollmentsOf } from "../support/payments.ts";

void describe("A refund", () => {
  void test("in full ends access, and in part keeps it if staff says so", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    const browser = await site.signedIn(member);
    const order = await decide(browser, await checkOut(browser, course.plan), "paid");
    const staffPage = order.address.replace("/orders/", "/admin/orders/");
    const refund = async (fields: Record<string, string>) => {
      const page = await owner.open(staffPage);
      return owner.submit(page, { act: "refund", reason: "", ...fields }, staffPage);
    };
    const tooMuch = await refund({ amount: "49.01", access: "keep" });
    assert.equal(tooMuch.status, 422);
    assert.match(textOf(tooMuch), /Enter an amount of at most \$49\./);
    assert.match(textOf(await refund({ amount: "9", access: "keep" })), /The refund is being processed\./);
    await runRefunds(site);
    assert.equal((await ordersOf(site))[0]!.status, "partially_refunded");
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    await refund({ amount: "40.00", access: "end" });
    await runRefunds(site);
    assert.equal((await ordersOf(site))[0]!.status, "refunded");
    assert.deepEqual(await enrollmentsOf(site), ["revoked"]);
    assert.match(textOf(await browser.open(order.address)), /Refunded: \$49/);
    const subjects = (await mailsTo(member.email, 4)).map(({ email }) => email.subject ?? "");
    assert.equal(subjects.filter((subject) => subject.startsWith("Refund of order")).length, 2);
  });

  void test("prints the receipt as it was when the order was paid", async () => {
    const { site, operator, owner } = await aShop();
    const selling = {
      sellerName: "Harbour Ltd",
      sellerAddress: "Pier 1",
      sellerTaxId: "",
      taxName: "VAT",
      taxRate: "5",
    };
    const save = async (fields: Record<string, string>) =>
      owner.submit(
        await owner.open("/admin/payments"),
        { ...selling, refundAccess: "keep", checkoutMinutes: "30", graceDays: "7", ...fields },
        "/admin/payments",
      );
    assert.match(textOf(await save({})), /Your changes have been saved\./);
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const order = await decide(browser, await checkOut(browser, course.plan), "paid");
    const receipt = /Includes VAT 5%: \$2\.33.*Sold by Harbour Ltd Pier 1/;
    assert.match(textOf(order), receipt);
    await save({ sellerName: "Other Ltd", taxName: "GST", taxRate: "10" });
    assert.match(textOf(await browser.open(order.address)), receipt);
    const staffPage = order.address.replace("/orders/", "/admin/orders/");
    const review = await owner.submit(
      await owner.open(staffPage),
      { act: "reviewRefund", amount: "49", reason: "" },
      staffPage,
    );
    assert.match(textOf(review), /Access stays as it is\./);
  });

  void test("is out of reach of lecturers, and of forms of other schools", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const order = await decide(browser, await checkOut(browser, course.plan), "paid");
    const staffPage = order.address.replace("/orders/", "/admin/orders/");
    const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    assert.equal((await lecturer.open(staffPage)).status, 403);
    const other = await aShop();
    assert.equal((await other.owner.open(staffPage)).status, 404);
    const stranger = await site.signedIn(await site.member());
    assert.equal((await stranger.open(order.address)).status, 404);
  });
});

const registrationsOf = async ({ site }: ASite) =>
  (
    await database.many<{ status: string }>`
      select status from event_registrations where site_id = ${site.id} order by created_at`
  ).map(({ status }) => status);

/** A course that a member has paid for, with a refund of part or all of it under way. */
async function aRefundUnderWay(refund: { amount: string; access: string }) {
  const { site, operator, owner } = await aShop();
  const course = await aPaidCourse(operator);
  const browser = await site.signedIn(await site.member());
  const provider = await checkOut(browser, course.plan);
  const order = await decide(browser, provider, "paid");
  const staffPage = order.address.replace("/orders/", "/admin/orders/");
  await owner.submit(await owner.open(staffPage), { act: "refund", reason: "", ...refund }, staffPage);
  return { site, browser, paymentId: paymentIn(provider.address), address: order.address };
}

void describe("A dispute", () => {
  void test("ends access immediately; it returns if the school wins, and the order counts as refunded if it loses", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    for (const [outcome, status, enrollment] of [
      ["dispute_won", "paid", "active"],
      ["dispute_lost", "refunded", "revoked"],
    ] as const) {
      const member = await site.member();
      const browser = await site.signedIn(member);
      const provider = await checkOut(browser, course.plan);
      await decide(browser, provider, "paid");
      const paymentId = paymentIn(provider.address);
      const state = async () => {
        const { id } = site.site;
        return database.one<{ status: string; enrollment: string }>`
          select status, (select enrollments.status from enrollments
                           where site_id = ${id} and student_id = ${member.id}) as enrollment
            from orders where site_id = ${id} and member_id = ${member.id}`;
      };
      await sendTestEvent(site, { id: `${outcome}_1`, paymentId, outcome: "dispute_opened", amount });
      assert.deepEqual(await state(), { status: "disputed", enrollment: "revoked" });
      await sendTestEvent(site, { id: `${outcome}_2`, paymentId, outcome, amount });
      await sendTestEvent(site, { id: `${outcome}_3`, paymentId, outcome: "dispute_opened", amount });
      const after = await state();
      // A dispute that was won can be opened again; one that was lost cannot.
      assert.deepEqual(
        after,
        outcome === "dispute_won" ? { status: "disputed", enrollment: "revoked" } : { status, enrollment },
      );
    }
  });

  void test("won by the school after a refund in full leaves the order refunded and the course closed", async () => {
    const { site, browser, paymentId, address } = await aRefundUnderWay({ amount: "49", access: "end" });
    await sendTestEvent(site, { id: "evt_1", paymentId, outcome: "dispute_opened", amount });
    await runRefunds(site);
    assert.equal((await ordersOf(site))[0]!.status, "disputed");
    await sendTestEvent(site, { id: "evt_2", paymentId, outcome: "dispute_won", amount });
    assert.equal((await ordersOf(site))[0]!.status, "refunded");
    assert.deepEqual(await enrollmentsOf(site), ["revoked"]);
    assert.match(textOf(await browser.open(address)), /Refunded: \$49/);
  });

  void test("won by the school returns the access that a refund in full during it has kept", async () => {
    const { site, paymentId } = await aRefundUnderWay({ amount: "49", access: "keep" });
    await sendTestEvent(site, { id: "evt_1", paymentId, outcome: "dispute_opened", amount });
    await runRefunds(site);
    assert.deepEqual(await enrollmentsOf(site), ["revoked"]);
    await sendTestEvent(site, { id: "evt_2", paymentId, outcome: "dispute_won", amount });
    const [order] = await ordersOf(site);
    assert.deepEqual([order!.status, order!.attention], ["refunded", null]);
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
  });

  void test("won by the school gives back no ticket that a partial refund has ended before", async () => {
    const { site, operator, owner } = await aShop();
    const event = await aPaidEvent(operator);
    const browser = await site.signedIn(await site.member());
    const provider = await checkOut(browser, event.ticket);
    const order = await decide(browser, provider, "paid");
    const staffPage = order.address.replace("/orders/", "/admin/orders/");
    const fields = { act: "refund", reason: "", amount: "9", access: "end" };
    await owner.submit(await owner.open(staffPage), fields, staffPage);
    await runRefunds(site);
    const paymentId = paymentIn(provider.address);
    for (const outcome of ["dispute_opened", "dispute_won"] as const) {
      await sendTestEvent(site, { id: outcome, paymentId, outcome, amount });
    }
    const [after] = await ordersOf(site);
    assert.deepEqual([after!.status, after!.attention], ["partially_refunded", null]);
    assert.deepEqual(await registrationsOf(site), ["canceled"]);
  });

  void test("won by the school gives no seat that the order has never got and that was refunded", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator, { capacity: 1 });
    const { address } = await checkOut(await site.signedIn(await site.member()), event.ticket);
    const paymentId = paymentIn(address);
    const send = (outcome: "paid" | "dispute_opened" | "dispute_won") =>
      sendTestEvent(site, { id: outcome, paymentId, outcome, amount });
    await later(31 * minute, async () => {
      await expireOrders(database, now());
      const second = await site.signedIn(await site.member());
      await decide(second, await checkOut(second, event.ticket), "paid");
      await send("paid");
      await send("dispute_opened");
      await runRefunds(site);
      assert.equal((await operator.patch(`/events/${event.id}`, { capacity: 2 })).statusCode, 200);
      await send("dispute_won");
    });
    const [order] = await ordersOf(site);
    assert.deepEqual([order!.status, order!.attention], ["refunded", null]);
    assert.deepEqual(await registrationsOf(site), ["registered"]);
  });

  void test("lost by the school counts the payment once if a refund succeeds afterwards", async () => {
    const { site, browser, paymentId, address } = await aRefundUnderWay({ amount: "9", access: "keep" });
    await sendTestEvent(site, { id: "evt_1", paymentId, outcome: "dispute_lost", amount });
    await runRefunds(site);
    assert.equal((await ordersOf(site))[0]!.status, "refunded");
    assert.match(textOf(await browser.open(address)), /Refunded: \$49/);
  });

  void test("won by the school asks staff to look at the order if its seat was taken meanwhile", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator, { capacity: 1 });
    const [first, second] = [await site.signedIn(await site.member()), await site.signedIn(await site.member())];
    const provider = await checkOut(first, event.ticket);
    await decide(first, provider, "paid");
    const paymentId = paymentIn(provider.address);
    await sendTestEvent(site, { id: "evt_1", paymentId, outcome: "dispute_opened", amount });
    await decide(second, await checkOut(second, event.ticket), "paid");
    await sendTestEvent(site, { id: "evt_2", paymentId, outcome: "dispute_won", amount });
    assert.deepEqual(
      (await ordersOf(site)).map(({ status, attention }) => [status, attention]),
      [
        ["paid", "not_fulfilled"],
        ["paid", null],
      ],
    );
  });
});
