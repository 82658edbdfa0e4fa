import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { book, giveSessions } from "../../member/support/own-items.ts";
import { anEvent, aTicket, type Json } from "../../rest/support/an-event.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { calendarIn } from "../../support/calendars/read-calendar.ts";
import { database } from "../../support/databases/database.ts";
import { mailAbout, mailsInAll } from "../../support/doubles/mailroom.ts";
import { runNotices } from "../../support/worlds/notices.ts";
import { cancelOwn } from "../support/cancel-own.ts";
import { aSchool, created } from "../support/free-school.ts";

const times = { starts_at: "2099-06-01T17:00:00.000Z", ends_at: "2099-06-01T19:00:00.000Z" };

async function aRegatta(fields: Json = {}) {
  const { site, operator } = await aSchool();
  const event = await anEvent(operator, {
    name: "Regatta",
    location: { name: "Pier 3" },
    format: "hybrid",
    ...times,
    ...fields,
  });
  await aTicket(operator, event);
  await created(operator.post(`/events/${event.id}/publish`, {}));
  const member = await site.member();
  const browser = await site.signedIn(member);
  const path = `/events/${event.slug}`;
  const register = async () => browser.submit(await browser.open(path), {}, `${path}/register`);
  const change = async (changes: Json) => {
    assertStatus(await operator.patch(`/events/${event.id}`, changes), 200);
    await runNotices(site.site.id);
  };
  return { site, operator, event, member, browser, path, register, change };
}

void describe("Emails about events", () => {
  void test("confirm a registration, its change and its end with one calendar entry", async () => {
    const { site, event, member, browser, path, register, change } = await aRegatta();
    await register();
    const first = calendarIn(await mailAbout(member.email, /You are registered for “Regatta”/));
    const [entry] = first.entries;
    assert.deepEqual([first.method, entry!.status, entry!.location], ["REQUEST", "CONFIRMED", "Pier 3"]);
    assert.equal(entry!.startsAt, Date.parse(String(event["starts_at"])));
    assert.equal(entry!.endsAt, Date.parse(String(event["ends_at"])));
    assert.equal(entry!.url, `${site.site.origin}${path}`);
    assert.equal(entry!.attendee?.toLowerCase(), `mailto:${member.email}`);
    assert.match(entry!.organizer!, /^mailto:no-reply@/);
    assert.match(entry!.description, /Check-in code: [A-Z2-9]{10}/);

    const startsAt = "2099-06-02T17:00:00.000Z";
    await change({ starts_at: startsAt, ends_at: "2099-06-02T19:00:00.000Z", notify_attendees: true });
    const moved = calendarIn(await mailAbout(member.email, /“Regatta” was rescheduled/));
    assert.deepEqual([moved.method, moved.entries[0]!.uid], ["REQUEST", entry!.uid]);
    assert.equal(moved.entries[0]!.startsAt, Date.parse(startsAt));
    assert.ok(moved.entries[0]!.sequence > entry!.sequence);

    await change({ location: { name: "Pier 9", address: "2 Quay Street" } });
    const mail = await mailAbout(member.email, /“Regatta” has changed/);
    assert.match(mail.email.text!, /The place is: Pier 9, 2 Quay Street\./);
    const elsewhere = calendarIn(mail).entries[0]!;
    assert.equal(elsewhere.location, "Pier 9\n2 Quay Street");
    assert.ok(elsewhere.sequence > moved.entries[0]!.sequence);

    await cancelOwn(browser, await browser.open(path));
    const left = calendarIn(await mailAbout(member.email, /Your registration for “Regatta” is canceled/));
    assert.deepEqual([left.method, left.entries[0]!.uid, left.entries[0]!.status], ["CANCEL", entry!.uid, "CANCELLED"]);
    assert.ok(left.entries[0]!.sequence > elsewhere.sequence);
  });

  void test("remove a canceled event from calendars, and say nothing of changes that do not concern them", async () => {
    const { site, operator, event, member, register, change } = await aRegatta();
    await register();
    const { entries } = calendarIn(await mailAbout(member.email, /You are registered/));
    await change({ summary: "Bring a coat." });
    await change({ location: { name: "Pier 9" }, notify_attendees: false });
    assertStatus(await operator.post(`/events/${event.id}/cancel`, { reason: "Storm" }), 200);
    await runNotices(site.site.id);
    const canceled = calendarIn(await mailAbout(member.email, /“Regatta” was canceled/));
    assert.deepEqual([canceled.method, canceled.entries[0]!.uid], ["CANCEL", entries[0]!.uid]);
    assert.ok(canceled.entries[0]!.sequence > entries[0]!.sequence);
    assert.equal(await mailsInAll(member.email), 2);
  });

  void test("mark a place on the waitlist as uncertain, without the code and the link", async () => {
    const { site, operator, event, member, register } = await aRegatta({
      capacity: 1,
      waitlist_enabled: true,
      online_url: "https://meet.example/regatta",
    });
    const other = await site.member();
    const tickets = (await operator.get(`/events/${event.id}/tickets`)).json<{ data: { id: string }[] }>();
    await created(
      operator.post(`/events/${event.id}/registrations`, { ticket_id: tickets.data[0]!.id, member_id: other.sub }),
    );
    await register();
    const waiting = calendarIn(await mailAbout(member.email, /You are on the waitlist of “Regatta”/)).entries[0]!;
    assert.deepEqual([waiting.status, waiting.summary], ["TENTATIVE", "Waitlist: Regatta"]);
    assert.doesNotMatch(waiting.description, /Check-in|meet\.example/);
    const [registration] = await database.many<{ id: string }>`
      select id from event_registrations where site_id = ${site.site.id} and member_id = ${other.id}`;
    await created(operator.post(`/event_registrations/${formatId("eventRegistration", registration!.id)}/cancel`, {}));
    const promoted = calendarIn(await mailAbout(member.email, /You have a seat at “Regatta”/)).entries[0]!;
    assert.deepEqual([promoted.uid, promoted.status], [waiting.uid, "CONFIRMED"]);
    assert.ok(promoted.sequence > waiting.sequence);
    assert.match(promoted.description, /Join: https:\/\/meet\.example\/regatta/);
  });

  void test("are not sent to a member who does not want them", async () => {
    const { site, member, register } = await aRegatta();
    await database.run`
      insert into notification_subscriptions (site_id, member_id, topic, channel, enabled, updated_at)
      values (${site.site.id}, ${member.id}, 'event_changed', 'email', false, now())`;
    await register();
    assert.equal(await mailsInAll(member.email), 0);
  });

  void test("carry the instants of events in every zone, over changes of the clocks", async () => {
    for (const [zone, startsAt] of [
      ["Europe/London", "2099-10-25T00:30:00.000Z"],
      ["America/New_York", "2099-11-01T05:30:00.000Z"],
      ["Australia/Lord_Howe", "2099-04-04T14:45:00.000Z"],
      ["Asia/Taipei", "2099-03-29T01:30:00.000Z"],
    ] as const) {
      const endsAt = new Date(Date.parse(startsAt) + 5_400_000).toISOString();
      const { member, register } = await aRegatta({ starts_at: startsAt, ends_at: endsAt, time_zone: zone });
      await register();
      const [entry] = calendarIn(await mailAbout(member.email, /You are registered/)).entries;
      assert.deepEqual([entry!.startsAt, entry!.endsAt], [Date.parse(startsAt), Date.parse(endsAt)], zone);
    }
  });
});

void describe("Emails about consulting sessions", () => {
  void test("remove a session from the calendar when its member cancels it", async () => {
    const { site } = await aSchool();
    const member = await site.member();
    const service = await giveSessions(site, member, { service: { format: "in_person", location: "Room 4" } });
    const id = await book(site, member, service, 48, { status: "confirmed", grantId: service.grantId });
    const browser = await site.signedIn(member);
    await cancelOwn(browser, await browser.open("/account/events"));
    const canceled = calendarIn(await mailAbout(member.email, /Your session of “Advice” was canceled/));
    const [entry] = canceled.entries;
    assert.deepEqual(
      [canceled.method, entry!.uid, entry!.status, entry!.location],
      ["CANCEL", formatId("consultingBooking", id), "CANCELLED", "Room 4"],
    );
    assert.ok(entry!.sequence > 0);
  });
});
