import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attend } from "../../member/support/own-items.ts";
import { database } from "../../support/databases/database.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

/** An event that lasts an hour. */
async function anEventAt(start: string, fields: object = {}) {
  const site = await aSite();
  const member = await site.member();
  const startsAt = new Date(start);
  const times = { startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000), timeZone: "Europe/London" };
  const { eventId } = await attend(site, member, 24, { event: { ...times, ...fields } });
  return { site, member, path: `/events/regatta-${eventId}` };
}

void describe("The time of an event", () => {
  void test("names its end, and its zone only where people come from elsewhere", async () => {
    const online = await anEventAt("2099-07-01T18:00:00Z", { format: "online" });
    const page = await online.site.browser().open(online.path);
    assert.match(textOf(page), /Wed, 1 Jul 2099, 19:00 – 20:00 Europe\/London \(GMT\+1\)/);
    // The browser adds the time in its zone: one script, and no other.
    const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(page.body) ?? [];
    const policy = String(page.response.headers["content-security-policy"]);
    assert.ok(policy.includes(`script-src ${online.site.site.origin}${script};`), policy);
    assert.match((await online.site.get(script)).body, /data-own-time/);

    const local = await anEventAt("2099-07-01T18:00:00Z", { format: "in_person" });
    const here = await local.site.browser().open(local.path);
    assert.match(textOf(here), /Wed, 1 Jul 2099, 19:00 – 20:00/);
    assert.doesNotMatch(here.body, /Europe\/London|data-own-time|script-src|stream\.example/);
  });

  void test("has an offset where an hour occurs twice", async () => {
    for (const format of ["in_person", "online"]) {
      const first = await anEventAt("2099-10-24T23:30:00Z", { format });
      const again = await anEventAt("2099-10-25T00:30:00Z", { format });
      const [one, other] = [
        textOf(await first.site.browser().open(first.path)),
        textOf(await again.site.browser().open(again.path)),
      ];
      assert.match(one, /Sun, 25 Oct 2099, 00:30 GMT\+1 – 01:30 GMT\+1/);
      assert.match(other, /Sun, 25 Oct 2099, 01:30 GMT\+1 – 01:30 GMT\+0/);
    }
  });

  void test("is also that of the member's own zone, if one is stored", async () => {
    const { site, member, path } = await anEventAt("2099-07-01T18:00:00Z", { format: "online" });
    await database.run`
      update members set time_zone = 'Asia/Taipei' where site_id = ${site.site.id} and id = ${member.id}`;
    const browser = await site.signedIn(member);
    for (const address of [path, "/account/events"]) {
      const page = await browser.open(address);
      assert.match(textOf(page), /Your time: Thu, 2 Jul 2099, 02:00 – 03:00/, address);
      assert.doesNotMatch(page.body, /data-own-time/);
    }
  });

  void test("does not say that a past event is fully booked, and its ticket has nothing to join", async () => {
    const { site, member, path } = await anEventAt("2020-07-01T18:00:00Z", { format: "in_person", capacity: 1 });
    await database.run`update events set registered_count = 1 where site_id = ${site.site.id}`;
    const past = textOf(await site.browser().open("/events?past=1"));
    assert.match(past, /Regatta 24/);
    assert.doesNotMatch(past, /Fully booked/);
    const own = await (await site.signedIn(member)).open(path);
    assert.doesNotMatch(own.body, /Join online|stream\.example/);
  });
});
