import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { addPeriods } from "#domain/memberships/subscriptions/periods.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut } from "../support/buyer.ts";
import { renewalsOf, tick } from "../support/membership.ts";
import { runAgreementChanges } from "../support/run-refunds.ts";
import { anEcpayShop } from "../support/ecpay-shop.ts";
import { aStripeShop, send, startAtStripe } from "../support/stripe-shop.ts";

const plan = {
  plan_type: "installments",
  price: { amount: 10_000, currency: "USD" },
  installments: { count: 3, interval: "month" },
};

const enrollmentsOf = async ({ site }: ASite) =>
  (await database.many<{ status: string }>`select status from enrollments where site_id = ${site.id}`).map(
    ({ status }) => status,
  );

const agreementOf = ({ site }: ASite) =>
  database.one<{ status: string; paymentsMade: number }>`
    select status, payments_made from billing_agreements where site_id = ${site.id}`;

async function confirmLast(site: ASite): Promise<void> {
  const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
  const path = `/admin/orders/${formatId("order", (await renewalsOf(site)).at(-1)!.id)}`;
  await owner.submit(await owner.open(path), { act: "confirm" }, path);
}

/** A student who has paid the first installment by transfer. */
async function aStudent(fields: object = {}, coupon?: object) {
  const { site, operator } = await aShop();
  if (coupon) await operator.post("/coupons", coupon);
  const course = await aPaidCourse(operator, { ...plan, ...fields });
  const browser = await site.signedIn(await site.member());
  const page = await browser.open(`/checkout?item=${course.plan}${coupon ? "&coupon=TEN" : ""}`);
  await checkOut(browser, course.plan, { provider: "offline" }, coupon ? "TEN" : "");
  assert.deepEqual(await enrollmentsOf(site), []);
  await confirmLast(site);
  return { site, operator, course, page };
}

void describe("Installments", () => {
  void test("open the course with the first payment, and are complete after the last one at the old price", async () => {
    const { site, operator, course, page } = await aStudent();
    assert.match(textOf(page), /Due now \$33\.34 Remaining payments \(2\): \$33\.33 per month\./);
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    const raised = await operator.patch(
      `/course_plans/${course.plan}`,
      { price: { amount: 60_000, currency: "USD" }, installments: { count: 6, interval: "month" } },
      { "if-match": "*" },
    );
    assertStatus(raised, 200);
    for (const days of [27, 58]) {
      await tick(days * day);
      await later(days * day, () => confirmLast(site));
    }
    await tick(200 * day);
    assert.deepEqual(
      (await renewalsOf(site)).map(({ status, total }) => [status, total]),
      [
        ["paid", 3334],
        ["paid", 3333],
        ["paid", 3333],
      ],
    );
    assert.deepEqual(await agreementOf(site), { status: "completed", paymentsMade: 3 });
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
  });

  void test("and percentages of a price in New Taiwan dollars are whole dollars, which ECPay accepts", async () => {
    const { site, operator } = await anEcpayShop();
    await operator.post("/coupons", { code: "TEN", discount: { kind: "percent", percent: 15 } });
    const course = await aPaidCourse(operator, { ...plan, price: { amount: 99_900, currency: "TWD" } });
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(`/checkout?item=${course.plan}&coupon=TEN`);
    assert.match(textOf(page), /Due now NT\$283 Remaining payments \(2\): NT\$283 per month\./);
    assert.match(page.body, /value="ecpay"/);
  });

  void test("An unpaid installment closes the course after the grace period, and a late payment opens it again", async () => {
    const { site } = await aStudent();
    await tick(25 * day);
    await tick(32 * day);
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    assert.equal((await agreementOf(site)).status, "past_due");
    await tick(40 * day);
    assert.deepEqual(await enrollmentsOf(site), ["revoked"]);
    await later(41 * day, () => confirmLast(site));
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    assert.deepEqual(await agreementOf(site), { status: "active", paymentsMade: 2 });
  });

  void test("A refund of a later installment ends the course as one of the first does", async () => {
    const { site } = await aStudent();
    await tick(27 * day);
    await later(27 * day, () => confirmLast(site));
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const orders = await renewalsOf(site);
    assert.equal(orders.length, 2);
    for (const { id } of orders) {
      const path = `/admin/orders/${formatId("order", id)}`;
      const refund = { act: "reviewRefund", reason: "", amount: "33", access: "end" };
      const review = textOf(await owner.submit(await owner.open(path), refund, path));
      assert.match(review, /Access ends/);
    }
  });

  void test("share the discount of a coupon", async () => {
    const off = { amount: 1000, currency: "USD" };
    const { site } = await aStudent({}, { code: "TEN", discount: { kind: "amount", amount: off } });
    for (const days of [27, 58]) {
      await tick(days * day);
      await later(days * day, () => confirmLast(site));
    }
    const totals = (await renewalsOf(site)).map(({ total }) => total);
    assert.deepEqual(totals, [3000, 3000, 3000]);
  });

  void test("at Stripe end there with the last payment, and close the course if Stripe gives up", async () => {
    const shop = await aStripeShop();
    const { site, stripe } = shop;
    const course = await aPaidCourse(shop.operator, plan);
    const tell = async (type: string, object: object) =>
      assert.equal((await send(site, stripe.event(type, object))).statusCode, 200);
    const start = async () => {
      await startAtStripe(await site.signedIn(await site.member()), course.plan, stripe);
      const { fields } = stripe.received.at(-1)!;
      const prices = [0, 1].map((item) => fields[`line_items[${item}][price_data][unit_amount]`]);
      assert.deepEqual(prices, ["3333", "1"]);
      const { session, subscription } = stripe.subscribe();
      await tell("checkout.session.completed", session);
      await runAgreementChanges(site);
      return subscription;
    };
    const complete = await start();
    // Stripe charges less for a last period that is shorter than the others.
    const monthly = { interval: "month", intervalCount: 1, timeZone: "UTC" } as const;
    const end = addPeriods(new Date(complete.billing_cycle_anchor * 1000), monthly, 3);
    assert.equal(complete.cancel_at! * 1000, end.getTime());
    for (const _payment of [2, 3]) await tell("invoice.paid", stripe.billing.renew(complete));
    assert.deepEqual(await agreementOf(site), { status: "completed", paymentsMade: 3 });
    await runAgreementChanges(site);
    assert.equal(complete.status, "canceled");
    await tell("customer.subscription.deleted", complete);
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    const unpaid = await start();
    await tell("invoice.payment_failed", stripe.billing.renew(unpaid, { isPaid: false, isLast: true }));
    stripe.billing.end(unpaid);
    await tell("customer.subscription.deleted", unpaid);
    assert.deepEqual((await enrollmentsOf(site)).toSorted(), ["active", "revoked"]);
  });
});
