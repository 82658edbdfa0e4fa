import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { textOf } from "../support/asked.ts";
import { runAgreementChanges } from "../support/run-refunds.ts";
import { aStripeSubscriber } from "../support/stripe-subscriber.ts";

/** A member in the trial of a plan at Stripe, beside another plan. */
const aTrial = () =>
  aStripeSubscriber({ basicPlan: { trial_days: 14 }, proPrice: { price: { amount: 1900, currency: "USD" } } });

void describe("The trial of a plan", () => {
  void test("does not change to another plan", async () => {
    const { site, browser, pro, path } = await aTrial();
    assert.doesNotMatch(textOf(await browser.open(`${path}/switch`)), /Pro/);
    const csrf = csrfOf(await browser.open(path));
    await browser.open(`${path}/switch`, { csrf, pricing: pro.price });
    const { status, next } = await database.one<{ status: string; next: string | null }>`
      select status, next_pricing_id as next from subscriptions where site_id = ${site.site.id}`;
    assert.deepEqual([status, next], ["trialing", null]);
  });

  void test("is not offered again after a change to another plan, which ended", async () => {
    const { site, stripe, browser, basic, pro, subscription, tell, path } = await aTrial();
    await tell("invoice.paid", stripe.billing.renew(subscription));
    await browser.submit(await browser.open(`${path}/switch`), { pricing: pro.price }, `${path}/switch`);
    await runAgreementChanges(site);
    const checkout = `/checkout?item=${basic.price}`;
    assert.doesNotMatch(textOf(await browser.open(checkout)), /free trial/);
    stripe.billing.end(subscription);
    await tell("customer.subscription.deleted", subscription);
    assert.doesNotMatch(textOf(await browser.open(checkout)), /free trial/);
    const other = await site.signedIn(await site.member());
    assert.match(textOf(await other.open(checkout)), /free trial/);
  });
});
