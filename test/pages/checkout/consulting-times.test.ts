import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { aService, book, inDays, type Json, scopes } from "../../rest/support/made-consulting.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailAbout } from "../../support/doubles/mailroom.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";
import { anAddress } from "../support/sign-up-forms.ts";

const price = { amount: 9000, currency: "USD" };

async function aPractice(fields: Json = {}) {
  const shop = await aShop();
  const staff = await operatorOf(shop.site, scopes);
  const service = await aService(staff, { price, ...fields });
  const aMember = async () => shop.site.signedIn(await shop.site.member());
  return { ...shop, staff, service, path: `/consulting/${service.slug}`, aMember };
}

const at = (days: number, time = "09:00") => `${inDays(days)}T${time}:00.000Z`;

/** The checkout with this time. */
const start = (browser: TestBrowser, { id }: { id: string }, time: string, fields: Record<string, string> = {}) =>
  checkOut(browser, `${id}&starts_at=${encodeURIComponent(time)}`, fields);

const bookingsOf = ({ site }: ASite) =>
  database.many<{ startsAt: Date; status: string }>`
    select starts_at, status from consulting_bookings where site_id = ${site.id} order by starts_at, id`;

const isGone = /This time is no longer free\./;

void describe("The time of a session that a person chooses before they pay", () => {
  void test("is theirs with the payment", async () => {
    const { site, service, path, aMember } = await aPractice({ sessions_included: 2 });
    const browser = await aMember();
    const page = await browser.open(path);
    assert.match(textOf(page), /Choose a time below, or pay now and choose it afterwards\./);
    const [link] = /href="(\/checkout\?item=[^"]+starts_at=[^"]+)"/.exec(page.body)!.slice(1);
    const checkout = await browser.open(link!.replaceAll("&amp;", "&"));
    assert.match(textOf(checkout), /We keep this time for you while you pay, for at most 30 minutes\./);
    const provider = await start(browser, service, at(3));
    const waiting = (await ordersOf(site))[0]!;
    assert.equal(waiting.status, "pending");
    const paid = await decide(browser, provider, "paid");
    assert.match(textOf(paid), /Thank you for your purchase\..*Your session: .*Choose a time/);
    assert.deepEqual(await bookingsOf(site), [{ startsAt: new Date(at(3)), status: "confirmed" }]);
    const types = (await outboxOf(site)).map(({ type }) => type).filter((type) => type.startsWith("consulting"));
    assert.deepEqual(types, ["consulting_booking.created"]);
    assert.match(textOf(await browser.open(path)), /Sessions left to book: 1/);
  });

  void test("is kept for one of two people who want it at the same moment", async () => {
    const { site, service, path, aMember } = await aPractice();
    const browsers = await Promise.all([aMember(), aMember()]);
    const pages = await Promise.all(
      browsers.map((browser) => browser.open(`/checkout?item=${service.id}&starts_at=${encodeURIComponent(at(3))}`)),
    );
    const answers = await Promise.all(
      browsers.map((browser, index) => browser.submit(pages[index]!, { provider: "test" }, "/checkout")),
    );
    const refused = answers.findIndex(({ body }) => isGone.test(body));
    assert.ok(refused >= 0);
    assert.deepEqual([answers[refused]!.status, (await ordersOf(site)).length], [409, 1]);
    assert.match(answers[refused]!.body, new RegExp(`href="${path}#times"`));
    const [winner, loser] = [browsers[1 - refused]!, browsers[refused]!];
    const times = at(3).replaceAll(":", "%3A");
    assert.ok(!(await loser.open(path)).body.includes(times));
    // The one who pays can go back to the checkout.
    assert.ok((await winner.open(path)).body.includes(times));
    assert.match(textOf(await winner.open(path)), /You have ordered this\./);
  });

  void test("is kept from staff and from members with sessions left, until the hold ends", async () => {
    const { site, staff, service, path, aMember } = await aPractice();
    const owner = await aMember();
    await decide(owner, await checkOut(owner, service.id), "paid");
    const page = await owner.open(path);
    await start(await aMember(), service, at(3));
    const refused = await book(staff, service, at(3));
    assert.deepEqual([refused.statusCode, refused.json<{ code: string }>().code], [409, "slot_taken"]);
    await owner.submit(page, { starts_at: at(3) }, `${path}/book`);
    assert.deepEqual(await bookingsOf(site), []);
    await later(31 * minute, async () => {
      assert.equal((await book(staff, service, at(3))).statusCode, 201);
    });
  });

  void test("can be paid late: it is booked if it is still free, and otherwise the person chooses another one", async () => {
    const { site, staff, service, path, aMember } = await aPractice();
    const member = await site.member();
    const [early, late] = [await aMember(), await site.signedIn(member)];
    const [first, second] = [await start(early, service, at(3)), await start(late, service, at(4))];
    await later(31 * minute, async () => {
      assert.match(
        textOf(await late.open(`/orders/${orderIn((await late.open("/orders")).body)}`)),
        /is not kept for you/,
      );
      assert.equal((await book(staff, service, at(4))).statusCode, 201);
      await decide(early, first, "paid");
      const paid = await decide(late, second, "paid");
      assert.match(textOf(paid), /You have paid\. Now choose a time\. Choose a time/);
      assert.match(textOf(await late.open(path)), /Sessions left to book: 1/);
      await mailAbout(member.email, /Choose another time for “Navigation hour”/);
      const told = await late.open("/account/notifications");
      assert.match(
        textOf(told),
        /Choose another time for “Navigation hour”.*was no longer free when the payment arrived/,
      );
      assert.match(told.body, new RegExp(`href="[^"]*${path}#times"`));
      const learn = await late.open("/learn");
      assert.match(textOf(learn), /Sessions without a time Navigation hour Sessions left to book: 1 Choose a time/);
      assert.ok(learn.body.includes(`href="${path}#times"`));
      for (const address of ["/account/notifications", "/learn"]) {
        assert.doesNotMatch(textOf(await early.open(address)), /Choose another time|Sessions without a time/);
      }
      assert.deepEqual(
        (await bookingsOf(site)).map(({ startsAt }) => startsAt.toISOString()),
        [at(3), at(4)],
      );
    });
    assert.deepEqual(
      (await ordersOf(site)).map(({ status, attention }) => [status, attention]),
      [
        ["paid", null],
        ["paid", null],
      ],
    );
  });

  void test("is free again when the person chooses another one, or does not pay", async () => {
    const { site, service, aMember } = await aPractice();
    const [browser, other, third] = [await aMember(), await aMember(), await aMember()];
    await start(browser, service, at(3));
    await start(browser, service, at(4));
    assert.doesNotMatch((await start(other, service, at(3))).body, isGone);
    const taken = await third.open(`/checkout?item=${service.id}&starts_at=${encodeURIComponent(at(4))}`);
    assert.match(taken.body, isGone);
    await later(31 * minute, async () => void (await expireOrders(database, now())));
    const held = await database.many`select id from checkout_reservations where site_id = ${site.site.id}`;
    assert.equal(held.length, 0);
  });

  void test("is chosen by visitors without an account, too", async () => {
    const { site, service } = await aPractice();
    const browser = site.browser();
    const paid = await decide(browser, await start(browser, service, at(3), { email: anAddress() }), "paid");
    assert.match(textOf(paid), /Your session: /);
    assert.equal((await bookingsOf(site)).length, 1);
  });

  void test("cannot be kept again and again by one person", async () => {
    const { service, aMember } = await aPractice();
    const browser = await aMember();
    for (let round = 0; round < 10; round++) await start(browser, service, at(3 + round));
    const refused = await start(browser, service, at(14));
    assert.equal(refused.status, 429);
    assert.match(textOf(refused), /Pay without a time, and choose it afterwards\./);
  });

  void test("says so if it is not offered, and leads to the times", async () => {
    const { service, path, aMember } = await aPractice();
    const browser = await aMember();
    const page = await browser.open(`/checkout?item=${service.id}&starts_at=${encodeURIComponent(at(3, "23:00"))}`);
    assert.match(page.body, isGone);
    assert.match(page.body, new RegExp(`href="${path}#times"`));
    assert.doesNotMatch(page.body, /name="provider"/);
  });
});

const orderIn = (body: string): string => /ord_\w+/.exec(body)![0];
