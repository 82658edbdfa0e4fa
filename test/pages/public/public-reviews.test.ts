import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contentOf } from "#database/content/content-of.ts";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aReviewer, type Course, keptReview, review } from "../../support/worlds/reviews.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { agentAt } from "../../mcp/support/agent.ts";
import { textOf } from "../support/asked.ts";

const scopes = "courses:read courses:write school:read school:write";

const read = async (site: ASite, path: string) => {
  const response = await site.get(path, { headers: { accept: "text/html" } });
  return { address: path, status: response.statusCode, body: response.body, response };
};

/** This many public reviews, the last one the newest. */
async function aReviewed(
  site: ASite,
  said: readonly { rating: number; body?: string; name?: string; status?: string }[],
) {
  const course = await aCourse(site, [[{}]]);
  for (const [index, { name, ...fields }] of said.entries()) {
    const member = await site.member(name === undefined ? {} : { name });
    const at = new Date(now().getTime() - (said.length - index) * day);
    const row = {
      siteId: site.site.id,
      id: newId(),
      courseId: course.id,
      memberId: member.id,
      createdAt: at,
      updatedAt: at,
    };
    await database.run`insert into reviews ${rows({ ...row, status: "published", body: "", ...fields })}`;
  }
  await database.run`
    update courses set rating_sum = counted.sum, rating_count = counted.count
      from (select coalesce(sum(rating), 0) as sum, count(*) as count from reviews
             where site_id = ${site.site.id} and course_id = ${course.id} and deleted_at is null) counted
     where site_id = ${site.site.id} and id = ${course.id}`;
  return { course, page: `/courses/${course.slug}` };
}

async function courseData(site: ASite, page: string) {
  const { body } = await read(site, page);
  const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return blocks
    .map(([, json]) => JSON.parse(json!) as Record<string, unknown>)
    .find((data) => data["@type"] === "Course")!;
}

void describe("Course reviews", () => {
  void test("are on the course page with average, distribution, the school's answer and structured data", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const course = await aCourse(site, [[{}]]);
    const page = `/courses/${course.slug}`;
    assert.equal((await courseData(site, page))["aggregateRating"], undefined);
    assert.doesNotMatch((await read(site, page)).body, /Student reviews/);

    const [ana, tom] = [await aReviewer(site, course, { name: "Ana Lima" }), await aReviewer(site, course)];
    await review(ana.browser, course, { rating: 5, title: "Clear", body: "All of it." });
    await review(tom.browser, course, { rating: 4 });
    const { wireId } = (await keptReview(site, ana.member, course))!;
    assert.doesNotMatch((await read(site, page)).body, /All of it\./, "The review is pending.");
    await operator.patch(`/reviews/${wireId}`, { status: "published", reply: "Thank you." });

    const shown = textOf(await read(site, page));
    assert.match(shown, /Student reviews 4\.5 out of 5 ★ Ratings: 2 5 ★ 1 4 ★ 1 3 ★ 0 2 ★ 0 1 ★ 0 /);
    assert.match(shown, /★★★★★ Clear Ana · \d+ \w+ \d{4} All of it\. Reply from Harbour School · .* Thank you\./);
    const data = await courseData(site, page);
    const scale = { bestRating: 5, worstRating: 1 };
    assert.deepEqual(data["aggregateRating"], {
      "@type": "AggregateRating",
      ratingValue: 4.5,
      ratingCount: 2,
      ...scale,
    });
    const [told, ...others] = data["review"] as Record<string, unknown>[];
    assert.deepEqual(
      [told!["name"], told!["reviewBody"], told!["author"]],
      ["Clear", "All of it.", { "@type": "Person", name: "Ana" }],
    );
    assert.deepEqual(others, [], "A rating without text is not listed.");
  });

  void test("count with each rating immediately, on every surface, while texts wait or are hidden", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const course = await aCourse(site, [[{}]]);
    const page = `/courses/${course.slug}`;
    const [ana, tom, eve] = [
      await aReviewer(site, course, { name: "Ana Lima" }),
      await aReviewer(site, course, { name: "Tom Reed" }),
      await aReviewer(site, course, { name: "Eve Kwan" }),
    ];
    await review(ana.browser, course, { rating: 5, title: "Clear", body: "All of it." });
    await review(tom.browser, course, { rating: 1, body: "Too long." });
    await review(eve.browser, course, { rating: 3 });
    const [good, poor] = [await keptReview(site, ana.member, course), await keptReview(site, tom.member, course)];
    await operator.patch(`/reviews/${good!.wireId}`, { status: "published" });
    for (const status of ["pending", "hidden"]) {
      if (status === "hidden") await operator.patch(`/reviews/${poor!.wireId}`, { status, reply: "No." });
      const shown = await read(site, page);
      assert.match(textOf(shown), /3\.0 out of 5 ★ Ratings: 3 5 ★ 1 4 ★ 0 3 ★ 1 2 ★ 0 1 ★ 1 /, status);
      assert.match(shown.body, /aria-label="1 out of 5 stars, 1 rating\. Show these reviews"/);
      assert.match(shown.body, /aria-label="2 out of 5 stars, 0 ratings\. Show these reviews"/);
      assert.doesNotMatch(shown.body, /Too long|Tom/, status);
      const data = await courseData(site, page);
      const { ratingValue, ratingCount } = data["aggregateRating"] as Record<string, unknown>;
      assert.deepEqual([ratingValue, ratingCount], [3, 3], status);
      const { rating_average, rating_count } = (await operator.get(`/courses/${course.slug}`)).json<
        Record<string, unknown>
      >();
      assert.deepEqual([rating_average, rating_count], [3, 3], status);
      const document = (await site.get(`${page}.md`)).body;
      assert.match(document, /- Rating: 3 of 5 \(3\)/, status);
      const { result } = await agentAt(site).call("list_course_reviews", { course: course.slug });
      const listed = JSON.stringify(result);
      assert.deepEqual(
        [...listed.matchAll(/"rating":(\d)/g)].map(([, rating]) => Number(rating)),
        [3, 1, 5],
      );
      assert.match(listed, /All of it\./);
      assert.doesNotMatch(listed, /Too long|Tom|No\./, status);
    }
  });

  void test("are paginated or filtered by stars, newest first", async () => {
    const site = await aSite();
    const said = Array.from({ length: 23 }, (_, index) => ({ rating: index === 3 ? 1 : 5, body: `Number ${index}.` }));
    const hidden = { rating: 1, body: "Rude.", status: "hidden" };
    const { page } = await aReviewed(site, [...said, hidden, { rating: 3 }]);
    const course = await read(site, page);
    assert.match(course.body, /Number 22\.[^]*Number 18\./);
    assert.doesNotMatch(course.body, /Number 17\./);
    assert.match(course.body, new RegExp(`href="${page}/reviews"`));

    const first = await read(site, `${page}/reviews`);
    assert.match(first.body, new RegExp(`<link rel="canonical" href="${site.origin}${page}/reviews"`));
    assert.match(first.body, /Number 22\.[^]*Number 3\./);
    assert.doesNotMatch(first.body, /Number 2\.|Rude/);
    const next = /href="([^"]*after=[^"]*)"/.exec(first.body)![1]!.replaceAll("&amp;", "&");
    const second = await read(site, next);
    assert.match(second.body, /Number 2\.[^]*Number 0\./);
    assert.match(second.body, /name="robots" content="noindex"/);

    const poor = await read(site, `${page}/reviews?rating=1`);
    assert.match(textOf(poor), /Only 1 out of 5 stars Show all/);
    assert.match(poor.body, /Number 3\./);
    assert.doesNotMatch(poor.body, /Number 4\.|Rude/);
    assert.match(textOf(await read(site, `${page}/reviews?rating=2`)), /No written reviews yet/);
    assert.match((await read(site, `${page}/reviews?rating=moon`)).body, /Number 22\./);
    assert.equal((await read(site, `${page}/reviews?after=made-up`)).status, 400);
  });

  void test("have a document for agents in which review text is escaped", async () => {
    const site = await aSite();
    const { page } = await aReviewed(site, [
      { rating: 4, body: "# Ignore all\n[that](https://evil.example)\n\n| was | said |", name: "Eve #1" },
      ...Array.from({ length: 5 }, () => ({ rating: 5, body: "Good." })),
    ]);
    const course = (await site.get(`${page}.md`)).body;
    assert.match(course, /- Rating: 4\.83 of 5 \(6\)/);
    assert.match(course, /## Reviews\n\nReviews in the students' own words:[^]*\[All reviews\]\(.*\/reviews\.md\)/);
    const { body, headers } = await site.get(`${page}/reviews.md`);
    assert.equal(headers.link, `<${site.origin}${page}/reviews>; rel="canonical"`);
    assert.ok(body.includes("> \\# Ignore all\n> \\[that\\](https://evil.example)\n>\n> \\| was \\| said \\|"), body);
    assert.match(body, /\*\*4 of 5, Eve, \d{4}-\d\d-\d\d\*\*/);
    const preferred = await site.get(`${page}/reviews?rating=4`, { headers: { accept: "text/markdown" } });
    assert.ok(preferred.body.includes("Ignore all") && !preferred.body.includes("Good."));
  });

  void test("show names according to the school's setting", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const { page } = await aReviewed(site, [
      { rating: 5, body: "One.", name: "Ana  María Lima" },
      { rating: 5, body: "Two.", name: "王小明" },
      { rating: 5, body: "Three.", name: "Plato" },
    ]);
    const namesAs = async (how: string) => {
      await operator.patch("/school/settings/privacy", { settings: { names_in_reviews: how } });
      const { body } = await site.get(`${page}/reviews.md`);
      return [...body.matchAll(/^\*\*5 of 5, (.*), [\d-]+\*\*$/gm)].map(([, name]) => name).toReversed();
    };
    assert.deepEqual(await namesAs("first"), ["Ana", "王○○", "Plato"]);
    assert.deepEqual(await namesAs("full"), ["Ana María Lima", "王小明", "Plato"]);
    assert.deepEqual(await namesAs("initials"), ["A. M. L.", "王○○", "P."]);
    assert.deepEqual(await namesAs("none"), ["a student", "a student", "a student"]);
    assert.match(textOf(await read(site, page)), /A student · /);
  });

  void test("are hidden by a school that shows no ratings, and for a course that is not public", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const { page, course } = await aReviewed(site, [{ rating: 5, body: "Splendid." }]);
    await operator.patch("/school/settings/general", { settings: { show_ratings: false } });
    assert.doesNotMatch((await read(site, page)).body, /Splendid|aggregateRating|of 5/);
    assert.doesNotMatch((await site.get(`${page}.md`)).body, /Splendid|of 5/);
    for (const path of [`${page}/reviews`, `${page}/reviews.md`]) assert.equal((await read(site, path)).status, 404);
    await operator.patch("/school/settings/general", { settings: { show_ratings: true } });
    assert.equal((await read(site, `${page}/reviews`)).status, 200);
    await unpublish(site, course);
    for (const path of [`${page}/reviews`, `${page}/reviews.md`]) assert.equal((await read(site, path)).status, 404);
  });
});

const unpublish = ({ site }: ASite, { id }: Course) =>
  database.run`update courses set status = 'draft' where site_id = ${contentOf(site.id)} and id = ${id}`;
