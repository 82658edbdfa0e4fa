import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import type { Contact, KeptCourseList } from "../../../src/islands/offline/wire.ts";
import { type AMember, aSite, type ASite } from "../../support/world.ts";

void describe("the copies of a course for a device", () => {
  let site: ASite;
  let member: AMember;
  let course: Awaited<ReturnType<typeof aCourse>>;
  let enrollment: string;

  before(async () => {
    site = await aSite();
    member = await site.member({ name: "Ida Marlowe" });
    course = await aCourse(site, [[{ bodyMarkdown: "A bowline does not slip." }, { kind: "quiz" }]]);
    enrollment = await enrollMember(site, member, course);
  });

  const contact = async (browser: Awaited<ReturnType<ASite["signedIn"]>>) =>
    (await browser.request("GET", `/learn/kept.json?course=${course.slug}`)).json<Contact>();

  void test("have no token, no name and no address, and are no visit", async () => {
    const browser = await site.signedIn(member);
    const list = (await browser.request("GET", `${course.path}/kept.json`)).json<KeptCourseList>();
    assert.deepEqual(
      list.lectures.map(({ address }) => address),
      course.lessons.map(({ path }) => path),
    );
    for (const copy of ["/learn/kept.html", list.copy, ...list.lectures.map((lecture) => lecture.copy)]) {
      const { statusCode, body, headers } = await browser.request("GET", copy);
      assert.equal(statusCode, 200, copy);
      assert.doesNotMatch(body, /csrf|Ida Marlowe|sign-out/);
      assert.ok(!body.includes(member.email));
      assert.equal(headers["cache-control"], "no-store");
      assert.match(String(headers["content-security-policy"]), /default-src 'none'.*connect-src 'self'/);
    }
    assert.match((await browser.request("GET", list.lectures[0]!.copy)).body, /A bowline does not slip/);
    const found = await database.first<{ lastLectureId: string | null }>`
      select last_lecture_id from enrollments where id = ${enrollment}`;
    assert.equal(found?.lastLectureId, null);
  });

  void test("change their version with their lectures, and end with the access", async () => {
    const browser = await site.signedIn(member);
    const first = await contact(browser);
    assert.equal((await contact(browser)).courses[course.slug], first.courses[course.slug]);
    await database.run`update lectures set version = version + 1 where id = ${course.lessons[0]!.id}`;
    const changed = await contact(browser);
    assert.ok(changed.courses[course.slug]);
    assert.notEqual(changed.courses[course.slug], first.courses[course.slug]);
    await database.run`update enrollments set status = 'revoked' where id = ${enrollment}`;
    assert.deepEqual((await contact(browser)).courses, {});
    const refused = await browser.request("GET", `${course.lessons[0]!.path}/kept.html`);
    assert.equal(refused.statusCode, 404);
    await database.run`update enrollments set status = 'active' where id = ${enrollment}`;
  });

  void test("belong to one person, whom a cookie for scripts names until their session ends", async () => {
    const browser = await site.signedIn(member);
    const mine = await contact(browser);
    const cookie = () => [...browser.cookies].find(([name]) => name.includes("_keeper"))?.[1];
    assert.equal(cookie(), mine.keeper);
    const other = await contact(await site.signedIn(await site.member()));
    assert.notEqual(other.keeper, mine.keeper);
    assert.deepEqual(other.courses, {});
    const visitor = await contact(site.browser());
    assert.equal(visitor.keeper, null);
    const page = await browser.request("GET", "/sign-out");
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    const left = await browser.request("POST", "/sign-out", { csrf });
    assert.equal(left.headers["clear-site-data"], '"storage"');
    assert.ok(!cookie());
  });

  void test("are offered to students of the course only", async () => {
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const student = await site.signedIn(member);
    assert.match((await student.open(course.path)).body, /l-keep-course/);
    assert.doesNotMatch((await owner.open(course.path)).body, /l-keep-course/);
    assert.equal((await owner.request("GET", `${course.path}/kept.json`)).statusCode, 404);
  });

  void test("need a worker that imports nothing", async () => {
    const { body, headers } = await site.get("/learn/offline-worker.js");
    assert.equal(headers["service-worker-allowed"], "/");
    assert.equal(headers["content-security-policy"], "default-src 'none'; connect-src 'self'");
    assert.doesNotMatch(body, /\b(import|export)[\s{"'*]/);
    const page = await (await site.signedIn(member)).request("GET", course.path);
    const policy = String(page.headers["content-security-policy"]);
    assert.ok(policy.includes(`worker-src ${site.origin}/learn/offline-worker.js`));
  });
});
