import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { textOf } from "../support/asked.ts";
import type { Json } from "../../rest/support/an-event.ts";
import { operatorOf, problemOf } from "../../rest/support/operator.ts";
import { renewalsOf } from "../support/membership.ts";
import { runAgreementChanges } from "../support/run-refunds.ts";
import { send } from "../support/stripe-shop.ts";
import { aStripeSubscriber } from "../support/stripe-subscriber.ts";

/** A member of a plan for $9 a month, which Stripe renews, beside a plan for another price. */
async function aSubscriber(other: Json) {
  const subscriber = await aStripeSubscriber({ proPrice: other });
  const { browser, path } = subscriber;
  const change = async (pricing: string) =>
    browser.submit(await browser.open(`${path}/switch`), { pricing }, `${path}/switch`);
  return { ...subscriber, change };
}

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>;

const planOf = async ({ site }: Subscriber) =>
  (
    await database.one<{ name: string }>`
      select plans.name from subscriptions
        join membership_plans plans on plans.site_id = subscriptions.site_id and plans.id = subscriptions.plan_id
       where subscriptions.site_id = ${site.site.id}`
  ).name;

const switchesOf = ({ stripe }: Subscriber) =>
  stripe.received.filter(({ fields }) => fields["items[0][price]"] !== undefined);

const paidOf = async ({ site }: Subscriber) =>
  (await renewalsOf(site)).map(({ kind, status, total }) => [kind, status, total]);

const dearer = { price: { amount: 1900, currency: "USD" } };
const yearly = { price: { amount: 9000, currency: "USD" }, interval: "year" };
const cheaper = { price: { amount: 500, currency: "USD" } };

void describe("A membership at Stripe that changes to another plan", () => {
  void test("changes immediately, and Stripe charges the difference once, also if jobs and events are repeated", async () => {
    const subscriber = await aSubscriber(dearer);
    const { site, stripe, browser, path, pro, subscription, tell, change } = subscriber;
    assert.match(
      textOf(await browser.open(`${path}/switch`)),
      /The change takes effect immediately\. You pay the difference/,
    );
    assert.match(textOf(await change(pro.price)), /The change to Pro is being made: \$19 per month\./);
    assert.equal(await planOf(subscriber), "Basic");
    await Promise.all([runAgreementChanges(site), runAgreementChanges(site)]);
    await runAgreementChanges(site);
    assert.equal(await planOf(subscriber), "Pro");
    const [sent] = switchesOf(subscriber);
    assert.equal(sent!.fields["proration_behavior"], "always_invoice");
    assert.equal(sent!.fields["payment_behavior"], "error_if_incomplete");
    assert.equal(sent!.fields["discounts"], "", "A coupon for some payments ends with its price.");
    assert.equal(stripe.billing.invoices.length, 2);
    const invoice = stripe.billing.invoices.at(-1)!;
    assert.ok(invoice.total >= 990 && invoice.total <= 1000, String(invoice.total));
    const message = stripe.event("invoice.paid", invoice);
    await Promise.all([1, 2, 3].map(async () => send(site, message)));
    await tell("customer.subscription.updated", subscription);
    assert.deepEqual(await paidOf(subscriber), [
      ["checkout", "paid", 900],
      ["renewal", "paid", invoice.total],
    ]);
    assert.match(textOf(await browser.open(path)), /Pro .*Price \$19 per month/);
    await tell("invoice.paid", stripe.billing.renew(subscription));
    assert.equal((await renewalsOf(site)).at(-1)!.total, 1900);
    assert.ok((await outboxOf(site)).some(({ type }) => type === "subscription.updated"));
  });

  void test("starts a new period with another interval, also if the event is faster than the answer", async () => {
    const subscriber = await aSubscriber(yearly);
    const { site, stripe, browser, path, pro, subscription, tell, change } = subscriber;
    await change(pro.price);
    stripe.onRequest = () => {
      if (stripe.received.at(-1)!.fields["items[0][price]"] !== undefined) stripe.fault = "lose";
    };
    await assert.rejects(async () => runAgreementChanges(site));
    stripe.onRequest = () => {};
    stripe.fault = undefined;
    await tell("invoice.paid", stripe.billing.invoices.at(-1)!);
    await tell("customer.subscription.updated", subscription);
    assert.equal(await planOf(subscriber), "Pro");
    await runAgreementChanges(site);
    await runAgreementChanges(site);
    assert.equal(stripe.billing.invoices.length, 2);
    assert.match(textOf(await browser.open(path)), /Price \$90 per year/);
    const { days } = await database.one<{ days: number }>`
      select round(extract(epoch from current_period_end - now()) / 86400)::integer as days
        from subscriptions where site_id = ${site.site.id}`;
    assert.ok(days >= 364 && days <= 365, String(days));
  });

  void test("stays as it is if the payment is declined, and can be tried again", async () => {
    const subscriber = await aSubscriber(dearer);
    const { site, stripe, browser, path, pro, change } = subscriber;
    stripe.fault = "decline";
    await change(pro.price);
    await runAgreementChanges(site);
    stripe.fault = undefined;
    assert.equal(await planOf(subscriber), "Basic");
    assert.doesNotMatch(textOf(await browser.open(path)), /is being made/);
    assert.match(textOf(await browser.open("/account/notifications")), /Your membership is still “Basic”/);
    await change(pro.price);
    await runAgreementChanges(site);
    assert.equal(await planOf(subscriber), "Pro");
  });

  void test("is credited for a cheaper plan, and no order is made for the credit", async () => {
    const subscriber = await aSubscriber(cheaper);
    const { site, stripe, pro, tell, change } = subscriber;
    await change(pro.price);
    await runAgreementChanges(site);
    assert.equal(await planOf(subscriber), "Pro");
    const credit = stripe.billing.invoices.at(-1)!;
    assert.ok(credit.total < 0);
    await tell("invoice.paid", credit);
    assert.deepEqual(await paidOf(subscriber), [["checkout", "paid", 900]]);
  });

  void test("cannot be changed by a token, which may not move money", async () => {
    const { site, pro } = await aSubscriber(dearer);
    const staff = await operatorOf(site, "subscriptions:read subscriptions:write");
    const [{ id }] = (await staff.get("/subscriptions")).json().data;
    const refused = await staff.patch(`/subscriptions/${id}`, { pricing_id: pro.price }, { "if-match": "*" });
    assert.equal(refused.statusCode, 409);
    assert.match(JSON.stringify(problemOf(refused)), /admin area/);
  });
});
