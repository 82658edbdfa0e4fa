import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { expireOffers } from "#domain/events/event-registrations/jobs/expire-offers.ts";
import { formatId } from "#domain/platform/ids.ts";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { aTicket, inHours, type Json } from "../../rest/support/an-event.ts";
import { day, hour, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailAbout } from "../../support/doubles/mailroom.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { type ASite, postbox } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { cancelOwn } from "../support/cancel-own.ts";
import { aPaidEvent, aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";

const registrationsOf = ({ site }: ASite) =>
  database.many<{ memberId: string; status: string; offeredUntil: Date | null }>`
    select member_id, status, offered_until from event_registrations
     where site_id = ${site.id} order by created_at, id`;

const statusesOf = async (site: ASite) => (await registrationsOf(site)).map(({ status }) => status);

/** An event with one seat, which a member has bought. */
async function aFullEvent(fields: Json = {}) {
  const shop = await aShop();
  const when = { starts_at: inHours(7 * 24), ends_at: inHours(7 * 24 + 1) };
  const event = await aPaidEvent(shop.operator, { capacity: 1, waitlist_enabled: true, ...when, ...fields });
  const buyer = await shop.site.signedIn(await shop.site.member());
  const order = await decide(buyer, await checkOut(buyer, event.ticket), "paid");
  return { ...shop, event, path: `/events/${event.slug}`, order };
}

/** A member who joins the waitlist on the page of the event. */
async function aWaiting(site: ASite, path: string) {
  const member = await site.member();
  const browser = await site.signedIn(member);
  const joined = await browser.submit(await browser.open(path), {}, `${path}/register`);
  assert.match(textOf(joined), /You are on the waitlist As soon as a seat is free, we reserve it for you/);
  return { member, browser };
}

/** Staff cancels the registration, so that its seat is free. */
async function freeSeat({ operator, site }: Pick<Awaited<ReturnType<typeof aFullEvent>>, "operator" | "site">) {
  const { id } = await database.one<{ id: string }>`
    select id from event_registrations where site_id = ${site.site.id} and status = 'registered'`;
  const canceled = await operator.post(`/event_registrations/${formatId("eventRegistration", id)}/cancel`, {});
  assert.equal(canceled.statusCode, 200);
}

void describe("The waitlist of a ticket with a price", () => {
  void test("reserves a free seat for the next person, sends them the checkout, and gives it to them once they pay", async () => {
    const full = await aFullEvent();
    const { site, event, path } = full;
    const { member, browser } = await aWaiting(site, path);
    await freeSeat(full);
    assert.deepEqual(await statusesOf(site), ["canceled", "waitlisted"]);
    const mail = await mailAbout(member.email, /^A seat at “Regatta” is reserved for you/);
    assert.match(mail.email.text!, new RegExp(`/checkout\\?item=${event.ticket}`));
    assert.match(textOf(await browser.open("/account/notifications")), /A seat at “Regatta” is reserved for you/);
    assert.match(textOf(await browser.open(path)), /A seat is reserved for you Pay for it by .* Buy/);
    // Others can neither buy it nor see it as free.
    const other = await site.signedIn(await site.member());
    assert.match(textOf(await other.open(`/checkout?item=${event.ticket}`)), /All seats are taken/);
    const order = await decide(browser, await checkOut(browser, event.ticket), "paid");
    assert.match(textOf(order), /Thank you for your purchase\./);
    assert.deepEqual(await statusesOf(site), ["canceled", "registered"]);
    assert.match(textOf(await browser.open(path)), /You are registered Your code for check-in/);
    const types = (await outboxOf(site)).map(({ type }) => type);
    assert.equal(types.filter((type) => type === "event_registration.promoted").length, 1);
    const { count } = await database.one<{ count: number }>`
      select count(*) from checkout_reservations where site_id = ${site.site.id}`;
    assert.equal(count, 0);
  });

  void test("offers the seat to the next person after the deadline of the school, or when the first one leaves", async () => {
    const full = await aFullEvent();
    const { site, path, owner } = full;
    const settings = { taxRate: "0", refundAccess: "end", checkoutMinutes: "30", graceDays: "7", waitlistHours: "2" };
    await owner.submit(await owner.open("/admin/payments"), settings, "/admin/payments");
    const first = await aWaiting(site, path);
    const second = await aWaiting(site, path);
    const third = await aWaiting(site, path);
    await freeSeat(full);
    const offers = async () => (await registrationsOf(site)).map(({ offeredUntil }) => offeredUntil !== null);
    assert.deepEqual(await offers(), [false, true, false, false]);
    await later(hour, async () => void (await expireOffers(database, now(), postbox)));
    assert.deepEqual(await offers(), [false, true, false, false]);
    await later(2 * hour + minute, async () => {
      assert.equal(await expireOffers(database, now(), postbox), 1);
      assert.equal(await expireOffers(database, now(), postbox), 0);
    });
    assert.deepEqual(await statusesOf(site), ["canceled", "canceled", "waitlisted", "waitlisted"]);
    assert.deepEqual(await offers(), [false, false, true, false]);
    await mailAbout(first.member.email, /You are no longer on the waitlist of “Regatta”/);
    const left = await cancelOwn(second.browser, await second.browser.open(path));
    assert.match(textOf(left), /You left the waitlist of/);
    assert.match(textOf(await second.browser.open(path)), /Join the waitlist/);
    assert.deepEqual(await offers(), [false, false, false, true]);
    await mailAbout(third.member.email, /is reserved for you/);
  });

  void test("keeps the offer when a checkout for it ends unpaid, and counts both as one seat", async () => {
    const full = await aFullEvent({ capacity: 2 });
    const { site, event, path } = full;
    const second = await site.signedIn(await site.member());
    await decide(second, await checkOut(second, event.ticket), "paid");
    const { browser } = await aWaiting(site, path);
    await full.operator.patch(`/events/${event.id}`, { capacity: 4 });
    const provider = await checkOut(browser, event.ticket);
    // One seat is left besides the offer and its checkout.
    const other = await site.signedIn(await site.member());
    await checkOut(other, event.ticket);
    const last = await site.signedIn(await site.member());
    assert.match(textOf(await last.open(`/checkout?item=${event.ticket}`)), /All seats are taken/);
    await later(31 * minute, async () => void (await expireOrders(database, now())));
    assert.equal((await registrationsOf(site)).at(-1)!.status, "waitlisted");
    await decide(browser, provider, "paid");
    assert.deepEqual(await statusesOf(site), ["registered", "registered", "registered"]);
    assert.equal((await ordersOf(site)).filter(({ status }) => status === "paid").length, 3);
  });

  void test("gets a seat whose deadline has passed before others, and not while its buyer starts again", async () => {
    const { site, operator } = await aShop();
    const when = { starts_at: inHours(7 * 24), ends_at: inHours(7 * 24 + 1) };
    const event = await aPaidEvent(operator, { capacity: 1, waitlist_enabled: true, ...when });
    const guest = await aTicket(operator, { ...event }, { name: "Guest" });
    const path = `/events/${event.slug}`;
    const order = async (member: Parameters<ASite["signedIn"]>[0]) =>
      textOf(await checkOut(await site.signedIn(member), event.ticket));
    const offers = async () => (await registrationsOf(site)).map(({ offeredUntil }) => offeredUntil !== null);
    const buyer = await site.member();
    await order(buyer);
    const first = await aWaiting(site, path);
    const second = await aWaiting(site, path);
    await later(29 * minute, async () => void (await order(buyer)));
    assert.deepEqual(await offers(), [false, false]);
    await later(hour, async () => {
      for (const member of [buyer, await site.member()]) assert.match(await order(member), /All seats are taken/);
      const browser = await site.signedIn(await site.member());
      const fields = { ticket: guest.id, waitlist: "true" };
      await browser.submit(await browser.open(path), fields, `${path}/register`);
      assert.deepEqual(await offers(), [true, false, false]);
    });
    await later(3 * day, async () => {
      for (const { member } of [first, { member: buyer }]) assert.match(await order(member), /All seats are taken/);
      assert.match(await order(second.member), /Test payment/);
    });
  });

  void test("is not open while seats are free", async () => {
    const { site, event, path } = await aFullEvent({ capacity: 2 });
    const browser = await site.signedIn(await site.member());
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    const page = await browser.open(`${path}/register`, { csrf, ticket: event.ticket, waitlist: "true" });
    assert.match(textOf(page), /Buy/);
    assert.deepEqual(await statusesOf(site), ["registered"]);
  });

  void test("reserves a seat until the event starts at the latest, and only while the ticket can be bought", async () => {
    const startsAt = inHours(12);
    const full = await aFullEvent({ starts_at: startsAt, ends_at: inHours(13) });
    await aWaiting(full.site, full.path);
    await freeSeat(full);
    assert.equal((await registrationsOf(full.site))[1]!.offeredUntil!.toISOString(), new Date(startsAt).toISOString());
    const over = await aFullEvent();
    await aWaiting(over.site, over.path);
    await over.operator.patch(`/event_tickets/${over.event.ticket}`, { sale_ends_at: inHours(-1) });
    await freeSeat(over);
    assert.equal((await registrationsOf(over.site))[1]!.offeredUntil, null);
    const hidden = await aFullEvent();
    await aWaiting(hidden.site, hidden.path);
    await hidden.operator.patch(`/events/${hidden.event.id}`, { visibility: "members_only" });
    await freeSeat(hidden);
    assert.equal((await registrationsOf(hidden.site))[1]!.offeredUntil, null);
  });

  void test("takes one ticket per person, whatever the limit per order is, and ignores a number that is sent", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator, { capacity: 5 }, { per_order_max: 4 });
    const browser = await site.signedIn(await site.member());
    await decide(browser, await checkOut(browser, event.ticket, { quantity: "4" }), "paid");
    const again = await browser.open(`/checkout?item=${event.ticket}`);
    assert.match(textOf(again), /You already have this\./);
    const seats = await database.many<{ quantity: number }>`
      select quantity from event_registrations where site_id = ${site.site.id}`;
    assert.deepEqual(seats, [{ quantity: 1 }]);
    assert.equal((await ordersOf(site))[0]!.total, 4900);
  });

  void test("does not make people pay whom staff has put on it", async () => {
    const full = await aFullEvent();
    const { site, event, operator } = full;
    const member = await site.member();
    const row = { member_id: member.sub, ticket_id: event.ticket, waitlist: true };
    assert.equal((await operator.post(`/events/${event.id}/registrations`, row)).statusCode, 201);
    await freeSeat(full);
    assert.deepEqual(await statusesOf(site), ["canceled", "registered"]);
  });
});
