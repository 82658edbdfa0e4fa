import assert from "node:assert/strict";
import { test } from "node:test";
import { perform } from "#domain/platform/operation.ts";
import { getAnalyticsOverview } from "#domain/analytics/overview.ts";
import { getAnalyticsTimeseries } from "#domain/analytics/timeseries.ts";
import { getSubscriptionAnalytics } from "#domain/analytics/subscriptions.ts";
import { metricNames } from "#domain/analytics/metrics.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { aMeasuredSchool, type MeasuredSchool } from "../../support/meters/measured-school.ts";
import { explained, nodesOf, type Plan, readBy } from "../../support/meters/query-plans.ts";
import { operatorOf, problemOf } from "../support/operator.ts";
import type { Timeseries } from "../support/timeseries.ts";

async function aSchool(scope = "analytics:read orders:read subscriptions:read") {
  const school = await aMeasuredSchool();
  const operator = await operatorOf(school.site, scope);
  const request = (parameters: Record<string, string>) =>
    operator.get(`/analytics/timeseries?${new URLSearchParams({ metric: "enrollments", ...parameters }).toString()}`);
  const read = async (parameters: Record<string, string>) => {
    const response = await request(parameters);
    assertStatus(response, 200);
    return response.json<Timeseries>();
  };
  return { school, operator, request, read };
}

/** Enrolls one new person at each of these timestamps. */
async function enrolledAt(school: MeasuredSchool, timestamps: readonly string[]): Promise<void> {
  const course = await school.course();
  for (const timestamp of timestamps) await school.enroll(await school.site.member(), course, new Date(timestamp));
  await school.runRollups();
}

void test("Days begin at midnight of the requested time zone, including zones offset by 30 or 45 minutes", async () => {
  const { school, read } = await aSchool();
  // On the 10th midnight is at 18:30 UTC in India and at 18:15 UTC in Nepal.
  await enrolledAt(school, ["2026-05-10T18:14:59.999Z", "2026-05-10T18:15:00Z", "2026-05-10T18:30:00Z"]);
  const india = { from: "2026-05-10T00:00:00+05:30", to: "2026-05-12T00:00:00+05:30", time_zone: "Asia/Kolkata" };
  const inIndia = await read(india);
  assert.deepEqual(inIndia.points, ["2026-05-09T18:30:00.000Z", "2026-05-10T18:30:00.000Z"]);
  assert.deepEqual(inIndia.series[0]!.values, [2, 1]);
  const nepal = { from: "2026-05-10T00:00:00+05:45", to: "2026-05-12T00:00:00+05:45", time_zone: "Asia/Kathmandu" };
  assert.deepEqual((await read(nepal)).series[0]!.values, [1, 2]);
  const hours = await read({
    ...india,
    interval: "hour",
    from: "2026-05-10T23:00:00+05:30",
    to: "2026-05-11T01:00:00+05:30",
  });
  assert.deepEqual(hours.points, ["2026-05-10T17:30:00.000Z", "2026-05-10T18:30:00.000Z"]);
  assert.deepEqual(hours.series[0]!.values, [2, 1]);
});

void test("A day on which the clocks change has 23 or 25 hours, and each hour has its own point", async () => {
  const { school, read } = await aSchool();
  await enrolledAt(school, [
    "2026-03-28T22:59:59Z",
    "2026-03-28T23:00:00Z",
    "2026-03-29T21:59:59Z",
    "2026-03-29T22:00:00Z",
  ]);
  const berlin = { time_zone: "Europe/Berlin" };
  const spring = await read({ ...berlin, from: "2026-03-28T00:00:00+01:00", to: "2026-03-31T00:00:00+02:00" });
  assert.deepEqual(spring.points, ["2026-03-27T23:00:00.000Z", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
  assert.deepEqual(spring.series[0]!.values, [1, 2, 1]);
  const hoursOf = async (from: string, to: string) =>
    (await read({ ...berlin, from, to, interval: "hour" })).points.length;
  assert.equal(await hoursOf("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"), 23);
  assert.equal(await hoursOf("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00"), 25);
  const autumn = await read({ ...berlin, from: "2026-10-25T00:00:00+02:00", to: "2026-10-27T00:00:00+01:00" });
  assert.deepEqual(autumn.points, ["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
});

void test("Weeks begin on Monday, months on the first, and partial first and last periods are marked", async () => {
  const { school, read } = await aSchool();
  await enrolledAt(school, [
    "2026-01-14T12:00:00Z",
    "2026-01-18T16:30:00Z",
    "2026-03-01T00:00:00Z",
    "2026-03-09T00:00:00Z",
  ]);
  const taipei = { time_zone: "Asia/Taipei", from: "2026-01-13T16:00:00Z", to: "2026-03-10T00:00:00Z" };
  const weeks = await read({ ...taipei, interval: "week" });
  assert.deepEqual(weeks.points.slice(0, 3), [
    "2026-01-13T16:00:00.000Z",
    "2026-01-18T16:00:00.000Z",
    "2026-01-25T16:00:00.000Z",
  ]);
  assert.deepEqual(weeks.series[0]!.values, [1, 1, 0, 0, 0, 0, 1, 0, 1]);
  const months = await read({ ...taipei, interval: "month" });
  assert.deepEqual(months.points, ["2026-01-13T16:00:00.000Z", "2026-01-31T16:00:00.000Z", "2026-02-28T16:00:00.000Z"]);
  assert.deepEqual(months.series[0]!.values, [2, 0, 2]);
});

void test("The default time zone is that of the school", async () => {
  const { school, read } = await aSchool();
  const period = { from: "2026-05-01T00:00:00Z", to: "2026-05-02T00:00:00Z" };
  assert.equal((await read(period)).time_zone, "UTC");
  const director = await operatorOf(school.site, "school:write");
  await director.patch("/school", { time_zone: "Asia/Taipei" });
  const figures = await read(period);
  assert.deepEqual([figures.time_zone, figures.points.length], ["Asia/Taipei", 2]);
});

void test("More than a thousand points are rejected with a suggested interval", async () => {
  const { request, read } = await aSchool();
  const days = { from: "2020-01-01T00:00:00Z", to: "2022-09-27T00:00:00Z" };
  assert.equal((await read(days)).points.length, 1000);
  const refused = problemOf(await request({ ...days, to: "2022-09-28T00:00:00Z" }));
  assert.deepEqual([refused.status, refused.pointers], [400, ["/interval"]]);
  assert.match(refused.detail, /interval=week, or a shorter period/);
  for (const [parameters, pointer] of [
    [{ from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" }, "/to"],
    [{ from: "1990-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z", interval: "month" }, "/from"],
    [{ ...days, group_by: "coupon" }, "/group_by"],
    [{ ...days, event_id: formatId("event", newId()) }, "/event_id"],
    [{ ...days, group_by: "source", course_id: formatId("course", newId()) }, "/course_id"],
    [{ ...days, metric: "visits" }, "/metric"],
    [{ ...days, time_zone: "+08:00" }, "/time_zone"],
  ] as const) {
    const wrong = problemOf(await request(parameters));
    assert.deepEqual([wrong.status, wrong.pointers], [400, [pointer]], JSON.stringify(parameters));
  }
});

void test("A grouped series can be filtered by group, and the smallest of many groups are omitted", async () => {
  const { school, read } = await aSchool();
  const period = { from: "2026-05-01T00:00:00Z", to: "2026-06-01T00:00:00Z" };
  const member = await school.site.member();
  const courses = await Promise.all(Array.from({ length: 40 }, (_each, index) => school.course(1, `Course ${index}`)));
  for (const course of courses)
    await school.enroll(member, course, new Date("2026-05-05T00:00:00Z"), { source: "group" });
  await school.enroll(await school.site.member(), courses[7]!, new Date("2026-05-06T00:00:00Z"));
  await school.runRollups();
  const all = await read({ ...period, group_by: "course" });
  assert.deepEqual([all.series.length, all.omitted, all.series[0]!.total], [32, 8, 2]);
  assert.equal(all.series[0]!.group!.name, "Course 7");
  const some = courses.slice(6, 8).map(({ id }) => formatId("course", id));
  const narrowed = await read({ ...period, group_by: "course", course_id: some.join(",") });
  assert.deepEqual(
    narrowed.series.map(({ total }) => total),
    [2, 1],
  );
  assert.deepEqual(
    (await read({ ...period, course_id: some.join(",") })).series.map(({ total }) => total),
    [3],
  );
  const sources = await read({ ...period, group_by: "source", interval: "month" });
  assert.deepEqual(
    sources.series.map(({ group, total }) => [group, total]),
    [
      [{ key: "group", name: null }, 40],
      [{ key: "manual", name: null }, 1],
    ],
  );
});

void test("Groups of fewer than three people are suppressed, along with values that would reveal them", async () => {
  const { school, request, read } = await aSchool();
  const { id: siteId } = school.site.site;
  async function join(locale: string, timestamps: readonly string[]) {
    for (const timestamp of timestamps) {
      const { id } = await school.site.member();
      await database.run`
        update members set locale = ${locale}, joined_at = ${new Date(timestamp)}
         where site_id = ${siteId} and id = ${id}`;
    }
  }
  const [first, second] = ["2026-05-01T08:00:00Z", "2026-05-02T08:00:00Z"];
  await join("en", [first, first, first, first, first, second, second, second, second]);
  await join("fr", [first, first, first, second, second, second, second]);
  await join("is", [first, second]);
  await school.runRollups();
  const period = { metric: "new_members", from: "2026-05-01T00:00:00Z", to: "2026-05-03T00:00:00Z" };
  const whole = await read(period);
  assert.deepEqual([whole.series[0]!.values, whole.series[0]!.suppressed], [[9, 9], false]);
  const { series } = await read({ ...period, group_by: "locale" });
  const of = (key: string) => series.find(({ group }) => group!.key === key)!;
  assert.deepEqual([of("is").values, of("is").total, of("is").suppressed], [[null, null], null, true]);
  // The total minus the other groups would reveal Iceland's values, so each day a second group is suppressed.
  for (const point of [0, 1]) {
    assert.ok(series.filter(({ values }) => values[point] === null).length >= 2, `point ${point}`);
  }
  assert.ok(series.filter(({ total }) => total === null).length >= 2);
  const alone = await read({ ...period, group_by: "locale", locale: "is" });
  assert.deepEqual(
    alone.series.map(({ values, total }) => [values, total]),
    [[[null, null], null]],
  );
  assert.deepEqual(problemOf(await request({ ...period, locale: "is" })).pointers, ["/locale"]);
  assert.ok(series.some(({ values }) => values.some((value) => value !== null)));
});

void test("Lecturers see metrics of the courses that they teach, and only metrics that exist per course", async () => {
  const { school } = await aSchool();
  const { site } = school;
  const [own, other] = [await school.course(), await school.course()];
  const teacher = await operatorOf(site, "analytics:read", { roles: ["lecturer"] });
  const lecturer = newId();
  await database.pool.query(
    `insert into lecturers (site_id, id, name, slug, member_id, created_at, updated_at)
     values ($1, $2, 'Ana', $2::uuid::text, $3, now(), now())`,
    [site.site.id, lecturer, teacher.member.id],
  );
  await database.pool.query(
    "insert into course_lecturers (site_id, course_id, lecturer_id, position) values ($1, $2, $3, 0)",
    [site.site.id, own.id, lecturer],
  );
  const timestamp = new Date("2026-05-05T00:00:00Z");
  const [ana, bo] = [await site.member(), await site.member()];
  const here = await school.enroll(ana, own, timestamp);
  const there = await school.enroll(bo, other, timestamp);
  await school.enroll(ana, other, timestamp);
  await school.progress(here, own.lessons[0]!.id, timestamp);
  await school.progress(there, other.lessons[0]!.id, timestamp);
  await school.runRollups();
  const period = "from=2026-05-01T00:00:00Z&to=2026-06-01T00:00:00Z";
  const get = (path: string) => teacher.get(`/analytics${path}${path.includes("?") ? "&" : "?"}${period}`);

  const overview = (await get("/overview")).json<{ metrics: { metric: string; values: { value: number }[] }[] }>();
  const figures = new Map(overview.metrics.map(({ metric, values }) => [metric, values[0]?.value]));
  assert.deepEqual([figures.get("enrollments"), figures.get("active_students")], [1, 1]);
  assert.ok(!figures.has("new_members") && !figures.has("sign_ins") && !figures.has("gross_revenue"));
  const series = async (query: string) => (await get(`/timeseries?${query}`)).json<Timeseries>().series;
  assert.deepEqual(
    (await series("metric=enrollments&interval=month")).map(({ total }) => total),
    [1],
  );
  const grouped = await series("metric=enrollments&interval=month&group_by=course");
  assert.deepEqual(
    grouped.map(({ group, total }) => [group!.key, total]),
    [[formatId("course", own.id), 1]],
  );
  const [mine, foreign] = [own, other].map(({ id }) => formatId("course", id)) as [string, string];
  assert.equal((await get(`/timeseries?metric=enrollments&course_id=${foreign}`)).statusCode, 404);
  assert.equal((await get(`/overview?course_id=${foreign}`)).statusCode, 404);
  assert.equal((await get(`/overview?course_id=${mine}`)).statusCode, 200);
  for (const query of ["metric=new_members", "metric=enrollments&group_by=source"]) {
    const refused = await get(`/timeseries?${query}`);
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "role_required"], query);
  }
  assert.equal((await teacher.get(`/analytics/courses/${mine}/funnel`)).statusCode, 200);
  assert.equal((await teacher.get(`/analytics/courses/${foreign}/funnel`)).statusCode, 404);
  const { data } = (await teacher.get("/analytics/courses")).json<{ data: { id: string }[] }>();
  assert.deepEqual(
    data.map(({ id }) => id),
    [mine],
  );
  const { metrics } = (await teacher.get("/analytics/metrics")).json<{
    metrics: { metric: string; available: boolean }[];
  }>();
  assert.deepEqual(
    metrics.filter(({ metric }) => metric === "sign_ins").map(({ available }) => available),
    [false],
  );
});

void test("A year of a school is read only from rollups of that year, through their index", async () => {
  const school = await aMeasuredSchool();
  const { site } = school;
  // Six years of data in courses, for each quarter of an hour and each counter.
  await database.pool.query(
    `insert into rollups (site_id, counter, dimension, grain, bucket, key, currency, value)
     select $1, counter, dimension, grain, bucket, key, currency, 1
       from unnest(array['enrollments','mrr','orders','gross_revenue','quizzes_submitted']) as counter
      cross join (values ('', ''), ('course', 'a'), ('course', 'b')) as facets (dimension, key)
      cross join (values ('day', interval '1 day')) as grains (grain, step)
      cross join lateral (select case when counter in ('mrr', 'gross_revenue') then 'TWD' else '' end as currency) as money
      cross join lateral generate_series('2020-01-01Z'::timestamptz, '2026-01-01Z', step) as bucket`,
    [site.site.id],
  );
  await database.pool.query(
    `insert into active_learners (site_id, dimension, grain, bucket, key, page, bits)
     select $1, '', 'day', bucket, '', page, repeat('1', 1024)::bit(1024)
       from generate_series('2020-01-01Z'::timestamptz, '2026-01-01Z', interval '1 day') as bucket
      cross join generate_series(0, 2) as page`,
    [site.site.id],
  );
  const plans: Plan[] = [];
  const context = { ...site.context(), caller: { kind: "cli" } as const, db: explained(plans) };
  const year = { from: "2024-01-01T00:00:00Z", to: "2025-01-01T00:00:00Z" };
  await perform(getAnalyticsOverview, context, { ...year, compare: "previous_year", timeZone: "Asia/Taipei" });
  for (const metric of metricNames)
    await perform(getAnalyticsTimeseries, context, { ...year, metric, interval: "day" });
  await perform(getSubscriptionAnalytics, context, year);
  const sums = new Set(["rollups", "active_learners", "rollup_clock", "rollup_backlogs", "schools"]);
  assert.ok(plans.length > 40);
  for (const node of plans.flatMap(nodesOf)) {
    const figures = JSON.stringify(node).slice(0, 800);
    const relation = node["Relation Name"];
    assert.ok(relation === undefined || sums.has(relation), figures);
    assert.ok(node["Node Type"] !== "Seq Scan", figures);
    // A year of days for three pages of a metric, plus one for the next index level.
    if (relation) assert.ok(readBy(node) <= 366 * 3 * 2 + 10, `${readBy(node)} rows: ${figures}`);
  }
});
