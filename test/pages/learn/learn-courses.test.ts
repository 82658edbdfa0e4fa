import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { day, hour, now } from "../../support/clock.ts";
import { aCourse, enrollMember, finish } from "../../support/worlds/lessons.ts";
import { setTimeZone } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";

const minutes = (count: number) => ({ durationSeconds: count * 60 });

void describe("the courses of a member", () => {
  void test("redirect a visitor to sign-in, and back", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}]]);
    for (const path of ["/learn", course.path, course.lessons[0]!.path]) {
      const answer = await site.get(path);
      assert.equal(answer.headers.location, `/sign-in?return_to=${path}`);
    }
    const member = await site.member();
    await enrollMember(site, member, course);
    const browser = site.browser();
    const form = await browser.open(`/sign-in?return_to=${course.path}`);
    const page = await browser.submit(form, { email: member.email, password: "plum-anchor-violet-37" });
    assert.equal(page.address, course.path);
  });

  void test("are listed with progress, last lecture and end of access", async () => {
    const site = await aSite();
    const member = await site.member();
    const [knots, sails] = [
      await aCourse(site, [[{}, {}], [{}]], { course: { name: "Knots", slug: "knots" } }),
      await aCourse(site, [[{}]], { course: { name: "Sails", slug: "sails" } }),
    ];
    await enrollMember(site, member, knots, { daysAgo: 3 });
    await enrollMember(site, member, sails, { daysAgo: 2, expiresAt: new Date(now().getTime() - day) });
    const revoked = await aCourse(site, [[{}]], { course: { name: "Anchors" } });
    await enrollMember(site, member, revoked, { status: "revoked" });
    const browser = await site.signedIn(member);
    await finish(browser, knots.lessons[1]!);

    const { body } = await browser.open("/learn");
    assert.match(
      body,
      /href="\/learn\/knots".*?Knots.*?Last viewed.*?Lecture 2.*?1 of 3 lectures completed.*?Lifetime access/s,
    );
    assert.match(body, /href="\/learn\/sails".*?0 of 1 lectures completed.*?Your access ended on/s);
    assert.doesNotMatch(body, /Anchors/);
    assert.ok(body.indexOf("Knots") < body.indexOf("Sails"), "The course used last comes first.");
  });

  void test("have times in the time zone of the school", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [[{}]]);
    await enrollMember(site, member, course, { expiresAt: new Date("2099-07-01T22:30:00Z") });
    const browser = await site.signedIn(member);
    assert.match((await browser.open("/learn")).body, /Access until <time[^>]*>1 Jul 2099, 22:30 UTC</);
    await setTimeZone(site, "Asia/Taipei");
    assert.match((await browser.open("/learn")).body, /Access until <time[^>]*>2 Jul 2099, 06:30 GMT\+8</);
    await database.run`update members set locale = 'zh-TW' where site_id = ${site.site.id} and id = ${member.id}`;
    assert.match((await browser.open("/learn")).body, /2099年7月2日 06:30 GMT\+8</);
  });

  void test("are paginated", async () => {
    const site = await aSite();
    const member = await site.member();
    for (let index = 0; index < 21; index++) {
      const course = await aCourse(site, [], { course: { name: `Course ${index}.` } });
      await enrollMember(site, member, course, { daysAgo: index });
    }
    const browser = await site.signedIn(member);
    const first = await browser.open("/learn");
    const next = /href="(\/learn\?after=[^"]+)"/.exec(first.body)![1]!;
    const second = await browser.open(next);
    assert.match(first.body, /Course 0\./);
    assert.doesNotMatch(first.body, /Course 20\./);
    assert.match(second.body, /Course 20\./);
    assert.equal((await browser.open("/learn?after=made-up")).status, 400);
  });
});

void describe("the page of a course", () => {
  void test("shows outline, progress and duration, and continues at the last lecture", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [
      [{ ...minutes(65) }, { title: "Bowline", ...minutes(5) }],
      [{ required: false }],
    ]);
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const fresh = await browser.open(course.path);
    assert.match(fresh.body, /Start: <bdi[^>]*>Lecture 1</);
    assert.match(fresh.body, /1 hour 5 minutes/);
    await finish(browser, course.lessons[0]!);

    const { body } = await browser.open(course.path);
    assert.match(body, /1 of 2 lectures completed/, "The third one is optional.");
    assert.match(body, /Continue: <bdi[^>]*>Bowline</);
    assert.match(body, /Lecture 1.*?✓|Lecture 1.*?Completed/s);
    assert.match(body, /Week 1.*Week 2.*Optional/s);
    assert.match(body, new RegExp(`href="/courses/${course.slug}"`));
  });

  void test("hides drafts and content that requires a higher role", async () => {
    const site = await aSite();
    const [member, lecturer] = [await site.member(), await site.member({ roles: ["lecturer"] })];
    const course = await aCourse(site, [
      [{ title: "Open" }, { title: "Unfinished", status: "draft" }, { title: "For staff", minRole: "lecturer" }],
    ]);
    await enrollMember(site, member, course);
    await enrollMember(site, lecturer, course);
    const { body } = await (await site.signedIn(member)).open(course.path);
    assert.match(body, /Open/);
    assert.doesNotMatch(body, /Unfinished|For staff/);
    assert.match((await (await site.signedIn(lecturer)).open(course.path)).body, /For staff/);
    const hidden = await (await site.signedIn(member)).request("GET", course.lessons[2]!.path);
    assert.equal(hidden.statusCode, 404);
  });

  void test("opens lectures by days since enrollment, and shows the date", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [[{}, { drip: { afterDays: 7 } }]], {
      course: { drip: { mode: "by_enrollment_day" } },
    });
    await enrollMember(site, member, course, { daysAgo: 6 });
    const browser = await site.signedIn(member);
    const { body } = await browser.open(course.path);
    const opensAt = /Available on <time datetime="([^"]+)"/.exec(body)![1]!;
    assert.ok(Math.abs(Date.parse(opensAt) - now().getTime() - day) < hour);
    const locked = await browser.open(course.lessons[1]!.path);
    assert.match(locked.body, /Not available yet/);
    assert.doesNotMatch(locked.body, /Body of Lecture 2/);

    await letInEarlier(course.id, 2 * day);
    assert.match((await browser.open(course.lessons[1]!.path)).body, /Body of Lecture 2/);
  });

  void test("opens lectures in order if the course is sequential", async () => {
    const site = await aSite();
    const member = await site.member();
    const manual = { completionRule: { kind: "manual" } } as const;
    const course = await aCourse(site, [[manual, manual, manual]], { course: { drip: { mode: "sequential" } } });
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const [first, second, third] = course.lessons;
    assert.match((await browser.open(second!.path)).body, /Available after you complete the previous lectures/);
    const done = await browser.submit(await browser.open(first!.path), {}, `${first!.path}/done`);
    assert.match(done.body, new RegExp(`<a href="${second!.path}"`));
    assert.match((await browser.open(second!.path)).body, /Body of Lecture 2/);
    assert.match((await browser.open(third!.path)).body, /Not available yet/);
  });

  void test("shows a visitor who is not enrolled only the outline and the previews", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{ isPreview: true }, {}]]);
    const browser = await site.signedIn(await site.member());
    const { body } = await browser.open(course.path);
    assert.match(body, /You are not enrolled/);
    assert.match(body, /Enrolled students only/);
    assert.match((await browser.open(course.lessons[0]!.path)).body, /Body of Lecture 1/);
    assert.doesNotMatch((await browser.open(course.lessons[1]!.path)).body, /Body of Lecture 2/);
  });

  void test("is open from the beginning of the access until its end", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    const cases = [
      { fields: { expiresAt: new Date(now().getTime() - 1000) }, says: /Your access has ended/ },
      { fields: { status: "expired" as const }, says: /Your access has ended/ },
      { fields: { startsAt: new Date(now().getTime() + day) }, says: /Your access starts on/ },
      { fields: { status: "revoked" as const }, says: /You are not enrolled/ },
    ];
    for (const { fields, says } of cases) {
      const course = await aCourse(site, [[{}]]);
      await enrollMember(site, member, course, fields);
      assert.match((await browser.open(course.path)).body, says);
      assert.match((await browser.open(course.lessons[0]!.path)).body, /Enrolled students only/);
    }
    const finished = await aCourse(site, [[{}]]);
    await enrollMember(site, member, finished, { status: "completed", completedAt: now() });
    assert.match((await browser.open(finished.lessons[0]!.path)).body, /Body of Lecture 1/);
  });

  void test("is open to staff and the lecturers of the course with drafts, and to no one else", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{ drip: { afterDays: 9 } }]], {
      course: { status: "draft", drip: { mode: "by_enrollment_day" } },
    });
    const [manager, lecturer, student] = [
      await site.member({ roles: ["manager"] }),
      await site.member({ roles: ["lecturer"] }),
      await site.member(),
    ];
    const statuses = async () =>
      Promise.all(
        [manager, lecturer, student].map(
          async (member) => (await (await site.signedIn(member)).open(course.path)).status,
        ),
      );
    assert.deepEqual(await statuses(), [200, 404, 404]);
    await letTeach(site.site.id, course.id, lecturer.id);
    assert.deepEqual(await statuses(), [200, 200, 404]);
    const open = await (await site.signedIn(lecturer)).open(course.lessons[0]!.path);
    assert.match(open.body, /Body of Lecture 1/);
    assert.doesNotMatch(open.body, /Mark as done|Done on/, "Their activity is not counted.");
  });
});

async function letInEarlier(courseId: string, milliseconds: number): Promise<void> {
  await database.run`
    update enrollments set starts_at = (starts_at at time zone 'UTC' - ${milliseconds / 1000} * interval '1 second') at time zone 'UTC'
     where course_id = ${courseId}`;
}

async function letTeach(siteId: string, courseId: string, memberId: string): Promise<void> {
  const id = courseId;
  await database.run`
    insert into lecturers (site_id, id, name, slug, member_id, created_at, updated_at)
    values (${siteId}, ${id}, 'Idris', 'idris', ${memberId}, now(), now())`;
  await database.run`
    insert into course_lecturers (site_id, course_id, lecturer_id, position) values (${siteId}, ${courseId}, ${id}, 0)`;
}
