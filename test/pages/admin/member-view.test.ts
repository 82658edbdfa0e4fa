import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cookieName } from "#http/cookies.ts";
import { maxViewMinutes } from "#http/viewing.ts";
import { minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { aSite, authorizeUrl, type ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

/** A manager who sees the school as a student with a course. */
async function aView() {
  const site = await aSite();
  const runs = await site.member({ roles: ["manager"], name: "Runa Berg" });
  const ana = await site.member({ name: "Ana Lima" });
  const course = await aCourse(site, [[{}]], { course: { name: "Knots" } });
  await enrollMember(site, ana, course);
  const browser = await site.signedIn(runs);
  const page = await browser.open(`/admin/members/${ana.sub}`);
  const shown = await browser.submit(page, {}, `/admin/members/${ana.sub}/view`);
  return { site, runs, ana, course, browser, page, shown };
}

const progressAt = ({ site }: ASite) =>
  database.many`select lecture_id from lecture_progress where site_id = ${site.id}`;

void describe("Staff who view the school as a student", () => {
  void test("see the courses of the student, with a bar that ends it", async () => {
    const { site, ana, course, browser, shown } = await aView();
    assert.equal(shown.address, "/learn");
    assert.match(textOf(shown), /You see the school as Ana Lima.*End the view.*Knots/);
    const lecture = await browser.open(course.lessons[0]!.path);
    assert.match(textOf(lecture), /You see the school as Ana Lima/);
    assert.deepEqual(await progressAt(site), []);
    const ended = await browser.submit(lecture, {}, "/admin/members/end-view");
    assert.equal(ended.address, `/admin/members/${ana.sub}`);
    assert.doesNotMatch(textOf(await browser.open("/learn")), /You see the school as/);
    const entries = (await auditOf(site)).filter(({ action }) => action.endsWith("MemberView"));
    assert.deepEqual(
      entries.map(({ action, resourceId, memberId }) => [action, resourceId, memberId]),
      [
        ["startMemberView", ana.sub, entries[0]!.memberId],
        ["endMemberView", ana.sub, entries[0]!.memberId],
      ],
    );
  });

  void test("change nothing: forms, the Member API, apps and tokens are refused", async () => {
    const { site, ana, course, browser, shown } = await aView();
    const csrf = /name="csrf" value="([^"]+)"/.exec(shown.body)![1]!;
    const { path } = course.lessons[0]!;
    const client = await site.register();
    const posts: [string, Record<string, string>][] = [
      [`${path}/done`, { csrf }],
      [`${path}/progress`, { csrf }],
      [`${course.path}/completion/rating`, { csrf, rating: "5" }],
      ["/account/profile", { csrf, name: "Mallory" }],
      ["/admin/members/new", { csrf, email: "mallory@harbour.example" }],
      ["/api/oauth/token", { grant_type: "authorization_code" }],
      ["/oauth/authorize", Object.fromEntries(new URLSearchParams(authorizeUrl(client).url.split("?")[1]))],
      ["/member/graphql", { query: "mutation { markAllNotificationsRead { marked } }" }],
    ];
    for (const [address, fields] of posts) {
      assert.equal((await browser.request("POST", address, fields)).statusCode, 403, address);
    }
    assert.equal((await browser.request("GET", authorizeUrl(client).url)).statusCode, 403);
    for (const name of ["badge", "badge.png", "badge.svg"]) {
      const badge = await browser.request("GET", `/certificates/7K3M-Q9ZD-4TWX-P2VA/${name}`);
      assert.equal(badge.statusCode, 403, name);
    }
    assert.deepEqual(await progressAt(site), []);
    const stored = await database.first<{ name: string }>`
      select name from members where site_id = ${site.site.id} and id = ${ana.id}`;
    assert.equal(stored?.name, "Ana Lima");
  });

  void test("see no account, payments, downloads or administration meanwhile", async () => {
    const { ana, browser } = await aView();
    for (const address of [
      "/account",
      "/account/data",
      "/account/email",
      "/account/notifications",
      "/password/forgotten",
      "/checkout",
      "/job-results/x",
      "/downloads/x/y",
      "/admin",
      `/admin/members/${ana.sub}`,
    ]) {
      const refused = await browser.open(address);
      assert.equal(refused.status, 403, address);
      assert.match(textOf(refused), /End the view/, address);
      assert.doesNotMatch(refused.body, new RegExp(ana.email));
    }
  });

  void test("need a higher role than the member, and cannot view themselves or inactive members", async () => {
    const { site, browser, page, runs, shown } = await aView();
    await browser.submit(shown, {}, "/admin/members/end-view");
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    const others = [
      await site.member({ roles: ["owner"] }),
      await site.member({ roles: ["manager", "student"] }),
      runs,
    ];
    for (const other of others) {
      assert.doesNotMatch((await browser.open(`/admin/members/${other.sub}`)).body, /\/view"/);
      const refused = await browser.request("POST", `/admin/members/${other.sub}/view`, { csrf });
      assert.equal(refused.statusCode, 403);
    }
    const suspended = await site.member();
    await database.run`
      update members set status = 'suspended' where site_id = ${site.site.id} and id = ${suspended.id}`;
    const late = await browser.request("POST", `/admin/members/${suspended.sub}/view`, { csrf });
    assert.equal(late.statusCode, 409);
    for (const role of ["lecturer", "teaching_assistant", "student"] as const) {
      const person = await site.signedIn(await site.member({ roles: [role] }));
      const own = /name="csrf" value="([^"]+)"/.exec((await person.open("/account")).body)![1]!;
      const refused = await person.request("POST", `/admin/members/${suspended.sub}/view`, { csrf: own });
      assert.equal(refused.statusCode, 403, role);
    }
  });

  void test("stop after half an hour, when they lose their role, and when they sign out", async () => {
    const { site, runs, browser } = await aView();
    const sees = async () => textOf(await browser.open("/learn")).includes("You see the school as Ana Lima");
    assert.equal(await sees(), true);
    await database.run`update members set roles = '{lecturer}' where site_id = ${site.site.id} and id = ${runs.id}`;
    assert.equal(await sees(), false);
    const late = await aView();
    const [name] = [cookieName(late.site.site, "view")];
    const cookie = late.browser.cookies.get(name);
    assert.ok(cookie);
    const [member, session, , mac] = cookie.split(".");
    const longer = [member, session, String(now().getTime() + 90 * maxViewMinutes * minute), mac].join(".");
    late.browser.cookies.set(name, longer);
    assert.doesNotMatch(textOf(await late.browser.open("/learn")), /You see the school as/);
  });

  void test("take a view to no other browser", async () => {
    const { site, browser } = await aView();
    const other = await site.signedIn(await site.member({ roles: ["owner"] }));
    const name = cookieName(site.site, "view");
    other.cookies.set(name, browser.cookies.get(name)!);
    assert.doesNotMatch(textOf(await other.open("/learn")), /You see the school as/);
  });
});
