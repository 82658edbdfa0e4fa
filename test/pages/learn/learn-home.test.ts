import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { day, hour, now } from "../../support/clock.ts";
import { attend } from "../../member/support/own-items.ts";
import { aCourse, enrollMember, finish } from "../../support/worlds/lessons.ts";
import { subscribe } from "../../support/worlds/memberships.ts";
import { aSite } from "../../support/world.ts";

/** The part of a page below a heading of the second level, up to the next one. */
const below = (body: string, heading: string): string =>
  new RegExp(`<h2>${heading}</h2>(.*?)(?=<h2|</main>)`, "s").exec(body)?.[1] ?? "";

void describe("the home of a member", () => {
  void test("begins with the course that was used last, and continues at its lecture", async () => {
    const site = await aSite();
    const member = await site.member();
    const [knots, sails] = [
      await aCourse(site, [[{}, {}]], { course: { name: "Knots", slug: "knots" } }),
      await aCourse(site, [[{}]], { course: { name: "Sails", slug: "sails" } }),
    ];
    await enrollMember(site, member, knots, { daysAgo: 3 });
    await enrollMember(site, member, sails, { daysAgo: 4 });
    const browser = await site.signedIn(member);
    assert.match((await browser.open("/learn")).body, /href="\/learn\/knots\/continue"\s*>Start course</);
    await finish(browser, knots.lessons[0]!);
    const { body } = await browser.open("/learn");
    assert.match(body, new RegExp(`class="button primary" href="${knots.lessons[0]!.path}"\\s*>Continue<`));
    assert.match(below(body, "Your courses"), /href="\/learn\/sails"/);
  });

  void test("shows courses that a membership includes and the member has not started", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = (name: string, fields = {}) => aCourse(site, [[{}]], { course: { name, slug: name, ...fields } });
    const [started] = [await course("started"), await course("open"), await course("draft", { status: "draft" })];
    await course("secret", { visibility: "unlisted" });
    await course("inside", { visibility: "members_only" });
    await enrollMember(site, member, started);
    const browser = await site.signedIn(member);
    assert.equal(below((await browser.open("/learn")).body, "Included in your membership"), "");

    const { id } = await subscribe(site, member, { allCourses: true });
    const included = below((await browser.open("/learn")).body, "Included in your membership");
    const slugs = [...included.matchAll(/href="\/learn\/([^"]+)"/g)].map(([, slug]) => slug);
    assert.deepEqual(
      slugs.toSorted((one = "", other = "") => one.localeCompare(other)),
      ["inside", "open"],
    );
    assert.equal((await browser.open("/learn/inside")).status, 200);

    await database.run`
      update subscriptions set ends_at = ${now()}, status = 'expired' where site_id = ${site.site.id} and id = ${id}`;
    assert.equal(below((await browser.open("/learn")).body, "Included in your membership"), "");
  });

  void test("shows only the courses of the plan, if it does not include all", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = (slug: string) => aCourse(site, [[{}]], { course: { name: slug, slug } });
    const [given] = [await course("given"), await course("other")];
    await subscribe(site, member, {}, [given.id]);
    const { body } = await (await site.signedIn(member)).open("/learn");
    assert.match(body, /href="\/learn\/given"/);
    assert.doesNotMatch(body, /href="\/learn\/other"|not enrolled in any course/);
  });

  void test("lists the next events in the zone of their place, with the code for the door", async () => {
    const site = await aSite();
    const member = await site.member();
    const startsAt = new Date("2099-07-01T10:00:00Z");
    const times = { startsAt, endsAt: new Date(startsAt.getTime() + hour), timeZone: "Asia/Tokyo" };
    const { registrationId } = await attend(site, member, 48, { event: { ...times, format: "in_person" } });
    await attend(site, member, 24, { registration: { status: "waitlisted" } });
    await attend(site, member, 30, { registration: { status: "canceled" }, event: { name: "Left" } });
    await attend(site, member, 30, { event: { status: "canceled", name: "Called off" } });
    await attend(site, member, -48, { event: { name: "Over" } });
    const { body } = await (await site.signedIn(member)).open("/learn");
    const coming = below(body, "Coming up");
    assert.match(coming, /You are on the waitlist\..*Wed, 1 Jul 2099, 19:00 – 20:00/s);
    assert.ok(coming.includes(`C${registrationId.slice(-8)}`), coming);
    // All is local: no zone, and nothing to join.
    assert.doesNotMatch(coming, /Asia\/Tokyo|stream\.example/);
    assert.match(coming, /Called off.*The school canceled this event\./s);
    assert.doesNotMatch(coming, /Left|Over/);
  });

  void test("keeps what is completed and ended apart, with the certificate", async () => {
    const site = await aSite();
    const member = await site.member();
    const [done, over] = [
      await aCourse(site, [[{}]], { course: { name: "Done", slug: "done" } }),
      await aCourse(site, [[{}]], { course: { name: "Ended", slug: "ended" } }),
    ];
    await enrollMember(site, member, done);
    await enrollMember(site, member, over, { expiresAt: new Date(now().getTime() - day) });
    const browser = await site.signedIn(member);
    await finish(browser, done.lessons[0]!);
    const ended = below((await browser.open("/learn")).body, "Completed and ended");
    assert.match(ended, /href="\/learn\/done".*class="state">Completed</s);
    assert.match(ended, /href="\/learn\/ended".*Your access ended on/s);
  });
});
