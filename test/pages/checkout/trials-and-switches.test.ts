import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { textOf } from "../support/asked.ts";
import { aMembership } from "../support/membership.ts";
import { runAgreementChanges } from "../support/run-refunds.ts";
import { aStripeShop, send, startAtStripe } from "../support/stripe-shop.ts";

/** A member in the trial of a plan at Stripe, beside another plan. */
async function aTrial() {
  const shop = await aStripeShop();
  const { operator, site, stripe } = shop;
  const basic = await aMembership(operator, { plan: { name: "Basic", trial_days: 14 } });
  const pro = await aMembership(operator, {
    plan: { name: "Pro" },
    pricing: { price: { amount: 1900, currency: "USD" } },
  });
  const browser = await site.signedIn(await site.member());
  await startAtStripe(browser, basic.price, stripe);
  const { session, subscription, invoice } = stripe.subscribe();
  const tell = async (type: string, object: object) => assertStatus(await send(site, stripe.event(type, object)), 200);
  await tell("checkout.session.completed", session);
  await tell("invoice.paid", invoice);
  await runAgreementChanges(site);
  const { id } = await database.one<{ id: string }>`select id from billing_agreements where site_id = ${site.site.id}`;
  const path = `/orders/subscriptions/${formatId("billingAgreement", id)}`;
  return { ...shop, browser, basic, pro, subscription, tell, path };
}

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
