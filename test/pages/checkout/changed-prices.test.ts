import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import type { Operator } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";
import { aMembership } from "../support/membership.ts";

async function raisePrice(operator: Operator, path: string, amount: number): Promise<void> {
  assertStatus(await operator.patch(path, { price: { amount, currency: "USD" } }, { "if-match": "*" }), 200);
}

void describe("A price that has been paid", () => {
  void test("changes in the administration for new buyers, at the same address of the checkout", async () => {
    const { site, operator, owner } = await aShop();
    const course = await aPaidCourse(operator);
    const buyer = await site.signedIn(await site.member());
    await decide(buyer, await checkOut(buyer, course.plan), "paid");
    const address = `/admin/course_plans/${course.plan}/edit`;
    const fields = { name: "Full", plan_type: "one_time", "price.amount": "59", "price.currency": "USD", active: "on" };
    const saved = await owner.submit(await owner.open(address), fields, address);
    assert.match(textOf(saved), /\$59/);
    const other = await site.signedIn(await site.member());
    assert.match(textOf(await other.open(`/checkout?item=${course.plan}`)), /Total \$59/);
    assert.equal((await ordersOf(site))[0]!.total, 4900);
    const [order] = /\/orders\/ord_\w+/.exec((await buyer.open("/orders")).body)!;
    assert.match(textOf(await buyer.open(order)), /\$49/);
  });
});

void describe("An open checkout", () => {
  void test("shows a price that has changed meanwhile before it charges it", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(`/checkout?item=${course.plan}`);
    await raisePrice(operator, `/course_plans/${course.plan}`, 5900);
    const shown = await browser.submit(page, { provider: "test" }, "/checkout");
    assert.match(textOf(shown), /The price has changed\. Check the total before you pay\..*\$59/);
    assert.deepEqual(await ordersOf(site), []);
    const provider = await browser.submit(shown, { provider: "test" }, "/checkout");
    await decide(browser, await browser.open(new URL(provider.address).pathname), "paid");
    assert.equal((await ordersOf(site))[0]!.total, 5900);
  });

  void test("shows the new price of a membership whose trial is free", async () => {
    const { site, operator } = await aShop();
    const membership = await aMembership(operator, { plan: { trial_days: 14 } });
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(`/checkout?item=${membership.price}`);
    await raisePrice(operator, `/membership_pricings/${membership.price}`, 1900);
    const shown = await browser.submit(page, { provider: "offline" }, "/checkout");
    assert.match(textOf(shown), /Crew \$19 .*The price has changed\./);
    assert.deepEqual(await ordersOf(site), []);
  });
});
