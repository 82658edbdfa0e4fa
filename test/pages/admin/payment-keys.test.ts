import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { type ASite, aSite, password } from "../../support/world.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { textOf } from "../support/asked.ts";
import { turnIntoTestSite } from "../support/buyer.ts";
import { aStripeAccount } from "../support/stripe-emulator.ts";
import { aStripeShop, connect, credentialsPage, send, startAtStripe } from "../support/stripe-shop.ts";
import { aMembership } from "../support/membership.ts";
import { anEcpayShop, credentialsPage as ecpayPage } from "../support/ecpay-shop.ts";

const removal = `${credentialsPage}/remove`;

const accountOf = ({ site }: ASite, provider = "stripe") =>
  database.one<{ enabled: boolean; credentials: Buffer | null }>`
    select enabled, credentials from payment_accounts where site_id = ${site.id} and provider = ${provider}`;

/** A site with two owners and a manager, one owner signed in. */
async function aSchool() {
  const site = await aSite();
  await turnIntoTestSite(site);
  const [first, second] = [await site.member({ roles: ["owner"] }), await site.member({ roles: ["owner"] })];
  const manager = await site.member({ roles: ["manager"] });
  return { site, owners: [first, second], manager, browser: await site.signedIn(first) };
}

const subjectsTo = async (email: string, count: number) =>
  (await mailsTo(email, count)).map(({ email: { subject } }) => subject);

void describe("Owners get an email", () => {
  void test("All owners, and no other members, get an email when payment keys are changed or removed", async () => {
    const { site, owners, manager, browser } = await aSchool();
    const { secretKey, signingSecret } = aStripeAccount();
    assert.equal((await connect(browser, { secretKey, signingSecret: "" })).status, 422);
    assert.equal((await connect(browser, { secretKey, signingSecret, current: "wrong" })).status, 401);
    await connect(browser, { secretKey, signingSecret });
    await browser.submit(await browser.open(credentialsPage), { current: password }, removal);
    for (const { email } of owners) {
      const mails = await mailsTo(email, 2);
      for (const mail of mails) {
        assert.equal(mail.email.subject, `Payment keys of ${site.site.name} were changed`);
        assert.match(mail.email.text ?? "", /Payment method: Stripe/);
        assert.ok(mail.email.text!.includes(`${site.site.origin}/admin/payments`));
        assert.ok(!mail.email.text!.includes(secretKey));
      }
      assert.equal(await mailsInAll(email), 2);
    }
    assert.equal(await mailsInAll(manager.email), 0);
  });

  void test("when the instructions for bank transfers are entered or changed, not when they stay the same", async () => {
    const { site, owners, manager, browser } = await aSchool();
    const save = async (instructions: string, enabled = "on") =>
      browser.submit(
        await browser.open("/admin/payments"),
        { instructions, "enabled-offline": enabled },
        "/admin/payments/offline",
      );
    await save("", "");
    await save("Harbour Bank, account 0123");
    await save("Harbour Bank, account 0123", "");
    await save("Harbour Bank, account 9999");
    const subject = `Bank transfer instructions of ${site.site.name} were changed`;
    for (const { email } of owners) {
      assert.deepEqual(await subjectsTo(email, 2), [subject, subject]);
      assert.equal(await mailsInAll(email), 2);
    }
    assert.equal(await mailsInAll(manager.email), 0);
  });
});

void describe("Payment keys", () => {
  void test("are removed with the password: the method is off and the keys are deleted", async () => {
    const { site, owner } = await aStripeShop();
    const wrong = await owner.submit(await owner.open(credentialsPage), { current: "wrong" }, removal);
    assert.equal(wrong.status, 401);
    assert.match(textOf(wrong), /The password is incorrect/);
    assert.equal((await accountOf(site)).enabled, true);
    const removed = await owner.submit(wrong, { current: password }, removal);
    assert.match(removed.address, /done=saved/);
    assert.deepEqual(await accountOf(site), { enabled: false, credentials: null });
    const page = await owner.open(credentialsPage);
    assert.ok(!page.body.includes(removal), "no form without keys");
    const csrf = csrfOf(page);
    const again = await owner.request("POST", removal, { csrf, current: password });
    assert.equal(again.headers.location, "/admin/payments?done=saved");
    const { count } = await database.one<{ count: number }>`
      select count(*) from audit_entries where site_id = ${site.site.id} and action = 'removePaymentCredentials'`;
    assert.equal(count, 1);
  });

  void test("Payment keys of ECPay are removed too, and its settings remain", async () => {
    const { site, owner } = await anEcpayShop({}, { "method-atm": "on" });
    const form = `${ecpayPage}/remove`;
    await owner.submit(await owner.open(ecpayPage), { current: password }, form);
    assert.deepEqual(await accountOf(site, "ecpay"), { enabled: false, credentials: null });
    const { settings } = await database.one<{ settings: Record<string, string> }>`
      select settings from payment_accounts where site_id = ${site.site.id} and provider = 'ecpay'`;
    assert.match(settings["methods"] ?? "", /atm/);
  });

  void test("stay while Stripe renews a membership", async () => {
    const { site, operator, owner, stripe } = await aStripeShop();
    const membership = await aMembership(operator);
    const browser = await site.signedIn(await site.member());
    await startAtStripe(browser, membership.price, stripe);
    const { session, invoice, subscription } = stripe.subscribe();
    await send(site, stripe.event("checkout.session.completed", session));
    await send(site, stripe.event("invoice.paid", invoice));
    const remove = async () => owner.submit(await owner.open(credentialsPage), { current: password }, removal);
    const refused = await remove();
    assert.equal(refused.status, 409);
    assert.match(textOf(refused), /Stripe still renews memberships or courses of your members\./);
    const kept = await accountOf(site);
    assert.ok(kept.enabled && kept.credentials);
    stripe.billing.end(subscription);
    await send(site, stripe.event("customer.subscription.deleted", subscription));
    assert.match((await remove()).address, /done=saved/);
    assert.deepEqual(await accountOf(site), { enabled: false, credentials: null });
  });

  void test("are not removed by managers, and not by a form of another session", async () => {
    const { site, owner } = await aStripeShop();
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    const csrf = csrfOf(await manager.open("/account"));
    assert.equal((await manager.request("POST", removal, { csrf, current: password })).statusCode, 403);
    const stale = await owner.open(removal, { csrf, current: password });
    assert.equal(stale.status, 403);
    assert.ok(stale.body.includes(removal), "the page of the keys again");
    const kept = await accountOf(site);
    assert.ok(kept.enabled && kept.credentials);
  });
});
