import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { hour, later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import type { ASite } from "../../support/world.ts";
import { aService, book, inDays, type Json, scopes } from "../../rest/support/made-consulting.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { textOf } from "../support/asked.ts";
import { cancelLinkIn, cancelOwn } from "../support/cancel-own.ts";
import { aShop, checkOut, decide, ordersOf, paymentIn, sendTestEvent } from "../support/buyer.ts";
import { runRefunds } from "../support/run-refunds.ts";

const price = { amount: 9000, currency: "USD" };

/** A shop with a service, and a member. */
async function aPractice(fields: Json = {}) {
  const shop = await aShop();
  const { site } = shop;
  const staff = await operatorOf(site, scopes);
  const service = await aService(staff, { price, sessions_included: 2, cancellation_hours: 24, ...fields });
  const member = await site.member();
  return { ...shop, staff, service, path: `/consulting/${service.slug}`, member, browser: await site.signedIn(member) };
}

type Practice = Awaited<ReturnType<typeof aPractice>>;

/** The member buys the service. Returns the payment. */
async function buy({ browser, service }: Practice): Promise<string> {
  const provider = await checkOut(browser, service.id);
  assert.match(textOf(await decide(browser, provider, "paid")), /Thank you for your purchase\./);
  return paymentIn(provider.address);
}

const grantsOf = ({ site }: ASite) =>
  database.many<{ total: number; used: number; source: string; isOfLine: boolean; isEnded: boolean }>`
    select sessions_total as total, sessions_used as used, source, deleted_at is not null as is_ended,
           source_id = (select id from order_lines where site_id = ${site.id} limit 1) as is_of_line
      from consulting_grants where site_id = ${site.id} order by granted_at, id`;

const bookingsOf = async ({ site }: ASite) =>
  (
    await database.many<{ status: string }>`
      select status from consulting_bookings where site_id = ${site.id} order by starts_at, id`
  ).map(({ status }) => status);

/** Books the time on the page of the service. */
const bookAt = (browser: TestBrowser, page: Page, path: string, startsAt: string) =>
  browser.submit(page, { starts_at: startsAt }, `${path}/book`);

const at = (days: number, time = "09:00") => `${inDays(days)}T${time}:00.000Z`;

void describe("A consulting service", () => {
  void test("is bought at the checkout, and its sessions are booked and canceled on its page", async () => {
    const practice = await aPractice();
    const { site, browser, path, service } = practice;
    const visited = await site.browser().open(path);
    assert.match(visited.body, new RegExp(`href="/checkout\\?item=${service.id}"`));
    assert.doesNotMatch(visited.body, /Book<|Sessions left/);
    assert.match(textOf(visited), /Choose a time below, or pay now and choose it afterwards\./);
    await buy(practice);
    const [order] = await ordersOf(site);
    assert.deepEqual([order!.status, order!.total], ["paid", 9000]);
    assert.match((await browser.open(`/orders`)).body, /Navigation hour/);
    assert.deepEqual(await grantsOf(site), [{ total: 2, used: 0, source: "purchase", isOfLine: true, isEnded: false }]);
    const page = await browser.open(path);
    assert.match(textOf(page), /Sessions left to book: 2 Choose a time/);
    assert.match(
      textOf(await browser.open("/account/events")),
      /Navigation hour Sessions left to book: 2 Choose a time/,
    );
    const first = await bookAt(browser, page, path, at(3));
    assert.match(textOf(first), /Your sessions.*Sessions left to book: 1/);
    // The school has not set an address.
    assert.match(textOf(first), /Your sessions .* The school sends you the link/);
    const second = await bookAt(browser, first, path, at(4));
    assert.doesNotMatch(textOf(second), /Sessions left/);
    assert.doesNotMatch(second.body, new RegExp(`action="${path}/book"`));
    // A form of before.
    await bookAt(browser, first, path, at(5));
    assert.deepEqual(await bookingsOf(site), ["confirmed", "confirmed"]);
    const canceled = await cancelOwn(browser, second);
    assert.match(
      textOf(canceled),
      /Your session Navigation hour is canceled\. You can choose another time on its page\./,
    );
    assert.match(textOf(await browser.open(path)), /Sessions left to book: 1/);
    assert.deepEqual((await bookingsOf(site)).toSorted(), ["canceled", "confirmed"]);
    const types = (await outboxOf(site)).map(({ type }) => type).filter((type) => type.startsWith("consulting"));
    assert.deepEqual(
      types,
      ["created", "created", "canceled"].map((type) => `consulting_booking.${type}`),
    );
    // Sessions can be bought again.
    await buy(practice);
    assert.match(textOf(await browser.open(path)), /Sessions left to book: 3/);
  });

  void test("gives no more sessions than were bought, however many are booked at the same time, and no slot twice", async () => {
    const practice = await aPractice({ sessions_included: 1 });
    const { site, browser, path } = practice;
    await buy(practice);
    const page = await browser.open(path);
    await Promise.all([3, 4, 5, 6].map((days) => bookAt(browser, page, path, at(days))));
    assert.deepEqual(await bookingsOf(site), ["confirmed"]);
    const other = { ...practice, browser: await site.signedIn(await site.member()) };
    await buy(other);
    const taken = await database.one<{ startsAt: Date }>`
      select starts_at from consulting_bookings where site_id = ${site.site.id}`;
    const free = await other.browser.open(path);
    const refused = await bookAt(other.browser, free, path, taken.startsAt.toISOString());
    assert.match(textOf(refused), /Sessions left to book: 1/);
    assert.deepEqual(await bookingsOf(site), ["confirmed"]);
  });

  void test("is canceled by its member only, until the hours before it that the service says", async () => {
    const practice = await aPractice();
    const { site, browser, path } = practice;
    await buy(practice);
    const booked = await bookAt(browser, await browser.open(path), path, at(3));
    const booking = cancelLinkIn(booked)!;
    const stranger = { ...practice, browser: await site.signedIn(await site.member()) };
    await buy(stranger);
    await bookAt(stranger.browser, await stranger.browser.open(path), path, at(4));
    const csrf = csrfOf(await stranger.browser.open("/account"));
    assert.equal((await stranger.browser.open(booking, { csrf })).status, 404);
    await later(60 * hour, async () => {
      assert.equal(cancelLinkIn(await browser.open(path)), undefined);
      const late = await browser.open(booking, { csrf: csrfOf(await browser.open("/account")) });
      assert.match(textOf(late), /This can no longer be canceled here/);
    });
    assert.deepEqual(await bookingsOf(site), ["confirmed", "confirmed"]);
  });

  void test("uses a bought session when staff books, and returns it when staff cancels", async () => {
    const practice = await aPractice();
    const { site, staff, service, member } = practice;
    await buy(practice);
    const booked = await book(staff, service, at(3), { email: undefined, member_id: member.sub });
    assertStatus(booked, 201);
    assert.equal((await grantsOf(site))[0]!.used, 1);
    const { id } = booked.json<{ id: string }>();
    const canceled = await staff.post(`/consulting_bookings/${id}/cancel`);
    assertStatus(canceled, 200);
    assert.equal((await grantsOf(site))[0]!.used, 0);
    // A person without bought sessions.
    assert.equal((await book(staff, service, at(3))).statusCode, 201);
  });

  void test("ends with its refund: sessions to come are canceled", async () => {
    const practice = await aPractice();
    const { site, browser, path, owner } = practice;
    await buy(practice);
    await bookAt(browser, await browser.open(path), path, at(3));
    const { body } = await browser.open("/orders");
    const order = /\/orders\/(ord_\w+)/.exec(body)![1]!;
    const staffPage = `/admin/orders/${order}`;
    await owner.submit(
      await owner.open(staffPage),
      { act: "refund", reason: "", amount: "90", access: "end" },
      staffPage,
    );
    await runRefunds(site);
    assert.equal((await ordersOf(site))[0]!.status, "refunded");
    assert.deepEqual(await bookingsOf(site), ["canceled"]);
    assert.deepEqual(
      (await grantsOf(site)).map(({ used, isEnded }) => [used, isEnded]),
      [[0, true]],
    );
    const page = await browser.open(path);
    assert.doesNotMatch(textOf(page), /Sessions left|Your sessions/);
    assert.ok((await outboxOf(site)).some(({ type }) => type === "consulting_booking.canceled"));
  });

  void test("ends with a dispute, and returns when the school wins", async () => {
    const practice = await aPractice();
    const { site, browser, path } = practice;
    const paymentId = await buy(practice);
    await bookAt(browser, await browser.open(path), path, at(3));
    await sendTestEvent(site, { id: "evt_1", paymentId, outcome: "dispute_opened", amount: price });
    assert.deepEqual([(await grantsOf(site))[0]!.isEnded, await bookingsOf(site)], [true, ["canceled"]]);
    await sendTestEvent(site, { id: "evt_2", paymentId, outcome: "dispute_won", amount: price });
    assert.equal((await grantsOf(site)).length, 1);
    assert.match(textOf(await browser.open(path)), /Sessions left to book: 2/);
  });

  void test("is not sold as a draft or without a price", async () => {
    const { browser, staff, service } = await aPractice();
    const free = await aService(staff, { name: "Free hour" });
    assert.equal((await browser.open(`/checkout?item=${free.id}`)).status, 404);
    assert.equal((await browser.open(`/checkout?item=${service.id}`)).status, 200);
    await staff.patch(`/consulting_services/${service.id}`, { status: "archived" });
    assert.equal((await browser.open(`/checkout?item=${service.id}`)).status, 404);
  });
});

void test("Prices of all kinds link to the checkout in /pricing.md and in structured data", async () => {
  const { site, service, path } = await aPractice();
  const address = `${site.origin}/checkout?item=${service.id}`;
  assert.ok((await site.get("/pricing.md")).body.includes(address));
  assert.ok((await site.get(path)).body.includes(`"url":"${address}"`));
});
