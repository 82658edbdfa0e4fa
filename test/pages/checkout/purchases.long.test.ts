import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOrder } from "#domain/sales/checkout/place-order.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { limitConcurrency } from "#lib/work/limit-concurrency.ts";
import { database } from "../../support/databases/database.ts";
import { type AMember, type ASite, payments } from "../../support/world.ts";
import { aPaidCourse, aPaidEvent, aShop, ordersOf, sendTestEvent } from "../support/buyer.ts";
import { textOf } from "../support/asked.ts";

const order = (site: ASite, member: AMember, item: string) => {
  const { id: memberId, accountId } = member;
  const caller = { kind: "session" as const, memberId, accountId, sessionId: memberId, roles: ["student" as const] };
  const context = { ...site.context(), caller, payments };
  return perform(placeOrder, context, { item, provider: "test", key: `key-of-member-${member.id}` });
};

void test("1,000 purchases, each event delivered five times, concurrently, shuffled and late, are 1,000 paid orders, enrollments and receipts", async () => {
  const purchases = 1000;
  const { site, operator } = await aShop();
  const course = await aPaidCourse(operator);
  const within = limitConcurrency({ maxRunning: 8, maxWaiting: Infinity, refusal: () => new Error("too many") });
  const ids = await Promise.all(
    Array.from({ length: purchases }, () =>
      within(async () => {
        const { paymentId } = await order(site, await site.member(), course.plan);
        return formatId("payment", paymentId!);
      }),
    ),
  );
  const amount = { amount: 4900, currency: "USD" };
  const messages = ids.flatMap((paymentId, index) => {
    const paid = { id: `evt_${index}`, paymentId, outcome: "paid", amount } as const;
    return [paid, paid, paid, paid, paid, { ...paid, id: `evt_${index}_late`, outcome: "expired" } as const];
  });
  const shuffled = messages
    .map((message, index) => ({ message, at: (index * 7919) % messages.length }))
    .toSorted((a, b) => a.at - b.at);
  await Promise.all(
    shuffled.map(({ message }) =>
      within(async () => {
        const { statusCode, body } = await sendTestEvent(site, message);
        assert.equal(statusCode, 200, body);
      }),
    ),
  );
  const orders = await ordersOf(site);
  assert.equal(orders.filter(({ status, attention }) => status === "paid" && attention === null).length, purchases);
  const receipts = orders.map(({ invoiceNumber }) => Number(invoiceNumber!.split("-")[1])).toSorted((a, b) => a - b);
  assert.deepEqual(
    receipts,
    receipts.map((_number, index) => index + 1),
  );
  const { enrollments, refunds } = await database.one<{ enrollments: number; refunds: number }>`
    select (select count(*) from enrollments where site_id = ${site.site.id} and status = 'active') as enrollments,
           (select count(*) from refunds where site_id = ${site.site.id}) as refunds`;
  assert.deepEqual({ enrollments, refunds }, { enrollments: purchases, refunds: 0 });
});

void test("one of 200 people who check out the last seat at the same time gets it; the others learn it before they pay", async () => {
  const { site, operator } = await aShop();
  const event = await aPaidEvent(operator, { capacity: 1 });
  const browsers = await Promise.all(Array.from({ length: 200 }, async () => site.signedIn(await site.member())));
  const ends = await Promise.all(
    browsers.map(async (browser) => {
      const page = await browser.open(`/checkout?item=${event.ticket}`);
      const isSold = textOf(page).includes("All seats are taken.");
      return isSold ? page : browser.submit(page, { provider: "test" }, "/checkout");
    }),
  );
  assert.equal(ends.filter(({ address }) => address.includes("/checkout/test/")).length, 1);
  assert.equal(ends.filter((page) => textOf(page).includes("All seats are taken.")).length, 199);
  assert.equal((await ordersOf(site)).length, 1);
});
