import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import { type ASite, password } from "../../support/world.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aPaidEvent, aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";
import { anAddress, chosen, signIn } from "../support/sign-up-forms.ts";

/** Buys an item with an address only. Returns the page of the order. */
async function buy(browser: TestBrowser, item: string, email: string) {
  return decide(browser, await checkOut(browser, item, { email }), "paid");
}

const receiptLink = async (email: string, count = 1) => linkIn((await mailsTo(email, count)).at(-1)!);

const membersOf = ({ site }: ASite, email: string) =>
  database.many<{ id: string; name: string | null; status: string; guestEmailKey: string | null }>`
    select id, name, status, guest_email_key from members where site_id = ${site.id} and email = ${email} order by created_at, id`;

void describe("A visitor who buys with an address only", () => {
  void test("learns immediately, and has an account with a password after the link of the receipt", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const [browser, email] = [site.browser(), anAddress()];
    const order = await buy(browser, course.plan, email);
    assert.match(textOf(order), /Thank you for your purchase\./);
    assert.ok(textOf(order).includes(`We sent an email to ${email}`));
    const [start] = /href="(\/learn\/[^"]+)"/.exec(order.body)!.slice(1);
    assert.match((await browser.open(start!)).body, /Bowline/);

    const elsewhere = site.browser();
    const page = await elsewhere.open(await receiptLink(email));
    assert.match(textOf(page), /Choose a password/);
    const confirmed = await elsewhere.submit(page, { name: " Bo Lind ", password: chosen });
    assert.equal(confirmed.address, order.address);
    assert.match((await elsewhere.open(start!)).body, /Bowline/);
    assert.match((await browser.open(start!)).address, /^\/sign-in/, "The session of the guest has ended.");
    assert.equal((await signIn(site, email, chosen)).address, "/learn");
    assert.deepEqual(
      (await membersOf(site, email)).map(({ name, status, guestEmailKey }) => [name, status, guestEmailKey]),
      [["Bo Lind", "active", null]],
    );
  });

  void test("chooses another language than that of the purchase", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = site.browser();
    await buy(browser, course.plan, anAddress());
    for (const language of ["zh-TW", "en"]) {
      const page = await browser.open("/account/preferences", { language, return_to: "/learn" });
      assert.match(page.body, new RegExp(`<html lang="${language}"`));
    }
  });

  void test("uses the link of a receipt once, and not at another school", async () => {
    const { site, operator } = await aShop();
    const other = await aShop();
    const course = await aPaidCourse(operator);
    const email = anAddress();
    await buy(site.browser(), course.plan, email);
    const link = await receiptLink(email);
    assert.equal((await other.site.browser().open(link)).status, 404);
    const browser = site.browser();
    const page = await browser.open(link);
    const presses = await Promise.all([1, 2, 3].map(() => browser.submit(page, { password: chosen })));
    assert.equal(presses.filter(({ status }) => status === 200).length, 1);
    assert.equal((await browser.open(link)).status, 404);
  });

  void test("places one order with a form that is sent twice", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const [browser, email] = [site.browser(), anAddress()];
    const page = await browser.open(`/checkout?item=${course.plan}`);
    await Promise.all([1, 2, 3].map(() => browser.submit(page, { provider: "test", email }, "/checkout")));
    assert.equal((await ordersOf(site)).length, 1);
    assert.equal((await membersOf(site, email)).length, 1);
  });

  void test("corrects the address, and earlier links end", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const [browser, wrong, right] = [site.browser(), anAddress(), anAddress()];
    const order = await buy(browser, course.plan, wrong);
    const old = await receiptLink(wrong);
    const again = await browser.submit(order, { email: right }, `${order.address}/email`);
    assert.ok(textOf(again).includes(right));
    assert.equal((await site.browser().open(old)).status, 404);
    const other = site.browser();
    const confirmed = await other.submit(await other.open(await receiptLink(right)), { password: chosen });
    assert.match(textOf(confirmed), /Sold to bo-/);
    assert.equal((await membersOf(site, wrong)).length, 0);
  });
});

void describe("A guest with the address of a member", () => {
  void test("sees nothing of the member, and gives the purchase to them by the receipt", async () => {
    const { site, operator } = await aShop();
    const [first, second] = [await aPaidCourse(operator), await aPaidCourse(operator, { name: "Half" })];
    const member = await site.member();
    const own = await site.signedIn(member);
    await decide(own, await checkOut(own, first.plan), "paid");

    const guest = site.browser();
    const checkout = await guest.open(`/checkout?item=${first.plan}`);
    assert.doesNotMatch(textOf(checkout), /You already have this/);
    await buy(guest, second.plan, member.email);
    const learn = textOf(await guest.open("/learn"));
    assert.equal(learn.match(/Knots/g)?.length, 1, "Only the course of this order.");
    assert.equal((await guest.open("/orders")).body.match(/href="\/orders\/ord_/g)?.length, 1);
    for (const page of ["/account", "/account/notifications", "/account/password", "/admin"]) {
      const { address, status } = await guest.open(page);
      assert.ok(address.startsWith("/sign-in") || status === 404, `${page}: ${address}`);
    }

    const browser = site.browser();
    const page = await browser.open(await receiptLink(member.email, 3));
    assert.doesNotMatch(page.body, /name="password"/);
    const joined = await browser.submit(page, {});
    assert.match(joined.address, /^\/sign-in\?done=joined&return_to=/);
    assert.equal(browser.cookies.has("__Host-lectern_session"), false, "The mailbox does not replace the password.");
    const entered = await browser.submit(joined, { email: member.email, password });
    assert.match(textOf(entered), /Thank you for your purchase/);
    assert.equal((await own.open("/orders")).body.match(/href="\/orders\/ord_/g)?.length, 2);
    assert.equal((await membersOf(site, member.email)).length, 1);
    assert.match((await guest.open("/orders")).address, /^\/sign-in/);
  });

  void test("gets the same pages as one with an unknown address", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    const own = await site.signedIn(member);
    await decide(own, await checkOut(own, course.plan), "paid");
    const pages = [];
    for (const email of [member.email, anAddress()]) {
      const page = await buy(site.browser(), course.plan, email);
      const { status } = page;
      const text = textOf(page)
        .replaceAll(email, "EMAIL")
        .replaceAll(/[A-Z0-9]{10}|\d{4}-\d{6}|\d+:\d+/g, "#");
      pages.push({ status, text });
    }
    assert.deepEqual(pages[0], pages[1]);
  });

  void test("does not get past a suspension", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const member = await site.member();
    await buy(site.browser(), course.plan, member.email);
    await database.run`update members set status = 'suspended' where site_id = ${site.site.id} and id = ${member.id}`;
    const browser = site.browser();
    const refused = await browser.submit(await browser.open(await receiptLink(member.email)), {});
    assert.equal(refused.status, 409);
  });
});

void describe("An order without an account", () => {
  void test("is not possible for a coupon, for free, or where the school invites its members", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    await operator.post("/coupons", { code: "HALF", discount: { kind: "percent", percent: 50 } });
    const browser = site.browser();
    const page = await browser.open(`/checkout?item=${course.plan}`);
    const coupon = await browser.open(`/checkout?item=${course.plan}&coupon=HALF`);
    assert.doesNotMatch(coupon.body, /name="email"/);
    const forced = { provider: "test", email: anAddress(), coupon: "HALF", total: "2450 USD" };
    assert.match((await browser.submit(page, forced, "/checkout")).address, /^\/sign-in/);
    await database.run`update sites set settings = settings || '{"openSignUp": false}' where id = ${site.site.id}`;
    await site.forget();
    const closed = await browser.submit(page, { provider: "test", email: anAddress() }, "/checkout");
    assert.match(closed.address, /^\/sign-in/);
    assert.equal((await ordersOf(site)).length, 0);
  });

  void test("says which address is none, and keeps what was entered", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const browser = site.browser();
    const refused = await checkOut(browser, course.plan, { email: "bo@" });
    assert.equal(refused.status, 422);
    assert.match(refused.body, /value="bo@"/);
    assert.equal((await ordersOf(site)).length, 0);
  });

  void test("is limited for an address, which gets few emails", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const email = anAddress();
    for (let attempt = 0; attempt < 5; attempt++)
      await checkOut(site.browser(), course.plan, { email, provider: "offline" });
    const refused = await checkOut(site.browser(), course.plan, { email, provider: "offline" });
    assert.equal(refused.status, 429);
    assert.match(textOf(refused), /Sign in or create an account/);
    assert.equal((await ordersOf(site)).length, 5);
  });

  void test("leads from the instructions of a bank transfer to the order", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator);
    const email = anAddress();
    const order = await checkOut(site.browser(), event.ticket, { email, provider: "offline" });
    assert.match(textOf(order), /Harbour Bank/);
    const browser = site.browser();
    const page = await browser.submit(await browser.open(await receiptLink(email)), { password: chosen });
    assert.equal(page.address, order.address);
    assert.match(textOf(page), /Harbour Bank/);
  });
});
