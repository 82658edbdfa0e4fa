import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, now } from "../../support/clock.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { aReviewer, ratingsOf, review, withdraw } from "../../support/worlds/reviews.ts";
import { countsOf, csvOf, faultsOf, imported, ndjsonOf } from "../support/imports.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const scopes = "school:read school:write courses:read courses:write";

const ago = (days: number) => new Date(now().getTime() - days * day).toISOString();

interface Listed {
  id: string;
  [field: string]: unknown;
}
const listed = async (operator: Operator) =>
  (await operator.get("/reviews?limit=200&sort=created_at")).json<{ data: Listed[] }>().data;

async function aClass() {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator.site, [[{}]]);
  const [ana, tom] = [await operator.site.member(), await operator.site.member()];
  const rows = [
    {
      external_id: "r-1",
      course_slug: course.slug,
      member_email: ana.email.toUpperCase(),
      rating: 5,
      title: "Clear",
      body: "All of it.",
      reply: "Thank you.",
      replied_at: ago(8),
      created_at: ago(9),
    },
    {
      external_id: "r-2",
      course_slug: course.slug,
      member_id: tom.sub,
      rating: 2,
      status: "hidden",
      created_at: ago(5),
    },
  ];
  return { operator, course, ana, tom, rows };
}

void describe("An import of reviews", () => {
  void test("stores reviews once, counts their ratings, and emits events on request", async () => {
    const { operator, course, ana, rows } = await aClass();
    const body = { format: "ndjson", resource: "reviews", inline: ndjsonOf(...rows) };
    assert.deepEqual(countsOf(await imported(operator, { ...body, dry_run: true })), [2, 0, 0, 0]);
    assert.deepEqual(await listed(operator), []);
    assert.deepEqual(countsOf(await imported(operator, body)), [2, 0, 0, 0]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 2, 0]);
    const [first, second] = await listed(operator);
    const { member_id, rating, title, status, reply, replied_at, created_at } = first!;
    assert.deepEqual(
      [member_id, rating, title, status, reply, replied_at, created_at],
      [ana.sub, 5, "Clear", "published", "Thank you.", rows[0]!.replied_at, rows[0]!.created_at],
    );
    assert.equal(second!["status"], "hidden");
    assert.deepEqual(await ratingsOf(operator.site, course), [7, 2]);
    assert.ok(!(await outboxOf(operator.site)).some(({ type }) => type.startsWith("review.")));

    const published = ndjsonOf({ external_id: "r-2", status: "published" }, { external_id: "r-1", reply: null });
    const changed = await imported(operator, { ...body, inline: published, emit_events: true });
    assert.deepEqual(countsOf(changed), [0, 2, 0, 0]);
    assert.deepEqual(await ratingsOf(operator.site, course), [7, 2]);
    assert.equal((await listed(operator))[0]!["replied_at"], null);
    const types = (await outboxOf(operator.site)).flatMap(({ type }) => (type.startsWith("review.") ? [type] : []));
    assert.deepEqual(types, ["review.updated", "review.updated"]);
  });

  void test("identifies a review by member and course, and accepts tables", async () => {
    const { operator, course, ana } = await aClass();
    const { browser } = await aReviewer(operator.site, course);
    await review(browser, course, { rating: 1 });
    const content = csvOf(
      "course_slug,member_email,rating,title,body",
      `${course.slug},${ana.email},4,,"Two`,
      'lines"',
    );
    const body = { format: "csv", resource: "reviews", inline: content };
    assert.deepEqual(countsOf(await imported(operator, body)), [1, 0, 0, 0]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 1, 0]);
    assert.deepEqual(countsOf(await imported(operator, { ...body, mode: "create" })), [0, 0, 0, 1]);
    const better = { ...body, inline: content.replace(",4,", ",5,") };
    assert.deepEqual(countsOf(await imported(operator, better)), [0, 1, 0, 0]);
    assert.deepEqual(await ratingsOf(operator.site, course), [6, 2]);
  });

  void test("does not restore reviews that their author has withdrawn", async () => {
    const { operator, course } = await aClass();
    const { member, browser } = await aReviewer(operator.site, course);
    await review(browser, course, { rating: 5 });
    const exported = await listed(operator);
    await withdraw(browser, course);
    const row = { ...exported[0]!, id: undefined, member_id: member.sub };
    const job = await imported(operator, { format: "ndjson", resource: "reviews", inline: ndjsonOf(row) });
    assert.deepEqual(countsOf(job), [0, 0, 0, 1]);
    assert.deepEqual(await ratingsOf(operator.site, course), [0, 0]);
  });

  void test("reports each invalid row", async () => {
    const { operator, course, ana, tom, rows } = await aClass();
    const foreign = await aClass();
    const fine = { course_slug: course.slug, member_email: ana.email, rating: 3 };
    const wrong: [object, string][] = [
      [{ ...fine, course_slug: foreign.course.slug }, "/course_slug not_found"],
      [{ ...fine, course_slug: undefined }, "/course_id required"],
      [{ ...fine, member_email: undefined, member_id: foreign.ana.sub }, "/member_id not_found"],
      [{ ...fine, member_email: undefined }, "/member_id required"],
      [{ ...fine, rating: undefined }, "/rating required"],
      [{ ...fine, rating: 6 }, "/rating too_big"],
      [{ ...fine, rating: 2.5 }, "/rating invalid_type"],
      [{ ...fine, status: "deleted" }, "/status invalid_value"],
      [{ ...fine, stars: 3 }, "/stars unknown_field"],
    ];
    const body = { format: "ndjson", resource: "reviews", inline: ndjsonOf(...wrong.map(([row]) => row)) };
    const expected = wrong.map(([, fault], index) => [`reviews.ndjson:${index + 1}`, fault]);
    assert.deepEqual(await faultsOf(operator, await imported(operator, body)), expected);
    assert.deepEqual(await listed(operator), []);
    const apart = ndjsonOf(rows[0]!, { ...rows[0]!, member_email: undefined, member_id: tom.sub });
    const job = await imported(operator, { ...body, inline: apart });
    assert.deepEqual(await faultsOf(operator, job), [["reviews.ndjson:2", "/external_id conflict"]]);
  });

  void test("needs courses:write in addition to school:write", async () => {
    const operator = await anOperator("school:read school:write courses:read");
    const body = { format: "ndjson", resource: "reviews", inline: "{}" };
    const answer = await operator.post("/imports", body);
    assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [403, "insufficient_scope"]);
  });
});
