import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { attend, book, giveSessions } from "../../member/support/own-items.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { readCalendar } from "../../support/calendars/read-calendar.ts";
import { hour, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { aSite } from "../../support/world.ts";
import { scanPage } from "../../support/scan-qr.ts";
import { textOf } from "../support/asked.ts";

const address = "/account/events";

/** The entry of a name, up to the next entry. */
const entryOf = (body: string, name: string): string =>
  body.split('<li class="engagement').find((entry) => entry.includes(name)) ?? "";

void describe("My events", () => {
  void test("lists events, sessions, live lectures and waiting places by date, and what is over", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [[{}]], { course: { name: "Stars", slug: "stars" } });
    await enrollMember(site, member, course);
    const startsAt = new Date(now().getTime() + 30 * hour).toISOString();
    await database.run`
      update lectures set kind = 'live', title = 'Saturn tonight',
             live = ${JSON.stringify({ startsAt, url: "https://meet.example/saturn" })}::jsonb
       where site_id = ${site.site.id} and id = ${course.lessons[0]!.id}`;
    await attend(site, member, 48, {
      event: { name: "Pier walk", format: "in_person" },
      registration: { checkInCode: "ABCDEFGH23" },
    });
    await attend(site, member, 24, { event: { name: "Full house" }, registration: { status: "waitlisted" } });
    await attend(site, member, -48, { event: { name: "Long ago" } });
    const services = await giveSessions(site, member, { service: { name: "Advice", format: "online" } });
    await book(site, member, services, 36, { status: "confirmed" });
    const browser = await site.signedIn(member);
    const page = (await browser.open(address)).body;
    const body = page.slice(page.indexOf('<li class="engagement'));
    const order = ["Full house", "Saturn tonight", "Advice", "Pier walk", "Long ago"].map((name) => body.indexOf(name));
    assert.ok(!order.includes(-1), String(order));
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    );
    assert.match(entryOf(body, "Full house"), /Waitlist.*Leave the waitlist/s);
    assert.match(entryOf(body, "Advice"), /with .*Mei Lin.*Cancel session/s);
    const walk = entryOf(body, "Pier walk");
    assert.match(walk, /Pier 3.*openstreetmap\.org\/search\?query=1%20Quay%20Street.*ticket-code/s);
    const code = scanPage(walk, "ticket-code") ?? "";
    assert.match(code, /^[0-9A-Z]{10}$/);
    assert.ok(walk.includes(`>${code}<`));
    assert.doesNotMatch(walk, /stream\.example|Asia\/Taipei/);
    assert.doesNotMatch(entryOf(body, "Long ago"), /cancel|ticket-code/i);
  });

  void test("offers to join from 15 minutes before the start until the end", async () => {
    const site = await aSite();
    const member = await site.member();
    const { name } = await attend(site, member, 1, { event: { format: "online" } });
    const join = async () => {
      const { body } = await (await site.signedIn(member)).open(address);
      return /href="https:\/\/stream\.example\/1"/.test(entryOf(body, name));
    };
    assert.equal(await join(), false);
    for (const [minutes, isOpen] of [
      [44, false],
      [46, true],
      [179, true],
      [181, false],
    ] as const) {
      await later(minutes * minute, async () => assert.equal(await join(), isOpen, String(minutes)));
    }
  });

  void test("asks before it cancels, says what happens, and what has happened", async () => {
    const site = await aSite();
    const member = await site.member();
    const free = await attend(site, member, 48, { event: { name: "Regatta" }, registration: { quantity: 1 } });
    const waiting = await attend(site, member, 72, {
      event: { name: "Gala" },
      registration: { status: "waitlisted" },
    });
    const browser = await site.signedIn(member);
    const cancel = async (id: string) => {
      const path = `${address}/${formatId("eventRegistration", id)}/cancel`;
      const question = await browser.open(path);
      return { question: textOf(question), answer: textOf(await browser.submit(question, {}, path)) };
    };
    const first = await cancel(free.registrationId);
    assert.match(first.question, /Cancel your registration\?.*seat goes to the next person.*nothing to refund/);
    assert.match(first.answer, /Your registration for Regatta is canceled\. Your seat is free for others\./);
    const second = await cancel(waiting.registrationId);
    assert.match(second.question, /Leave the waitlist\?.*You lose your place/);
    assert.match(second.answer, /You left the waitlist of Gala\./);
    const rows = await database.many<{ status: string }>`
      select status from event_registrations where site_id = ${site.site.id}`;
    assert.deepEqual(
      rows.map(({ status }) => status),
      ["canceled", "canceled"],
    );
    // An address that somebody else wrote reports nothing.
    const other = await attend(site, member, 96, { event: { name: "Kept" } });
    const forged = await browser.open(`${address}?ended=event.${formatId("eventRegistration", other.registrationId)}`);
    assert.doesNotMatch(textOf(forged), /is canceled/);
  });

  void test("sends each entry as a calendar file in its own zone's instants", async () => {
    const site = await aSite();
    const member = await site.member();
    const startsAt = new Date("2099-10-25T00:30:00Z");
    const times = { startsAt, endsAt: new Date("2099-10-25T01:30:00Z"), timeZone: "Europe/London" };
    const { registrationId } = await attend(site, member, 48, { event: { ...times, name: "Owls; bats, \\ moths" } });
    const browser = await site.signedIn(member);
    const id = formatId("eventRegistration", registrationId);
    const file = await browser.request("GET", `${address}/${id}/calendar.ics`);
    assertStatus(file, 200);
    assert.match(String(file.headers["content-type"]), /^text\/calendar; charset=utf-8/);
    const { method, entries } = readCalendar(file.body);
    const [event] = entries;
    assert.deepEqual(
      [method, event!.uid, event!.summary, event!.location],
      ["PUBLISH", id, "Owls; bats, \\ moths", "Pier 3\n1 Quay Street"],
    );
    assert.deepEqual([event!.startsAt, event!.endsAt], [startsAt.getTime(), times.endsAt.getTime()]);
    assert.match(event!.description, /Check-in code: C/);
    const stranger = await site.signedIn(await site.member());
    assertStatus(await stranger.request("GET", `${address}/${id}/calendar.ics`), 404);
  });
});
