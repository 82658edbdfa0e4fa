import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { type ASite, payments } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aPaidEvent, checkOut, ordersOf } from "../support/buyer.ts";
import { anEcpayAccount } from "../support/ecpay-emulator.ts";
import {
  anEcpayBuyer,
  anEcpayShop,
  connect,
  credentialsPage,
  formOn,
  send,
  submitToEcpay,
} from "../support/ecpay-shop.ts";
import { aMembership } from "../support/membership.ts";

const day = 86_400_000;

const enrollmentsOf = async ({ site }: ASite) =>
  (await database.many<{ status: string }>`select status from enrollments where site_id = ${site.id}`).map(
    ({ status }) => status,
  );

/** `2026/11/26`, the day in Taiwan. */
const inDays = (days: number) =>
  new Date(now().getTime() + days * day + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll("-", "/");

/** Days until that day ends in Taiwan. */
const untilEndOf = (date: string) =>
  (Date.parse(`${date.replaceAll("/", "-")}T23:59:59+08:00`) - now().getTime()) / day;

const inAMonth = {
  starts_at: new Date(now().getTime() + 30 * day).toISOString(),
  ends_at: new Date(now().getTime() + 31 * day).toISOString(),
};

void describe("A payment at ECPay", () => {
  void test("is handed over by a signed form without a script, and gives access when its notification arrives", async () => {
    const { site, ecpay, form, browser, order, trade } = await anEcpayBuyer();
    const { fields, action } = formOn(form);
    const { origin } = site.site;
    assert.equal(new URL(action).pathname, "/Cashier/AioCheckOut/V5");
    assert.match(fields["MerchantTradeNo"]!, /^LN[0-9A-Z]{18}$/);
    assert.match(fields["MerchantTradeDate"]!, /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/);
    assert.deepEqual(
      [fields["TotalAmount"], fields["ChoosePayment"], fields["ItemName"]],
      ["1499", "ALL", "Knots Full"],
    );
    assert.equal(fields["ReturnURL"], `${origin}/payments/ecpay/events`);
    assert.match(
      String(form.response.headers["content-security-policy"]),
      new RegExp(`form-action 'self' ${new URL(action).origin};`),
    );
    assert.doesNotMatch(form.body, /<script/);
    assert.doesNotMatch(form.body, new RegExp(ecpay.hashKey));
    // The provider sends the browser back by a form, without a cookie.
    const back = await site.request("POST", `${order}/return`, {
      payload: "RtnCode=1",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    assert.deepEqual([back.statusCode, back.headers.location], [303, order]);
    assert.match(textOf(await browser.open(order)), /We are confirming/);
    ecpay.pay(trade);
    const messages = [1, 2, 3, 4, 5].map(() => ecpay.notification(trade));
    for (const answer of await Promise.all(messages.map((message) => send(site, message)))) {
      assert.deepEqual([answer.statusCode, answer.body], [200, "1|OK"]);
    }
    assert.match(textOf(await browser.open(order)), /Thank you for your purchase\./);
    assert.deepEqual(await enrollmentsOf(site), ["active"]);
    const { payload } = await database.one<{ payload: object }>`
      select payload from provider_events where site_id = ${site.site.id}`;
    assert.doesNotMatch(JSON.stringify(payload), /2222/);
  });

  void test("is refused with a wrong signature, of another shop, and does not count if it was simulated or differs", async () => {
    const { site, ecpay, order, trade } = await anEcpayBuyer();
    const other = anEcpayAccount();
    ecpay.pay(trade);
    const message = ecpay.notification(trade);
    for (const refused of [
      { ...message, payload: message.payload.replace("TradeAmt=1499", "TradeAmt=1498") },
      { ...message, payload: message.payload.replace(/CheckMacValue=\w+/, "") },
      other.notification(trade),
      ecpay.notification(trade, { MerchantID: other.merchantId }),
    ]) {
      assert.equal((await send(site, refused)).statusCode, 400);
    }
    assert.equal((await send(site, ecpay.notification(trade, { SimulatePaid: "1" }))).body, "1|OK");
    assert.equal((await ordersOf(site))[0]!.status, "pending");
    await send(site, ecpay.notification(trade, { TradeAmt: "1" }));
    const [after] = await ordersOf(site);
    assert.deepEqual([after!.status, after!.attention], ["pending", "amount_differs"], order);
  });

  void test("counts as paid if it was simulated in the test environment", async () => {
    const { site, operator, ecpay } = await anEcpayShop({ environment: "stage" });
    const course = await aPaidCourse(operator, { price: { amount: 100_00, currency: "TWD" } });
    await submitToEcpay(await checkOut(await site.signedIn(await site.member()), course.plan, { provider: "ecpay" }));
    await send(site, ecpay.notification(ecpay.pay(ecpay.newest), { SimulatePaid: "1" }));
    assert.equal((await ordersOf(site))[0]!.status, "paid");
  });

  void test("A payment that the member leaves and starts again gets a new number, and a second payment is refunded", async () => {
    const { site, owner, ecpay, browser, form, order: path, trade } = await anEcpayBuyer();
    // The back button: ECPay accepts each number once.
    const again = await browser.open(form.address);
    const next = await browser.open(again.address);
    assert.notEqual(formOn(next).fields["MerchantTradeNo"], trade.fields["MerchantTradeNo"]);
    assert.equal(await submitToEcpay(next), "opened");
    const second = ecpay.newest;
    for (const paid of [second, trade]) await send(site, ecpay.notification(ecpay.pay(paid)));
    const [order] = await ordersOf(site);
    assert.deepEqual([order!.status, order!.attention], ["paid", "paid_twice"]);
    const { amount } = await database.one<{ amount: number }>`
      select amount from refunds where site_id = ${site.site.id}`;
    assert.equal(amount, 149_900);
    // Staff can refund the payment that has paid the order.
    const staffPage = await owner.open(path.replace("/orders/", "/admin/orders/"));
    assert.match(staffPage.body, /name="act" value="reviewRefund"/);
  });

  void test("A refund returns the payment of the order, and not one of another amount", async () => {
    const { site, owner, ecpay, browser, form, order: path, trade } = await anEcpayBuyer();
    await submitToEcpay(await browser.open((await browser.open(form.address)).address));
    const second = ecpay.newest;
    await send(site, ecpay.notification(ecpay.pay(trade), { TradeAmt: "100" }));
    await send(site, ecpay.notification(ecpay.pay(second)));
    assert.equal((await ordersOf(site))[0]!.status, "paid");
    const staffPage = path.replace("/orders/", "/admin/orders/");
    const refund = { act: "refund", reason: "", amount: "1499", access: "keep" };
    await owner.submit(await owner.open(staffPage), refund, staffPage);
    const [{ sessionReference }] = (await database.many`
      select payments.session_reference from refunds
        join payments on payments.site_id = refunds.site_id and payments.id = refunds.payment_id
       where refunds.site_id = ${site.site.id}`) as [{ sessionReference: string }];
    assert.equal(sessionReference, second.fields["MerchantTradeNo"]);
  });

  void test("is queried again later if ECPay does not respond when the member returns", async () => {
    const { ecpay, browser, form, order } = await anEcpayBuyer();
    ecpay.fault = "fail";
    const page = await browser.open(form.address);
    assert.equal(page.address, `${order}?failed=provider`);
    assert.match(textOf(await browser.open(page.address)), /cannot be reached|did not answer/);
  });

  void test("is confirmed by a query to ECPay, at most once a minute, if its notification is lost", async () => {
    const { ecpay, browser, order, trade } = await anEcpayBuyer();
    await browser.open(order);
    ecpay.pay(trade);
    await Promise.all([1, 2, 3].map(() => browser.open(order)));
    const questions = ecpay.received.filter(({ path }) => path === "/Cashier/QueryTradeInfo/V5");
    // One was the check of the keys.
    assert.equal(questions.length, 2);
    await later(61_000, async () => assert.match(textOf(await browser.open(order)), /Thank you for your purchase\./));
  });
});

void describe("A payment at an ATM or a convenience store", () => {
  void test("shows and mails how to pay, and keeps its seat until then", async () => {
    for (const [kind, expireDate, shown] of [
      ["atm", inDays(3), /Bank code 118 Account \d{14}/],
      ["cvs", `${inDays(3)} 10:00:00`, /Payment code GW\d{12}/],
    ] as const) {
      const { site, operator, ecpay } = await anEcpayShop();
      const event = await aPaidEvent(
        operator,
        { capacity: 1, ...inAMonth },
        { price: { amount: 50_000, currency: "TWD" } },
      );
      const member = await site.member();
      const browser = await site.signedIn(member);
      const form = await checkOut(browser, event.ticket, { provider: "ecpay" });
      await submitToEcpay(form);
      const order = new URL(formOn(form).fields["ClientBackURL"]!).pathname;
      const trade = ecpay.issue(ecpay.newest, kind, expireDate);
      assert.equal((await send(site, ecpay.notification(trade))).body, "1|OK");
      const page = await browser.open(order);
      assert.match(textOf(page), shown);
      assert.equal(page.response.headers["refresh"], undefined);
      const [mail] = await mailsTo(member.email);
      assert.match(mail!.email.subject!, /^How to pay order /);
      await later(2 * day, async () => {
        await expireOrders(database, now());
        const other = await site.signedIn(await site.member());
        assert.match(textOf(await other.open(`/checkout?item=${event.ticket}`)), /All seats are taken/);
        await send(site, ecpay.notification(ecpay.pay(trade, trade.paymentType)));
        assert.match(textOf(await browser.open(order)), /Thank you for your purchase\./);
      });
    }
  });

  void test("An unpaid order frees its seat after the deadline, and lost payment instructions are queried", async () => {
    const { site, ecpay, browser, order, trade } = await anEcpayBuyer();
    const date = inDays(3);
    ecpay.issue(trade, "atm", date);
    assert.match(textOf(await browser.open(order)), /Bank code 118/);
    await later((untilEndOf(date) + 2) * day, async () => void (await expireOrders(database, now())));
    assert.equal((await ordersOf(site))[0]!.status, "expired");
  });

  void test("whose event was lost is queried before its order ends, for a day if ECPay does not respond", async () => {
    const { site, ecpay, trade, course } = await anEcpayBuyer();
    const date = inDays(3);
    ecpay.issue(trade, "atm", date);
    await send(site, ecpay.notification(trade));
    const other = await site.signedIn(await site.member());
    await submitToEcpay(await checkOut(other, course.plan, { provider: "ecpay" }));
    await send(site, ecpay.notification(ecpay.issue(ecpay.newest, "atm", date)));
    const expire = async (daysAfter: number) =>
      later((untilEndOf(date) + daysAfter) * day, async () => {
        await expireOrders(database, now(), undefined, payments);
        return (await ordersOf(site)).map(({ status }) => status);
      });
    ecpay.pay(trade, trade.paymentType);
    ecpay.fault = "fail";
    assert.deepEqual(await expire(0.8), ["pending", "pending"]);
    ecpay.fault = undefined;
    assert.deepEqual(await expire(0.8), ["paid", "expired"]);
    const late = await anEcpayBuyer();
    late.ecpay.issue(late.trade, "atm", date);
    await send(late.site, late.ecpay.notification(late.trade));
    late.ecpay.fault = "fail";
    await later(
      (untilEndOf(date) + 1.2) * day,
      async () => void (await expireOrders(database, now(), undefined, payments)),
    );
    assert.equal((await ordersOf(late.site))[0]!.status, "expired");
  });
});

void describe("The keys of ECPay", () => {
  void test("are checked with ECPay and the password, stored sealed and never shown again", async () => {
    const { site, owner, ecpay } = await anEcpayShop();
    const attempts = [
      [{ current: "wrong" }, 401, /The password is incorrect/],
      [{ hashKey: "0000000000000000" }, 422, /ECPay does not accept these keys/],
      [{ merchantId: "12" }, 422, /Enter the number of your shop/],
      [{ environment: "mars" }, 422, /Choose an environment/],
    ] as const;
    for (const [fields, status, text] of attempts) {
      const page = await connect(owner, ecpay, fields);
      assert.equal(page.status, status);
      assert.match(textOf(page), text);
    }
    const page = await owner.open(credentialsPage);
    assert.ok(!page.body.includes(ecpay.hashKey) && !page.body.includes(ecpay.hashIv));
    assert.ok(page.body.includes(ecpay.merchantId));
    const { credentials } = await database.one<{ credentials: Buffer }>`
      select credentials from payment_accounts where site_id = ${site.site.id} and provider = 'ecpay'`;
    assert.ok(!credentials.toString("latin1").includes(ecpay.hashKey));
  });

  void test("accept amounts in whole New Taiwan dollars only, and the ways to pay that the school chose", async () => {
    const { site, operator } = await anEcpayShop({}, { "method-card": "on", "method-atm": "", "method-cvs": "" });
    const browser = await site.signedIn(await site.member());
    for (const price of [
      { amount: 4950, currency: "TWD" },
      { amount: 4900, currency: "USD" },
    ]) {
      const course = await aPaidCourse(operator, { price });
      assert.doesNotMatch((await browser.open(`/checkout?item=${course.plan}`)).body, /value="ecpay"/);
    }
    // A discounted period must be whole dollars, too.
    await operator.post("/coupons", {
      code: "CENTS",
      discount: { kind: "amount", amount: { amount: 50, currency: "TWD" } },
      duration: { kind: "forever" },
    });
    const { price } = await aMembership(operator, { pricing: { price: { amount: 9900, currency: "TWD" } } });
    assert.match((await browser.open(`/checkout?item=${price}`)).body, /value="ecpay"/);
    const odd = await browser.open(`/checkout?item=${price}&coupon=CENTS`);
    assert.match(textOf(odd), /98\.50/);
    assert.doesNotMatch(odd.body, /value="ecpay"/);
    const course = await aPaidCourse(operator, { price: { amount: 4900, currency: "TWD" } });
    const { fields } = formOn(await checkOut(browser, course.plan, { provider: "ecpay" }));
    assert.deepEqual([fields["ChoosePayment"], fields["PaymentInfoURL"]], ["Credit", undefined]);
  });
});
