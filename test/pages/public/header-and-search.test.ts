import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aSite, type AMember, type ASite } from "../../support/world.ts";

async function notify({ site }: ASite, { id: memberId }: AMember, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const text = { topic: "announcement", title: "News", body: "Look.", inInbox: true, createdAt: now() };
    await database.run`insert into notifications ${rows({ siteId: site.id, id: newId(), memberId, ...text })}`;
  }
}

const headerOf = (body: string): string => /<header class="top">.*?<\/header>/s.exec(body)![0];

void describe("Header of the school's pages", () => {
  void test("shows the number of unread notifications to their member only, up to 99", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    assert.match(headerOf((await browser.open("/courses")).body), /aria-label="Notifications"/);
    await notify(site, member, 2);
    const header = headerOf((await browser.open("/courses")).body);
    assert.match(header, /href="\/account\/notifications" aria-label="Notifications: 2 new"/);
    assert.doesNotMatch(headerOf((await (await site.signedIn(await site.member())).open("/courses")).body), / new"/);
    await notify(site, member, 110);
    assert.match(headerOf((await browser.open("/courses")).body), /aria-label="Notifications: 99\+ new"/);
  });

  void test("leads students to their pages, staff to the admin area too, and visitors to the sign-in", async () => {
    const site = await aSite();
    const student = headerOf((await (await site.signedIn(await site.member())).open("/courses")).body);
    for (const path of ["/learn", "/orders", "/account/notifications", "/account", "/sign-out"]) {
      assert.match(student, new RegExp(`href="${path}"`));
    }
    assert.doesNotMatch(student, /href="\/admin"|href="\/sign-in"/);
    assert.match(
      headerOf((await (await site.signedIn(await site.member({ roles: ["owner"] }))).open("/courses")).body),
      /href="\/admin"/,
    );
    const visitor = headerOf((await site.get("/courses", { headers: { accept: "text/html" } })).body);
    assert.match(visitor, /href="\/sign-in"/);
    assert.doesNotMatch(visitor, /href="\/account/);
  });

  void test("signs out after a confirmation", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const page = await browser.open("/sign-out");
    assert.match(page.body, /Sign out of/);
    await browser.submit(page, {}, "/sign-out");
    assert.equal((await browser.open("/account")).address.startsWith("/sign-in"), true);
  });
});

void describe("Search page", () => {
  void test("finds items of all kinds, and similar ones if none has all words", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}]]);
    const found = async (q: string) => (await site.get(`/search?q=${q}`, { headers: { accept: "text/html" } })).body;
    assert.match(await found("knots"), new RegExp(`<h2 id="courses">.*href="/courses/${course.slug}"`, "s"));
    assert.match(await found("knotts"), new RegExp(`Similar ones:.*href="/courses/${course.slug}"`, "s"));
    assert.match(await found("%3Cb%3Ezzz"), /No results for “[^”]*&lt;b&gt;zzz/);
    assert.match(await found("zzz"), /href="\/courses">All courses/);
  });

  void test("is not indexed, and asks before the first search", async () => {
    const site = await aSite();
    const { body } = await site.get("/search", { headers: { accept: "text/html" } });
    assert.match(body, /<meta name="robots" content="noindex"/);
    assert.match(body, /<form class="seek" role="search"/);
  });
});
