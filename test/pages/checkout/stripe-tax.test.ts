import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";
import { aPaidCourse } from "../support/buyer.ts";
import { breakReceipts, repairReceipts } from "../support/broken-receipts.ts";
import { aMembership } from "../support/membership.ts";
import { aStripeShop, send, startAtStripe } from "../support/stripe-shop.ts";

const taxesOf = ({ site }: ASite) =>
  database.many<{ status: string; total: number; taxTotal: number; taxAmount: number; taxRate: number }>`
    select orders.status, orders.total, orders.tax_total, lines.tax_amount, lines.tax_rate
      from orders join order_lines lines on lines.site_id = orders.site_id and lines.order_id = orders.id
     where orders.site_id = ${site.id} order by orders.created_at, orders.id`;

/** A school with a tax rate of its own, which leaves taxes of payments at Stripe to Stripe. */
async function aTaxedShop() {
  const shop = await aStripeShop();
  const { owner } = shop;
  const selling = { taxName: "VAT", taxRate: "5", checkoutMinutes: "30", graceDays: "7", refundAccess: "end" };
  await owner.submit(await owner.open("/admin/payments"), selling, "/admin/payments");
  const choice = { "enabled-stripe": "on", "stripe-tax": "on" };
  const saved = await owner.submit(await owner.open("/admin/payments"), choice, "/admin/payments/stripe");
  assert.match(saved.body, /name="stripe-tax"[^>]*checked/);
  return { ...shop, browser: await shop.site.signedIn(await shop.site.member()) };
}

void describe("Stripe Tax", () => {
  void test("calculates the tax that the price includes, which the order and its receipt show once it is paid", async () => {
    const { site, operator, owner, stripe, browser } = await aTaxedShop();
    const { plan } = await aPaidCourse(operator);
    const order = await startAtStripe(browser, plan, stripe);
    const { fields, idempotencyKey } = stripe.received.at(-1)!;
    assert.equal(fields["automatic_tax[enabled]"], "true");
    assert.equal(fields["line_items[0][price_data][tax_behavior]"], "inclusive");
    assert.match((await browser.open(order)).body, /Includes VAT 5%: \$2\.33/);
    assert.deepEqual(await taxesOf(site), [
      { status: "pending", total: 4900, taxTotal: 233, taxAmount: 233, taxRate: 500 },
    ]);

    // 19 % of the place of the buyer, as calculated by Stripe. Repeated events change nothing.
    const paid = stripe.event("checkout.session.completed", stripe.pay());
    for (const message of [paid, paid]) assert.equal((await send(site, message)).statusCode, 200);
    assert.deepEqual(await taxesOf(site), [{ status: "paid", total: 4900, taxTotal: 782, taxAmount: 782, taxRate: 0 }]);
    const receipt = await browser.open(order);
    assert.match(receipt.body, /Includes VAT: \$7\.82/);
    assert.doesNotMatch(receipt.body, /Includes VAT 5/);
    const { data } = (await operator.get("/orders")).json<{ data: { tax_total: object }[] }>();
    assert.deepEqual(data[0]!.tax_total, { amount: 782, currency: "USD" });

    // Without the option, the rate of the school applies, and the checkout is another one at Stripe.
    const choice = { "enabled-stripe": "on" };
    await owner.submit(await owner.open("/admin/payments"), choice, "/admin/payments/stripe");
    const other = await aPaidCourse(operator, { price: { amount: 2100, currency: "USD" } });
    await startAtStripe(browser, other.plan, stripe);
    const without = stripe.received.at(-1)!;
    assert.equal(without.fields["automatic_tax[enabled]"], undefined);
    assert.equal(without.fields["line_items[0][price_data][tax_behavior]"], undefined);
    assert.deepEqual([idempotencyKey?.endsWith("-tax"), without.idempotencyKey?.endsWith("-tax")], [true, false]);
    await send(site, stripe.event("checkout.session.completed", stripe.pay()));
    assert.deepEqual((await taxesOf(site)).at(-1), {
      status: "paid",
      total: 2100,
      taxTotal: 100,
      taxAmount: 100,
      taxRate: 500,
    });
  });

  void test("is kept in events that fail, and recorded when staff applies them again", async () => {
    const { site, operator, owner, stripe, browser } = await aTaxedShop();
    await startAtStripe(browser, (await aPaidCourse(operator)).plan, stripe);
    const once = stripe.event("checkout.session.completed", stripe.pay());
    await startAtStripe(browser, (await aMembership(operator)).price, stripe);
    const { subscription, invoice } = stripe.subscribe();
    await send(site, stripe.event("invoice.paid", invoice));
    await breakReceipts(site);
    const renewed = stripe.event("invoice.paid", stripe.billing.renew(subscription));
    for (const message of [once, renewed]) assert.equal((await send(site, message)).statusCode, 500);
    await repairReceipts(site);
    const list = "/admin/payments/events";
    for (const message of [once, renewed]) {
      const { id } = JSON.parse(message.payload) as { id: string };
      await owner.submit(await owner.open(list), { provider: "stripe", event: id }, list);
    }
    assert.deepEqual(
      (await taxesOf(site)).map(({ status, taxTotal, taxRate }) => [status, taxTotal, taxRate]),
      [
        ["paid", 782, 0],
        ["paid", 144, 0],
        ["paid", 144, 0],
      ],
    );
  });

  void test("is calculated for each payment of a subscription", async () => {
    const { site, operator, stripe, browser } = await aTaxedShop();
    await startAtStripe(browser, (await aMembership(operator)).price, stripe);
    const { subscription, invoice } = stripe.subscribe();
    await send(site, stripe.event("invoice.paid", invoice));
    assert.deepEqual(
      (await taxesOf(site)).map(({ status, taxTotal, taxRate }) => [status, taxTotal, taxRate]),
      [["paid", 144, 0]],
    );
    await send(site, stripe.event("invoice.paid", stripe.billing.renew(subscription)));
    assert.deepEqual(
      (await taxesOf(site)).map(({ status, taxTotal, taxRate }) => [status, taxTotal, taxRate]),
      [
        ["paid", 144, 0],
        ["paid", 144, 0],
      ],
    );
  });
});
