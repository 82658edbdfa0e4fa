import assert from "node:assert/strict";
import { test } from "node:test";
import type { Queries } from "#database/database.ts";
import type { Returning } from "#database/statements/queries.ts";
import { compile } from "#database/statements/statement.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { findCourseByExternalId, findCourseBySlug } from "#domain/catalog/courses/queries.ts";
import { listLectures, listSections } from "#domain/catalog/curriculum/queries.ts";
import { countEnrolledCourses, listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import { recordProgress } from "#domain/learning/progress/queries.ts";
import { generate } from "../../bench/generate/generate.ts";
import { database } from "../support/databases/database.ts";
import { aSiteContext } from "./support.ts";
import { positionOf } from "../../src/domain/learning/enrollments/enrollment.ts";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}

/**
 * Queries that record the plan of every statement instead of running it. Test tables are so small that a full scan is
 * cheap; sequential scans and sorts are made expensive, so a plan has one only if no index is usable.
 */
function explaining(plans: Plan[]): Queries {
  const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const [{ text }, bound] = compile(strings, values);
    const client = await database.pool.connect();
    await client.query("begin; set local enable_seqscan = off; set local enable_sort = off");
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (format json) ${text}`,
      bound as unknown[],
    );
    await client.query("rollback");
    client.release();
    plans.push(rows[0]!["QUERY PLAN"][0].Plan);
  };
  const explained: Returning = {
    many: (strings, ...values) => explain(strings, ...values).then(() => []),
    first: (strings, ...values) => explain(strings, ...values).then(() => undefined),
    one: (strings, ...values) =>
      explain(strings, ...values).then(() => assert.fail("An explained statement has no row.")),
  };
  const queries: Queries = {
    ...explained,
    write: explained,
    attempt: (work) => work(queries),
    snapshot: (work) => work(queries),
    run: (strings, ...values) => explain(strings, ...values).then(() => 0),
    together: (batch, requested) => queries.first`${batch.statement([requested])}`,
    defer: (work, items) => work.run(queries, items),
    doDeferred: async () => {},
  };
  return queries;
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function scansOf(
  context: RequestContext,
  work: (scope: { db: Queries; site: RequestContext["site"] }) => Promise<unknown>,
) {
  const plans: Plan[] = [];
  await work({ db: explaining(plans), site: context.site });
  return plans
    .flatMap(nodesOf)
    .filter((node) => node["Relation Name"] !== undefined && node["Node Type"] !== "ModifyTable");
}

void test("Member requests read tables through indexes only", async (t) => {
  const context = (await aSiteContext())();
  await generate(database, { siteId: context.site.id, members: 200, enrollments: 10, seed: 7 });
  const one = (await database.first<{ memberId: string; enrollmentId: string; lectureId: string; courseId: string }>`
    select student_id as member_id, id as enrollment_id, last_lecture_id as lecture_id, course_id from enrollments
     where site_id = ${context.site.id} and last_lecture_id is not null order by id limit 1 offset 123`)!;
  const courses = await listEnrolledCourses(context, one.memberId, { first: 10 }, new Date());
  assert.equal(courses.length, 10);
  assert.equal(await countEnrolledCourses(context, one.memberId, {}, new Date()), 10);
  const after = positionOf(courses[4]!);

  const reads: [string, Parameters<typeof scansOf>[1]][] = [
    ["the first page", (scope) => listEnrolledCourses(scope, one.memberId, { first: 10 }, new Date())],
    ["a later page", (scope) => listEnrolledCourses(scope, one.memberId, { first: 10, after }, new Date())],
    ["the count", (scope) => countEnrolledCourses(scope, one.memberId, {}, new Date())],
    [
      "progress",
      (scope) => recordProgress({ ...scope, now: context.now }, { ...one, kind: "opened", occurredAt: context.now }),
    ],
    ["a course by slug", (scope) => findCourseBySlug(scope, "course-50")],
    ["a course by external id", (scope) => findCourseByExternalId(scope, "x")],
    ["sections", (scope) => listSections(scope, one.courseId)],
    ["lectures", (scope) => listLectures(scope, one.courseId)],
  ];
  for (const [label, read] of reads) {
    await t.test(label, async () => {
      const scans = await scansOf(context, read);
      assert.notEqual(scans.length, 0);
      for (const scan of scans)
        assert.match(scan["Node Type"], /^(Index|Index Only|Bitmap Heap) Scan$/, JSON.stringify(scan));
    });
  }

  await t.test("a page is an index-only scan in index order, without a sort", async () => {
    const plans: Plan[] = [];
    await listEnrolledCourses(
      { db: explaining(plans), site: context.site },
      one.memberId,
      { first: 10, after },
      new Date(),
    );
    const nodes = plans.flatMap(nodesOf);
    const list = nodes.find((node) => node["Index Name"] === "enrollments_by_activity");
    // At a large school each row would be on a page of its own.
    assert.equal(list?.["Node Type"], "Index Only Scan");
    assert.ok(!nodes.some((node) => node["Node Type"] === "Sort"));
  });
});

/** The result of a seed, without the generated ids. */
async function school(seed: number): Promise<object[]> {
  const { db, site } = (await aSiteContext())();
  await generate(database, { siteId: site.id, members: 20, enrollments: 3, seed, courses: 5 });
  return db.many<object>`
    select members.name, courses.slug, lectures.title, enrollments.status, enrollments.enrolled_at,
           enrollments.last_activity_at, enrollments.last_position_seconds
      from enrollments
      join members on members.site_id = enrollments.site_id and members.id = enrollments.student_id
      join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
      left join lectures on lectures.site_id = enrollments.site_id and lectures.id = enrollments.last_lecture_id
     where enrollments.site_id = ${site.id}
     order by enrollments.id`;
}

void test("The same seed creates the same school; another seed creates another", async () => {
  const first = await school(11);
  assert.equal(first.length, 60);
  assert.deepEqual(await school(11), first);
  assert.notDeepEqual(await school(12), first);
});

void test("A site is filled once, and with at most one enrollment per course", async () => {
  const { site } = (await aSiteContext())();
  const options = { siteId: site.id, members: 3, enrollments: 3, seed: 1, courses: 3 };
  await assert.rejects(
    generate(database, { ...options, courses: 2 }),
    /3 enrollments per member require at least as many courses/,
  );
  await generate(database, options);
  await assert.rejects(generate(database, options), /already contains generated data/);
});
