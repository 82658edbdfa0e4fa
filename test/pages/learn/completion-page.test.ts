import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { type ASite, aSite } from "../../support/world.ts";
import { aCourse, enrollMember, finish } from "../../support/worlds/lessons.ts";

/** A student of a course with two sections of one lecture. */
async function aStudent({ months = 0 }: { months?: number | null } = {}) {
  const site = await aSite();
  const course = await aCourse(site, [[{}], [{}]], { course: { name: "Knots & ties", slug: "knots" } });
  await database.run`
    update courses set certificate_months = ${months} where site_id = ${site.site.id} and id = ${course.id}`;
  const member = await site.member({ name: "Ana Lima" });
  await enrollMember(site, member, course);
  return { site, course, member, student: await site.signedIn(member), page: `${course.path}/completion` };
}

type Student = Awaited<ReturnType<typeof aStudent>>;

async function complete({ student, course }: Student) {
  await finish(student, course.lessons[0]!);
  return finish(student, course.lessons[1]!);
}

const serialIn = ({ body }: { body: string }) => /href="\/certificates\/([^"/]+)"/.exec(body)![1]!;

async function aRelatedCourse({ site }: ASite, courseIds: readonly string[], name: string): Promise<string> {
  const id = newId();
  const fields = { id, slug: name.toLowerCase(), name, status: "published" as const, publishedAt: now() };
  await insertCourse({ db: database, site }, fields, now());
  const category = newId();
  await database.run`
    insert into course_categories (site_id, id, name, slug, created_at, updated_at)
    values (${site.id}, ${category}, ${name}, ${category}, now(), now())`;
  for (const courseId of [id, ...courseIds]) {
    await database.run`
      insert into course_category_entries (site_id, course_id, category_id)
      values (${site.id}, ${courseId}, ${category})`;
  }
  return id;
}

void describe("The page of a completed course", () => {
  void test("follows the last lecture, with certificate, shares, badge and rating", async () => {
    const school = await aStudent();
    const { student, course, page, site } = school;
    assert.equal((await student.open(page)).address, course.path, "Not completed yet.");
    const midway = await finish(student, course.lessons[0]!);
    assert.match(midway.body, /You have completed the section <bdi class="foreign">Week 1<\/bdi>/);
    const { address, body } = await finish(student, course.lessons[1]!);
    assert.equal(address, page);
    assert.match(body, /Congratulations, <bdi class="foreign">Ana Lima<\/bdi>!/);
    const serial = serialIn({ body });
    for (const path of ["/pdf", "/image.png", "/badge", "/badge.png", "/badge.svg"]) {
      assert.ok(body.includes(`href="/certificates/${serial}${path}"`), path);
    }
    assert.ok(body.includes(`src="/certificates/${serial}/image.svg"`));
    assert.match((await site.get(`/certificates/${serial}/image.svg`)).body, /^<svg .*<title>.*Knots &amp; ties/s);
    assert.match(body, /alt="Certificate of completion: Ana Lima, Knots &amp; ties"/);
    assert.ok(body.includes(`value="${site.origin}/certificates/${serial}"`));
    const linkedIn = new URL(/href="(https:\/\/www\.linkedin\.com[^"]+)"/.exec(body)![1]!.replaceAll("&amp;", "&"));
    const { name, organizationName, certUrl, certId, issueYear } = Object.fromEntries(linkedIn.searchParams);
    assert.deepEqual(
      [name, organizationName, certUrl, certId, issueYear],
      ["Knots & ties", site.site.name, `${site.origin}/certificates/${serial}`, serial, String(now().getFullYear())],
    );
    for (const path of ["/learn", course.path, `/certificates/${serial}`]) {
      assert.match((await student.open(path)).body, new RegExp(`certificates/${serial}`), path);
    }
    assert.ok((await student.open(course.path)).body.includes(`href="${page}"`));
    assert.ok((await student.open(course.lessons[0]!.path)).body.includes(`href="${page}"`));
  });

  void test("is there without a certificate, and for its student only", async () => {
    const school = await aStudent({ months: null });
    const { body, address } = await complete(school);
    assert.equal(address, school.page);
    assert.match(body, /Congratulations/);
    assert.doesNotMatch(body, /certificates\/|linkedin/);
    const other = await school.site.member();
    await enrollMember(school.site, other, school.course);
    assert.equal((await (await school.site.signedIn(other)).open(school.page)).address, school.course.path);
    assert.match(String((await school.site.get(school.page)).headers.location), /^\/sign-in/);
  });

  void test("takes a rating in one click, and the text afterwards", async () => {
    const school = await aStudent();
    const page = await complete(school);
    const { student, course } = school;
    const rated = await student.submit(page, { rating: "4" }, `${school.page}/rating`);
    assert.equal(rated.address, `${school.page}#rating`);
    assert.match(rated.body, /aria-label="4 out of 5".*Thank you for your rating.*Add a few words/s);
    assert.doesNotMatch(rated.body, /name="rating"/);
    const [review] = await database.many<{ rating: number; body: string }>`
      select rating, body from reviews where site_id = ${school.site.site.id} and course_id = ${course.id}`;
    assert.deepEqual({ ...review }, { rating: 4, body: "" });
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    assertStatus(await student.request("POST", `${school.page}/rating`, { csrf, rating: "6" }), 400);
  });

  void test("recommends public courses of the same category that the member does not take", async () => {
    const school = await aStudent();
    const { site, course, member } = school;
    await aRelatedCourse(site, [], "Unrelated");
    await aRelatedCourse(site, [course.id], "Splices");
    const taken = await aRelatedCourse(site, [course.id], "Taken");
    await enrollMember(site, member, { id: taken });
    const hidden = await aRelatedCourse(site, [course.id], "Hidden");
    await database.run`
      update courses set visibility = 'unlisted' where site_id = ${site.site.id} and id = ${hidden}`;
    const { body } = await complete(school);
    assert.match(body, /What to learn next.*href="\/courses\/splices"/s);
    assert.doesNotMatch(body, /courses\/(?:unrelated|taken|hidden)/);
    await database.run`delete from course_category_entries where site_id = ${site.site.id}`;
    assert.match(
      (await school.student.open(school.page)).body,
      /href="\/courses\/unrelated".*href="\/courses\/splices"/s,
    );
  });
});
