import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAccount } from "#domain/sales/payments/account.ts";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { testEventRequest } from "#domain/sales/payments/test-provider.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { payments } from "../../support/world.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
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

const minute = 60_000;

void describe("Messages of a provider", () => {
  void test("Events that arrive five times, concurrently and out of order, pay each order once, with receipt numbers without gaps", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const buyers = await Promise.all(
      Array.from({ length: 10 }, async () => checkOut(await site.signedIn(await site.member()), course.plan)),
    );
    const messages = buyers.flatMap(({ address }, index) => {
      const paymentId = paymentIn(address);
      const paid = { id: `evt_${index}`, paymentId, outcome: "paid", amount } as const;
      return [paid, paid, paid, paid, paid, { ...paid, id: `evt_${index}_late`, outcome: "failed" } as const];
    });
    const shuffled = messages.map((message, index) => ({ message, at: (index * 37) % messages.length }));
    const ordered = shuffled.toSorted((a, b) => a.at - b.at).map(({ message }) => message);
    const answers = await Promise.all(ordered.map((message) => sendTestEvent(site, message)));
    for (const answer of answers) assertStatus(answer, 200);
    const orders = await ordersOf(site);
    assert.deepEqual(new Set(orders.map(({ status }) => status)), new Set(["paid"]));
    const receipts = orders.map(({ invoiceNumber }) => Number(invoiceNumber!.split("-")[1])).toSorted((a, b) => a - b);
    assert.deepEqual(receipts, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert.equal((await enrollmentsOf(site)).length, 10);
    const { events } = await database.one<{ events: number }>`
      select count(*) as events from outbox_events where site_id = ${site.site.id} and type = 'order.paid'`;
    assert.equal(events, 10);
  });

  void test("are refused without the right signature, for unknown providers and above 256 KiB, and ignored for unknown payments", async () => {
    const { site, operator } = await aShop();
    const other = await aShop();
    const course = await aPaidCourse(operator);
    const { address } = await checkOut(await site.signedIn(await site.member()), course.plan);
    const event = { id: "evt_1", paymentId: paymentIn(address), outcome: "paid", amount } as const;
    // Signed by another school.
    const account = await findAccount({ ...other.site.context(), payments }, "test");
    const { body, headers } = testEventRequest(account!, event);
    const post = (payload: Buffer, signature: Record<string, string>, provider = "test") =>
      site.request("POST", `/payments/${provider}/events`, { payload, headers: signature });
    assert.equal((await post(body, headers)).statusCode, 400);
    assert.equal((await post(body, {})).statusCode, 400);
    for (const provider of ["unknown", "offline", "stripe"]) {
      assert.equal((await post(body, headers, provider)).statusCode, 404, provider);
    }
    assert.equal((await post(Buffer.alloc(257 * 1024), headers)).statusCode, 413);
    // The payment of another school.
    assert.equal((await sendTestEvent(other.site, event)).statusCode, 200);
    assert.deepEqual(
      (await ordersOf(site)).map(({ status }) => status),
      ["pending"],
    );
    // Sent again once the payment is known.
    assert.equal((await sendTestEvent(site, event)).statusCode, 200);
    assert.equal((await ordersOf(site))[0]!.status, "paid");
  });

  void test("about another amount pay nothing, and staff sees why", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const { address } = await checkOut(await site.signedIn(await site.member()), course.plan);
    const paymentId = paymentIn(address);
    await sendTestEvent(site, { id: "evt_1", paymentId, outcome: "paid", amount: { amount: 100, currency: "USD" } });
    const [order] = await ordersOf(site);
    assert.deepEqual([order!.status, order!.attention], ["pending", "amount_differs"]);
    assert.deepEqual(await enrollmentsOf(site), []);
    assert.match(textOf(await owner.open("/admin/orders?status=attention")), /Ana Lima/);
  });
});

void describe("A late payment", () => {
  void test("is honored if the seat is free, and refunded if another member has it", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator, { capacity: 1 });
    const first = await site.signedIn(await site.member());
    const { address } = await checkOut(first, event.ticket);
    await later(31 * minute, async () => {
      await expireOrders(database, now());
      assert.equal((await ordersOf(site))[0]!.status, "expired");
      const second = await site.signedIn(await site.member());
      await decide(second, await checkOut(second, event.ticket), "paid");
      await sendTestEvent(site, { id: "evt_late", paymentId: paymentIn(address), outcome: "paid", amount });
      assert.equal(await runRefunds(site), 1);
    });
    const orders = await ordersOf(site);
    assert.deepEqual(
      orders.map(({ status, attention }) => [status, attention]),
      [
        ["refunded", "not_fulfilled"],
        ["paid", null],
      ],
    );
    const { registered } = await database.one<{ registered: number }>`
      select count(*) as registered from event_registrations where site_id = ${site.site.id}`;
    assert.equal(registered, 1);
  });

  void test("A late payment of an order that was replaced by a new one is refunded if both are paid", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const replaced = await checkOut(browser, course.plan);
    await decide(browser, await checkOut(browser, course.plan), "paid");
    await sendTestEvent(site, { id: "evt_late", paymentId: paymentIn(replaced.address), outcome: "paid", amount });
    assert.equal(await runRefunds(site), 1);
    assert.deepEqual(
      (await ordersOf(site)).map(({ status }) => status),
      ["refunded", "paid"],
    );
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
  });
});

void describe("A bank transfer", () => {
  void test("shows how to pay, and gives access when staff confirms it", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    const browser = await site.signedIn(member);
    const order = await checkOut(browser, course.plan, { provider: "offline" });
    assert.match(textOf(order), /How to pay Harbour Bank, account 0123 Amount \$49 Copy Reference [A-Z2-9]{10}/);
    assert.match((await mailsTo(member.email, 1))[0]!.email.subject ?? "", /^How to pay order/);
    assert.deepEqual(await enrollmentsOf(site), []);
    const staffPage = order.address.replace("/orders/", "/admin/orders/");
    const confirmed = await owner.submit(await owner.open(staffPage), { act: "confirm" }, staffPage);
    assert.match(textOf(confirmed), /The payment is confirmed\./);
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    await owner.submit(await owner.open(staffPage), { act: "confirm" }, staffPage).catch(() => {});
    assert.match(textOf(await browser.open("/orders")), /Knots \(Full\) Paid/);
  });

  void test("waits for two weeks, and staff can cancel it", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const order = await checkOut(browser, course.plan, { provider: "offline" });
    await later(13 * 24 * 60 * minute, async () => void (await expireOrders(database, now())));
    assert.equal((await ordersOf(site))[0]!.status, "pending");
    const staffPage = order.address.replace("/orders/", "/admin/orders/");
    const asked = await owner.submit(await owner.open(staffPage), { act: "cancel" }, staffPage);
    assert.match(textOf(asked), /The buyer can no longer pay this order/);
    assert.equal((await ordersOf(site))[0]!.status, "pending");
    await owner.submit(asked, {}, staffPage);
    assert.equal((await ordersOf(site))[0]!.status, "canceled");
  });
});

void describe("Payment settings", () => {
  void test("are changed by owners only: they decide where money goes", async () => {
    const { site, owner } = await aShop();
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    const page = await manager.open("/admin/payments");
    assert.match(textOf(page), /Only owners can change these settings\./);
    const csrf = csrfOf(await manager.open("/account"));
    const instructions = { instructions: "Another bank", "enabled-offline": "on" };
    for (const path of ["/admin/payments/offline", "/admin/payments", "/admin/payments/stripe/credentials"]) {
      assert.equal((await manager.request("POST", path, { ...instructions, csrf })).statusCode, 403, path);
    }
    assert.match((await owner.open("/admin/payments")).body, /Harbour Bank/);
  });
});

void describe("The number of a receipt", () => {
  void test("starts again with the year of the school's time zone", async () => {
    const { site, operator } = await aShop();
    await database.run`
      insert into schools (site_id, time_zone, created_at, updated_at)
      values (${site.site.id}, 'Asia/Taipei', ${now()}, ${now()})
      on conflict (site_id) do update set time_zone = excluded.time_zone`;
    const course = await aPaidCourse(operator);
    const year = now().getUTCFullYear() + 1;
    // 23:30 and 00:30 in Taipei.
    for (const at of [Date.UTC(year, 11, 31, 15, 30), Date.UTC(year, 11, 31, 16, 30)]) {
      await later(at - now().getTime(), async () => {
        const browser = await site.signedIn(await site.member());
        await decide(browser, await checkOut(browser, course.plan), "paid");
      });
    }
    assert.deepEqual(
      (await ordersOf(site)).map(({ invoiceNumber }) => invoiceNumber),
      [`${year}-000001`, `${year + 1}-000001`],
    );
  });
});
