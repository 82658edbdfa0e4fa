import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { aTicket, type Json } from "../../rest/support/an-event.ts";
import { type Operator, operatorOf } from "../../rest/support/operator.ts";
import { hour, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aPaidEvent, aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";
import { created } from "../support/free-school.ts";
import { aMembership } from "../support/membership.ts";

const registrationsOf = ({ site }: ASite) =>
  database.many<{ memberId: string; status: string }>`
    select member_id, status from event_registrations where site_id = ${site.id} order by created_at, id`;

/** An event with one seat and a paid and a free ticket, whose seat a member has reserved on the provider's page. */
async function aReservedSeat(fields: Json = {}) {
  const shop = await aShop();
  const event = await aPaidEvent(shop.operator, { capacity: 1, ...fields });
  const free = await aTicket(shop.operator, { ...event }, { name: "Guest" });
  const buyer = await shop.site.member();
  const browser = await shop.site.signedIn(buyer);
  const provider = await checkOut(browser, event.ticket);
  return { ...shop, event, free: free.id, path: `/events/${event.slug}`, buyer, browser, provider };
}

const register = (operator: Operator, event: { id: string }, fields: Json) =>
  operator.post(`/events/${event.id}/registrations`, fields);

void describe("The seat of a member who is paying", () => {
  void test("is not given to a free ticket, by staff or in bulk until the deadline, and is free after it", async () => {
    const { site, operator, event, free, path } = await aReservedSeat();
    const other = await site.member();
    const browser = await site.signedIn(other);
    assert.match(textOf(await browser.open(path)), /Guest Free · Fully booked/i);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    const take = () => browser.open(`${path}/register`, { csrf, ticket: free, waitlist: "false" });
    await take();
    const row = { member_id: other.sub, ticket_id: free };
    const refused = await register(operator, event, row);
    assert.deepEqual([refused.statusCode, refused.json<{ code: string }>().code], [409, "sold_out"]);
    const bulk = await operator.post(`/events/${event.id}/registrations/bulk`, { operations: [row] });
    assert.equal(bulk.json<{ results: { error: { code: string } }[] }>().results[0]!.error.code, "sold_out");
    assert.deepEqual(await registrationsOf(site), []);
    await later(31 * minute, async () => {
      const again = await site.signedIn(other);
      await again.submit(await again.open(path), { ticket: free }, `${path}/register`);
      assert.deepEqual(await registrationsOf(site), [{ memberId: other.id, status: "registered" }]);
    });
  });

  void test("goes to the waitlist when the checkout ends, and not while its member starts again", async () => {
    const { site, event, free, path, browser } = await aReservedSeat({ waitlist_enabled: true });
    const other = await site.member();
    const waiting = await site.signedIn(other);
    const page = await waiting.open(path);
    await waiting.submit(page, { ticket: free, waitlist: "true" }, `${path}/register`);
    const waits = [{ memberId: other.id, status: "waitlisted" }];
    assert.deepEqual(await registrationsOf(site), waits);
    // The page of the checkout does not count the member's own reservation.
    await checkOut(browser, event.ticket);
    assert.deepEqual(await registrationsOf(site), waits);
    await later(31 * minute, async () => void (await expireOrders(database, now())));
    assert.deepEqual(await registrationsOf(site), [{ memberId: other.id, status: "registered" }]);
  });

  void test("stays theirs when the payment of an order that has expired arrives", async () => {
    const { site, event, browser, provider } = await aReservedSeat();
    await later(hour, async () => {
      const second = await site.signedIn(await site.member());
      const reserved = await checkOut(second, event.ticket);
      await decide(browser, provider, "paid");
      await decide(second, reserved, "paid");
    });
    assert.deepEqual(
      (await ordersOf(site)).map(({ status, attention }) => [status, attention]),
      [
        ["paid", "not_fulfilled"],
        ["paid", null],
      ],
    );
  });
});

void describe("The place of a member who is paying", () => {
  void test("in a membership plan is not given by its free price or by staff", async () => {
    const { site, operator } = await aShop();
    const { id, path, price } = await aMembership(operator, { plan: { member_limit: 1 } });
    const none = { price: { amount: 0, currency: "USD" }, interval: "month" };
    const free = await created(operator.post(`/membership_plans/${id}/pricings`, none));
    await checkOut(await site.signedIn(await site.member()), price);
    const other = await site.member();
    const browser = await site.signedIn(other);
    const join = async () => {
      const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
      await browser.open(`${path}/join`, { csrf, pricing: free.id });
      const { count } = await database.one<{ count: number }>`
        select count(*) from subscriptions where site_id = ${site.site.id}`;
      return count;
    };
    assert.equal(await join(), 0);
    await later(31 * minute, async () => {
      const again = await site.signedIn(other);
      await again.submit(await again.open(path), { pricing: free.id }, `${path}/join`);
    });
    const subscribed = await database.many<{ memberId: string }>`
      select member_id from subscriptions where site_id = ${site.site.id}`;
    assert.deepEqual(subscribed, [{ memberId: other.id }]);
  });

  void test("in a course is not given by staff", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator, { seats: 1 });
    const browser = await site.signedIn(await site.member());
    const provider = await checkOut(browser, course.plan);
    const other = await site.member();
    const staff = await operatorOf(site, "students:read students:write courses:read");
    const enrollment = { student_id: other.sub, course_id: course.id, plan_id: course.plan };
    const refused = await staff.post("/enrollments", enrollment);
    assert.deepEqual([refused.statusCode, refused.json<{ code: string }>().code], [409, "sold_out"]);
    await decide(browser, provider, "paid");
    const { count } = await database.one<{ count: number }>`
      select count(*) from enrollments where site_id = ${site.site.id} and status = 'active'`;
    assert.equal(count, 1);
  });
});
