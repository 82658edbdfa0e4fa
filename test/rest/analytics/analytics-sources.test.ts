import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { aMeasuredSchool } from "../../support/meters/measured-school.ts";
import { buildProcess, siteAt } from "../../support/world.ts";
import { operatorOf } from "../support/operator.ts";

const time = new Date("2026-03-02T10:07:00.000Z");

const viewsOf = async (siteId: string): Promise<number> =>
  (await database.first<{ views: number }>`
    select coalesce(sum(value), 0)::bigint as views from rollups
     where site_id = ${siteId} and counter = 'page_views' and grain = 'ever'`)!.views;

void test("Public page views by people are counted without identities; documents and bots are not counted", async () => {
  const school = await aMeasuredSchool();
  const { site } = school.site;
  const own = buildProcess();
  const here = siteAt(site, own);
  const course = await school.course();
  const person = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64)", accept: "text/html" };
  for (const path of ["/", "/courses", `/courses/${course.slug}`, "/"]) {
    const response = await here.get(path, { headers: person });
    assert.equal(response.statusCode, 200, path);
  }
  await here.get("/", { headers: { ...person, "user-agent": "Googlebot/2.1" } });
  await here.get("/courses.md", { headers: person });
  await here.get("/nothing-here", { headers: person });
  await here.get("/sign-in", { headers: person });
  assert.equal(await viewsOf(site.id), 0);
  await own.close();
  assert.equal(await viewsOf(site.id), 4);
});

void test("Resetting progress removes completions from the counts and keeps active students", async () => {
  const school = await aMeasuredSchool();
  const operator = await operatorOf(school.site, "students:read students:write analytics:read");
  const member = await school.site.member();
  const course = await school.course(2);
  const enrollment = await school.enroll(member, course, time);
  for (const { id } of course.lessons) await school.progress(enrollment, id, time, { completedAt: time });
  await school.runRollups();
  const funnel = async () =>
    (await operator.get(`/analytics/courses/${course.slug}/funnel`))
      .json<{ lectures: { started: number; completed: number }[] }>()
      .lectures.map(({ started, completed }) => [started, completed]);
  assert.deepEqual(await funnel(), [
    [1, 1],
    [1, 1],
  ]);
  const path = `/enrollments/${formatId("enrollment", enrollment)}/reset_progress`;
  const reset = await operator.post(path, { lecture_ids: [formatId("lecture", course.lessons[0]!.id)] });
  assertStatus(reset, 200);
  assert.deepEqual(await funnel(), [
    [0, 0],
    [1, 1],
  ]);
  const period = "from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z";
  const { metrics } = (await operator.get(`/analytics/overview?${period}`)).json<{
    metrics: { metric: string; values: { value: number }[] }[];
  }>();
  const figures = new Map(metrics.map(({ metric, values }) => [metric, values[0]?.value]));
  assert.deepEqual([figures.get("lectures_completed"), figures.get("active_students")], [1, 1]);
});
