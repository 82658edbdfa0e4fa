import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { aMeasuredSchool } from "../support/meters/measured-school.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";

const period = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };

void test("An agent reads key figures, a time series, and the drop-off of a course", async () => {
  const school = await aMeasuredSchool();
  const course = await school.course(2);
  const time = new Date("2026-03-02T10:00:00Z");
  for (const each of [0, 1]) {
    const enrollment = await school.enroll(await school.site.member(), course, time);
    if (each === 0) await school.progress(enrollment, course.lessons[0]!.id, time);
  }
  await school.runRollups();
  const agent = await anOperatorAgent(school.site, ["analytics:read"]);
  const { result: overview } = await agent.call("get_analytics_overview", { ...period, compare: "previous_period" });
  const enrollments = (overview["metrics"] as Json[]).find(({ metric }) => metric === "enrollments");
  assert.deepEqual(enrollments!["values"], [{ currency: null, value: 2, previous: 0, change_percent: null }]);
  assert.ok((overview["withheld"] as Json[]).some(({ metric }) => metric === "net_revenue"));

  const monthly = { ...period, metric: "enrollments", interval: "month", group_by: "course" };
  const { result: figures } = await agent.call("get_analytics_series", monthly);
  assert.deepEqual(
    (figures["series"] as Json[]).map(({ group, values }) => [group, values]),
    [[{ key: formatId("course", course.id), name: "Knots" }, [2]]],
  );
  const refused = await agent.call("get_analytics_series", { ...period, metric: "mrr" });
  assert.match(JSON.stringify(refused), /subscriptions:read/);

  const { result: funnel } = await agent.call("get_course_analytics", { course: course.slug });
  assert.deepEqual(
    (funnel["lectures"] as Json[]).map((one) => [one["started"], one["drop_off_percent"]]),
    [
      [1, 50],
      [0, 100],
    ],
  );
});

void test("An agent reads monetary figures as decimal strings, like prices", async () => {
  const school = await aMeasuredSchool();
  const time = new Date("2026-03-02T10:00:00Z");
  const line = { productType: "course_plan", productId: newId(), amount: 4950 } as const;
  await school.order(await school.site.member(), time, [line], { currency: "USD" });
  await school.runRollups();
  const agent = await anOperatorAgent(school.site, ["analytics:read", "orders:read"]);
  const { result: overview } = await agent.call("get_analytics_overview", period);
  const revenue = (overview["metrics"] as Json[]).find(({ metric }) => metric === "net_revenue");
  const [figure] = revenue!["values"] as Json[];
  assert.deepEqual([figure!["currency"], figure!["value"]], ["USD", "49.50"]);
  const monthly = { ...period, metric: "net_revenue", interval: "month" };
  const { result: figures } = await agent.call("get_analytics_series", monthly);
  const [series] = figures["series"] as Json[];
  assert.deepEqual([series!["values"], series!["total"]], [["49.50"], "49.50"]);
});
