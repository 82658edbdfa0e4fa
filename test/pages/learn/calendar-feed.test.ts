import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { tokenOfFeed } from "#domain/sales/calendar-feeds/feed-token.ts";
import { attend } from "../../member/support/own-items.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { readCalendar } from "../../support/calendars/read-calendar.ts";
import { database } from "../../support/databases/database.ts";
import { storage } from "../../support/worlds/storage.ts";
import { type ASite, aSite } from "../../support/world.ts";
import { auditActions } from "../../support/worlds/records.ts";

const page = "/account/events";
const form = `${page}/calendar`;

const addressIn = (body: string): string | undefined =>
  /value="https?:\/\/[^/"]+(\/calendar-feeds\/lcf_[\w-]{64}\.ics)"/.exec(body)?.[1];

async function aSubscriber(site?: ASite) {
  const school = site ?? (await aSite());
  const member = await school.member();
  const browser = await school.signedIn(member);
  const act = async (what: "renew" | "end") => browser.submit(await browser.open(page), { act: what }, form);
  const { body } = await act("renew");
  return { site: school, member, browser, act, body, address: addressIn(body)! };
}

void describe("The private calendar of a member", () => {
  void test("has what the member attends, for programs without a session", async () => {
    const { site, member, body, address } = await aSubscriber();
    assert.match(body, /href="webcal:\/\/[^"]+\.ics"/);
    const { name, registrationId } = await attend(site, member, 48);
    await attend(site, member, 72, { event: { name: "Storm", status: "canceled" } });
    await attend(site, await site.member(), 24, { event: { name: "Of another member" } });
    const feed = await site.get(address);
    assertStatus(feed, 200);
    const { method, entries } = readCalendar(feed.body);
    assert.deepEqual(
      [method, entries.map(({ summary, status }) => [summary, status])],
      [
        "PUBLISH",
        [
          [name, "CONFIRMED"],
          ["Canceled: Storm", "CANCELLED"],
        ],
      ],
    );
    assert.equal(feed.headers["cache-control"], "private, no-cache");
    assert.equal(feed.headers["set-cookie"], undefined);
    const etag = String(feed.headers["etag"]);
    const again = await site.get(address, { headers: { "if-none-match": etag } });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
    await database.run`
      update event_registrations set status = 'canceled' where site_id = ${site.site.id} and id = ${registrationId}`;
    const changed = await site.get(address, { headers: { "if-none-match": etag } });
    assertStatus(changed, 200);
    assert.equal(readCalendar(changed.body).entries.length, 1);
  });

  void test("ends when its link is renewed or deleted, and with the member", async () => {
    const { site, member, browser, act, address } = await aSubscriber();
    assertStatus(await site.get(address), 200);
    const renewed = addressIn((await act("renew")).body)!;
    assert.notEqual(renewed, address);
    assertStatus(await site.get(address), 404);
    assertStatus(await site.get(renewed), 200);

    await browser.submit(await browser.open("/account"), {}, "/sign-out");
    assertStatus(await browser.request("GET", page), 303);
    const again = await site.signedIn(member);
    const ended = await again.submit(await again.open(page), { act: "end" }, form);
    assert.match(ended.body, /Your private link is deleted\./);
    assertStatus(await site.get(renewed), 404);

    const other = await aSubscriber(site);
    await database.run`
      update members set status = 'suspended' where site_id = ${site.site.id} and id = ${other.member.id}`;
    assertStatus(await site.get(other.address), 404);
    assert.deepEqual(
      (await auditActions(site)).filter((action) => action.endsWith("MyCalendar")),
      ["renewMyCalendar", "renewMyCalendar", "endMyCalendar", "renewMyCalendar"],
    );
  });

  void test("is not found by a changed address, one of another site, or an ID alone", async () => {
    const { site, address } = await aSubscriber();
    const other = await aSite();
    assertStatus(await other.get(address), 404);
    const { id } = await database.one<{ id: string }>`
      select id from calendar_feeds where site_id = ${site.site.id}`;
    assert.equal(address, `/calendar-feeds/${tokenOfFeed({ site: site.site, storage }, id)}.ics`);
    const changed = address.replace(/.\.ics$/, (end) => (end.startsWith("A") ? "Q.ics" : "A.ics"));
    for (const wrong of [changed, `/calendar-feeds/${id}.ics`, "/calendar-feeds/lcf_.ics"]) {
      assertStatus(await site.get(wrong), 404);
    }
  });
});
