import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { anEvent as aDraft, aTicket, inHours, type Json, register } from "../../rest/support/an-event.ts";
import type { Operator } from "../../rest/support/operator.ts";
import { day, later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailAbout } from "../../support/doubles/mailroom.ts";
import { textOf } from "../support/asked.ts";
import { cancelLinkIn, cancelOwn } from "../support/cancel-own.ts";
import { aSchool, created } from "../support/free-school.ts";

const onlineUrl = "https://meet.example/regatta";

async function anEvent(operator: Operator, fields: Json = {}, ticketFields: Json = {}) {
  const when = { starts_at: inHours(7 * 24), ends_at: inHours(7 * 24 + 1), online_url: onlineUrl };
  const event = await aDraft(operator, { name: "Regatta", ...when, ...fields });
  const ticket = await aTicket(operator, event, ticketFields);
  await created(operator.post(`/events/${event.id}/publish`, {}));
  return { ...event, ticket, path: `/events/${event.slug}` };
}

void describe("A free event", () => {
  void test("has as many seats as its capacity; the others wait, and a canceled seat goes to the next", async () => {
    const { site, operator } = await aSchool();
    const event = await anEvent(operator, { capacity: 1, waitlist_enabled: true });
    const first = await site.signedIn(await site.member());
    const [next, other] = [await site.member(), await site.member()];
    const speak = (locale: string | null) =>
      database.run`update members set locale = ${locale} where site_id = ${site.site.id} and id = ${next.id}`;
    const second = await site.signedIn(next);
    const third = await site.signedIn(other);
    const registered = await first.submit(await first.open(event.path), {}, `${event.path}/register`);
    assert.match(textOf(registered), /You are registered Your code for check-in: [A-Z2-9]{10}/);
    assert.match(registered.body, /https:\/\/meet\.example\/regatta/);
    const full = await second.open(event.path);
    assert.match(textOf(full), /Join the waitlist/);
    const waiting = await second.submit(full, {}, `${event.path}/register`);
    assert.match(textOf(waiting), /You are on the waitlist/);
    assert.doesNotMatch(waiting.body, /meet\.example/);
    await third.submit(await third.open(event.path), {}, `${event.path}/register`);
    await speak("zh-TW");
    const canceled = await cancelOwn(first, await first.open(event.path));
    assert.match(textOf(canceled), /Your registration for Regatta is canceled\. Your seat is free for others\./);
    assert.match(textOf(await first.open(event.path)), /Join the waitlist/);
    await speak(null);
    assert.match(textOf(await second.open(event.path)), /You are registered/);
    await mailAbout(next.email, /你已候補上「Regatta」/);
    await cancelOwn(second, await second.open(event.path));
    await mailAbout(other.email, /You have a seat at “Regatta”/);
    assert.match(textOf(await third.open("/account/notifications")), /You have a seat at “Regatta” A seat became free/);
  });

  void test("has no waitlist for tickets with a price while the school accepts no payments", async () => {
    const { site, operator } = await aSchool();
    const price = { amount: 1000, currency: "USD" };
    const event = await anEvent(operator, { capacity: 1, waitlist_enabled: true }, { price });
    await register(operator, event, { ticket_id: event.ticket.id, member_id: (await site.member()).sub });
    const browser = await site.signedIn(await site.member());
    assert.doesNotMatch(textOf(await browser.open(event.path)), /waitlist/);
    await aTicket(operator, event, { name: "Guest" });
    assert.match(textOf(await browser.open(event.path)), /Join the waitlist You can join the waitlist\./);
  });

  void test("takes one registration per person, in its registration period, for tickets without a price", async () => {
    const { site, operator } = await aSchool();
    const event = await anEvent(operator, { registration_opens_at: inHours(24) });
    const paid = await anEvent(operator, { name: "Gala" }, { price: { amount: 1000, currency: "USD" } });
    const browser = await site.signedIn(await site.member());
    assert.match(textOf(await browser.open(event.path)), /Registration opens/);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    const send = (path: string, ticket: string) =>
      browser.open(`${path}/register`, { csrf, ticket, waitlist: "false" });
    assert.match(textOf(await send(event.path, event.ticket.id)), /Registration opens/);
    assert.doesNotMatch(textOf(await send(paid.path, paid.ticket.id)), /You are registered/);
    await later(2 * day, async () => {
      const again = await site.signedIn(await site.member());
      const page = await again.open(event.path);
      await Promise.all([1, 2, 3].map(() => again.submit(page, {}, `${event.path}/register`)));
      const { count } = await database.one<{ count: number }>`
        select count(*) from event_registrations where site_id = ${site.site.id}`;
      assert.equal(count, 1);
    });
  });

  void test("is canceled by the member until it starts; a registration for a paid ticket is not", async () => {
    const { site, operator } = await aSchool();
    const free = await anEvent(operator);
    const paid = await anEvent(operator, { name: "Gala" }, { price: { amount: 1000, currency: "USD" } });
    const member = await site.member();
    const browser = await site.signedIn(member);
    for (const event of [free, paid]) {
      await register(operator, event, { ticket_id: event.ticket.id, member_id: member.sub });
    }
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    const page = await browser.open(paid.path);
    assert.match(textOf(page), /You are registered/);
    assert.equal(cancelLinkIn(page), undefined);
    const { id } = await database.one<{ id: string }>`
      select id from event_registrations where site_id = ${site.site.id} order by created_at desc limit 1`;
    const refused = await browser.open(`/account/events/${formatId("eventRegistration", id)}/cancel`, { csrf });
    assert.match(textOf(refused), /This can no longer be canceled here/);
    await later(8 * day, async () => {
      const again = await site.signedIn(member);
      const started = await again.open(free.path);
      assert.equal(cancelLinkIn(started), undefined);
    });
    const statuses = await database.many<{ status: string }>`
      select status from event_registrations where site_id = ${site.site.id}`;
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ["registered", "registered"],
    );
    await cancelOwn(browser, await browser.open(free.path));
    assert.match(textOf(await browser.open(free.path)), /Register/);
  });
});
