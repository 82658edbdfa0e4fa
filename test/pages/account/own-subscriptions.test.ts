import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { day, later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { ASite } from "../../support/world.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import type { Page } from "../../support/browser-session.ts";
import { textOf } from "../support/asked.ts";
import { aShop, checkOut, decide } from "../support/buyer.ts";
import { aMembership, renewalsOf, subscriptionsOf, tick } from "../support/membership.ts";
import { runAgreementChanges } from "../support/run-refunds.ts";
import { aStripeShop, send, startAtStripe } from "../support/stripe-shop.ts";

async function pathOf({ site }: ASite): Promise<string> {
  const { id } = await database.one<{ id: string }>`
    select id from billing_agreements where site_id = ${site.id} order by created_at desc limit 1`;
  return `/orders/subscriptions/${formatId("billingAgreement", id)}`;
}

/** A member with a membership, paid by the test provider. */
async function aSubscriber() {
  const shop = await aShop();
  const membership = await aMembership(shop.operator);
  const member = await shop.site.member();
  const browser = await shop.site.signedIn(member);
  await decide(browser, await checkOut(browser, membership.price), "paid");
  return { ...shop, member, browser, path: await pathOf(shop.site) };
}

async function aSubscriberAtStripe() {
  const { site, operator, stripe } = await aStripeShop();
  const membership = await aMembership(operator);
  const browser = await site.signedIn(await site.member());
  await startAtStripe(browser, membership.price, stripe);
  const { session, subscription } = stripe.subscribe();
  await send(site, stripe.event("checkout.session.completed", session));
  await runAgreementChanges(site);
  return { site, stripe, browser, subscription, path: await pathOf(site) };
}

void describe("A member's subscription", () => {
  void test("is listed with its next payment, canceled at the end of the period, and resumed until then", async () => {
    const { site, browser, path } = await aSubscriber();
    assert.match(
      textOf(await browser.open("/orders")),
      /Subscriptions and installments Crew Active · Next payment \$9 on/,
    );
    const page = await browser.open(path);
    assert.match(textOf(page), /Price \$9 per month Payment method Test payment/);
    const canceled = await browser.submit(page, {}, `${path}/cancel`);
    assert.match(textOf(canceled), /Canceled · Access until .* The subscription is canceled\./);
    assert.match(textOf(await browser.submit(canceled, {}, `${path}/resume`)), /The subscription continues\./);
    await browser.submit(await browser.open(path), {}, `${path}/cancel`);
    await tick(40 * day);
    assert.equal((await renewalsOf(site)).length, 1);
    assert.equal((await subscriptionsOf(site))[0]!.status, "canceled");
    const events = (await outboxOf(site)).map(({ type }) => type);
    assert.equal(events.filter((type) => type === "subscription.cancel_scheduled").length, 2);
    assert.equal(events.filter((type) => type === "subscription.resumed").length, 1);
  });

  void test("A subscription with an open order loses this order when it is canceled", async () => {
    const { site, member, path } = await aSubscriber();
    await tick(27 * day);
    await later(28 * day, async () => {
      const browser = await site.signedIn(member);
      await browser.submit(await browser.open(path), {}, `${path}/cancel`);
    });
    assert.deepEqual(
      (await renewalsOf(site)).map(({ status }) => status),
      ["paid", "canceled"],
    );
  });

  void test("An overdue subscription ends immediately when it is canceled", async () => {
    const { site, member, path } = await aSubscriber();
    await tick(25 * day);
    await tick(32 * day);
    await later(33 * day, async () => {
      const browser = await site.signedIn(member);
      const page = await browser.open(path);
      assert.match(textOf(page), /Payment overdue .* Pay now .* Your access ends immediately/);
      await browser.submit(page, {}, `${path}/cancel`);
    });
    assert.equal((await subscriptionsOf(site))[0]!.status, "canceled");
    await tick(60 * day);
    assert.equal((await renewalsOf(site)).length, 2);
  });

  void test("is out of reach of other members, of forms without a token and of visitors", async () => {
    const { site, path } = await aSubscriber();
    const other = await site.signedIn(await site.member());
    assert.equal((await other.open(path)).status, 404);
    const csrf = csrfOf(await other.open("/account"));
    for (const act of ["cancel", "resume", "portal"]) {
      assert.equal((await other.request("POST", `${path}/${act}`, { csrf })).statusCode, 404, act);
      await other.request("POST", `${path}/${act}`, {});
    }
    assert.match((await site.browser().open(path)).address, /^\/sign-in/);
    assert.equal((await subscriptionsOf(site))[0]!.cancelAt, null);
  });

  void test("is resumed at Stripe too, wherever the member has canceled it", async () => {
    const { site, stripe, browser, subscription, path } = await aSubscriberAtStripe();
    stripe.billing.cancelInPortal(subscription);
    await send(site, stripe.event("customer.subscription.updated", subscription));
    const canceled = await browser.open(path);
    assert.match(textOf(canceled), /Canceled · Access until/);
    const resumed = await browser.submit(canceled, {}, `${path}/resume`);
    await runAgreementChanges(site);
    assert.equal(subscription.cancel_at, null);
    await browser.submit(resumed, {}, `${path}/cancel`);
    await runAgreementChanges(site);
    assert.equal(subscription.cancel_at_period_end, true);
    await browser.submit(await browser.open(path), {}, `${path}/resume`);
    await runAgreementChanges(site);
    assert.deepEqual([subscription.cancel_at, subscription.cancel_at_period_end], [null, false]);
    assert.equal((await subscriptionsOf(site))[0]!.cancelAt, null);
  });

  void test("leads to the page of Stripe for the payment method, also when Stripe is down", async () => {
    const { site, stripe, browser, subscription, path } = await aSubscriberAtStripe();
    const page = await browser.open(path);
    assert.match(String(page.response.headers["content-security-policy"]), /form-action 'self' http:\/\/127\.0\.0\.1/);
    const portal = await browser.submit(page, {}, `${path}/portal`);
    assert.match(portal.address, new RegExp(`/portal/${subscription.customer}$`));
    await browser.submit(await browser.open(path), {}, `${path}/cancel`);
    await runAgreementChanges(site);
    assert.equal(subscription.cancel_at_period_end, true);
    stripe.fault = "fail";
    assert.match(textOf(await browser.submit(page, {}, `${path}/portal`)), /cannot be reached/);
  });
});

void describe("Staff", () => {
  void test("cancels a subscription now or at the end of its period; lecturers cannot", async () => {
    const { site, owner, member, path } = await aSubscriber();
    const memberPage = `/admin/members/${formatId("member", member.id)}`;
    const action = `${memberPage}/payments/${path.split("/").at(-1)}`;
    const cancel = async (page: Page, act: string) =>
      owner.submit(await owner.submit(page, { act }, action), {}, action);
    const scheduled = await cancel(await owner.open(memberPage), "at_period_end");
    assert.match(textOf(scheduled), /The recurring payment is canceled\./);
    assert.ok((await subscriptionsOf(site))[0]!.cancelAt);
    await owner.submit(scheduled, { act: "resume" }, action);
    assert.equal((await subscriptionsOf(site))[0]!.cancelAt, null);
    const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    const csrf = csrfOf(await lecturer.open("/account"));
    assert.equal((await lecturer.request("POST", action, { act: "now", csrf })).statusCode, 403);
    const page = await owner.open(memberPage);
    await cancel(page, "now");
    assert.equal((await subscriptionsOf(site))[0]!.status, "canceled");
    const token = csrfOf(page);
    assert.equal((await owner.request("POST", action, { act: "now", csrf: token })).statusCode, 409);
  });
});
