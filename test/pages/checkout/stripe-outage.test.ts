import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { providers } from "#domain/sales/payments/providers.ts";
import { database } from "../../support/databases/database.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut, ordersOf } from "../support/buyer.ts";
import { aStripeAccount } from "../support/stripe-emulator.ts";
import { aStripeShop, connect, credentialsPage, startAtStripe } from "../support/stripe-shop.ts";

void describe("When Stripe is down", () => {
  void test("the order page says that nothing was charged, and a new attempt leads to the one checkout", async () => {
    const { site, operator, stripe } = await aStripeShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    stripe.fault = "lose";
    const order = await checkOut(browser, course.plan, { provider: "stripe" });
    assert.match(textOf(order), /The payment provider cannot be reached\. Nothing was charged\./);
    assert.equal((await ordersOf(site))[0]!.status, "pending");
    stripe.fault = undefined;
    const again = await browser.submit(order, {}, `${new URL(order.address, site.site.origin).pathname}/pay`);
    assert.equal(again.address, stripe.sessions[0]!.url);
    assert.equal(stripe.sessions.length, 1);
    // The page of the order leads to the same checkout.
    stripe.fault = "hang";
    const waiting = await browser.open(order.address);
    assert.match(textOf(waiting), /We are confirming your payment/);
    assert.match(waiting.body, new RegExp(`href="${stripe.sessions[0]!.url}"`));
  });

  void test("or does not accept a payment, the page says so, without the keys", async () => {
    const { site, operator, stripe } = await aStripeShop();
    const course = await aPaidCourse(operator);
    const browser = await site.signedIn(await site.member());
    stripe.fault = "refuse";
    const order = await checkOut(browser, course.plan, { provider: "stripe" });
    assert.match(textOf(order), /does not accept this payment/);
    assert.doesNotMatch(order.body, /sk_test/);
  });
});

void describe("Amounts at Stripe", () => {
  void test("are in its unit of each currency, and other payment methods remain for amounts that it cannot charge", async () => {
    const { site, operator, stripe } = await aStripeShop();
    const cases = [
      ["JPY", 4900, "4900"],
      ["TWD", 149_900, "149900"],
      ["KWD", 5120, "5120"],
      ["ISK", 500, "50000"],
    ] as const;
    for (const [currency, amount, sent] of cases) {
      const course = await aPaidCourse(operator, { price: { amount, currency } });
      const browser = await site.signedIn(await site.member());
      const order = await startAtStripe(browser, course.plan, stripe);
      const session = stripe.sessions.at(-1)!;
      assert.deepEqual([session.currency, String(session.amount_total)], [currency.toLowerCase(), sent]);
      stripe.pay();
      assert.match(textOf(await browser.open(order)), /Thank you for your purchase\./, currency);
    }
    const odd = await aPaidCourse(operator, { price: { amount: 5124, currency: "KWD" } });
    const browser = await site.signedIn(await site.member());
    const page = await browser.open(`/checkout?item=${odd.plan}`);
    assert.doesNotMatch(page.body, /value="stripe"/);
    assert.match(page.body, /value="offline"/);
    assert.equal(providers.stripe.accepts?.({ amount: 5124, currency: "KWD" }), false);
  });
});

void describe("The keys of Stripe", () => {
  void test("are checked with Stripe and the password, stored sealed and never shown again", async () => {
    const { site, owner } = await aShop();
    const { secretKey, signingSecret } = aStripeAccount();
    const attempts = [
      [{ secretKey, signingSecret, current: "wrong" }, 401, /The password is incorrect/],
      [{ secretKey: "sk_test_unknown1", signingSecret }, 422, /Stripe does not accept this key/],
      [{ secretKey: "pk_test_12345678", signingSecret }, 422, /Stripe does not accept this key/],
      [{ secretKey, signingSecret: "" }, 422, /Enter the signing secret/],
    ] as const;
    for (const [fields, status, text] of attempts) {
      const page = await connect(owner, fields);
      assert.equal(page.status, status);
      assert.match(textOf(page), text);
      assert.doesNotMatch(page.body, new RegExp(secretKey));
    }
    const refused = await owner.request("POST", "/admin/payments/stripe", { "enabled-stripe": "on" });
    assert.notEqual(refused.statusCode, 303, "not without a form token");
    const saved = await connect(owner, { secretKey, signingSecret });
    assert.match(textOf(saved), new RegExp(`Secret key ends in ${secretKey.slice(-4)}\\.`));
    for (const page of [saved, await owner.open(credentialsPage)]) {
      for (const secret of [secretKey, signingSecret]) assert.ok(!page.body.includes(secret));
    }
    assert.ok((await owner.open(credentialsPage)).body.includes(`${site.site.origin}/payments/stripe/events`));
    const { credentials } = await database.one<{ credentials: Buffer }>`
      select credentials from payment_accounts where site_id = ${site.site.id} and provider = 'stripe'`;
    assert.ok(!credentials.toString("latin1").includes(secretKey));
    // One secret is replaced, the other is kept.
    const changed = await connect(owner, { secretKey: "", signingSecret: "whsec_another0000zzzz" });
    assert.match(textOf(changed), new RegExp(`ends in ${secretKey.slice(-4)}\\. .*ends in zzzz\\.`));
  });

  void test("Keys of the wrong mode are named, and lecturers cannot enter any", async () => {
    const { site, owner, stripe } = await aStripeShop();
    assert.doesNotMatch(textOf(await owner.open("/admin/payments")), /test keys at a live site/);
    await database.run`update sites set mode = 'live' where id = ${site.site.id}`;
    await site.forget();
    assert.match(textOf(await owner.open("/admin/payments")), /test keys at a live site/);
    const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    assert.equal((await lecturer.open(credentialsPage)).status, 403);
    assert.equal((await lecturer.request("POST", credentialsPage, { secretKey: stripe.secretKey })).statusCode, 403);
  });
});

void test("Forms of the checkout may lead to Stripe, forms of other pages may not", async () => {
  const { site, operator, stripe } = await aStripeShop();
  const course = await aPaidCourse(operator);
  const browser = await site.signedIn(await site.member());
  const order = await startAtStripe(browser, course.plan, stripe);
  const policyOf = async (path: string) =>
    String((await browser.open(path)).response.headers["content-security-policy"]);
  const { origin } = new URL(stripe.sessions[0]!.url);
  for (const path of [`/checkout?item=${course.plan}`, order]) {
    assert.ok((await policyOf(path)).includes(`form-action 'self' ${origin};`), path);
  }
  assert.match(await policyOf(course.path), /form-action 'self';/);
});
