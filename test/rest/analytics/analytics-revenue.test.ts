import assert from "node:assert/strict";
import { test } from "node:test";
import { insertPlan } from "#domain/offers/course-plans/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { operatorOf, problemOf } from "../support/operator.ts";
import { aSchool, inDays, march, overviewOf, read, series } from "../support/analytics.ts";

void test("Revenue needs the scope of its source data, and is omitted from an overview without it", async () => {
  const { school, operator } = await aSchool("analytics:read");
  const overview = await overviewOf(operator);
  assert.equal(overview.of("gross_revenue"), undefined);
  assert.deepEqual(
    overview.withheld.find(({ metric }) => metric === "mrr"),
    { metric: "mrr", scopes: ["subscriptions:read"] },
  );
  for (const [path, scope] of [
    [`/timeseries?${march}&metric=net_revenue`, "orders:read"],
    [`/timeseries?${march}&metric=mrr`, "subscriptions:read"],
    [`/revenue?${march}`, "orders:read"],
    [`/subscriptions?${march}`, "subscriptions:read"],
  ] as const) {
    const refused = await operator.get(`/analytics${path}`);
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"], path);
    assert.match(
      String(refused.headers["www-authenticate"]),
      new RegExp(`scope="analytics:read ${scope}"|scope="${scope} analytics:read"`),
    );
  }
  const catalogue = await read<{ metrics: { metric: string; available: boolean; scopes: string[] }[] }>(
    operator,
    "/metrics",
  );
  assert.deepEqual(
    catalogue.metrics.filter(({ available }) => !available).map(({ metric }) => metric),
    ["orders", "gross_revenue", "refunds", "net_revenue", "aov", "mrr", "new_subscriptions", "churned_subscriptions"],
  );
  const bookkeeper = await operatorOf(school.site, "orders:read");
  assert.equal((await bookkeeper.get(`/analytics/overview?${march}`)).statusCode, 403);
});

void test("Revenue is grouped by product, type, coupon, currency and day, and never summed across currencies", async () => {
  const { school, operator } = await aSchool();
  const { site } = school.site;
  const ana = await school.site.member();
  const course = await school.course(1, "Night sky");
  const plan = newId();
  await insertPlan(
    { db: database, site },
    { id: plan, courseId: course.id, name: "Whole", planType: "one_time", position: 0 } as never,
    inDays(0),
  );
  const line = { productType: "course_plan", productId: plan, amount: 900 } as const;
  const other = { productType: "digital_product", productId: newId(), amount: 100 } as const;
  const order = await school.order(ana, inDays(0), [line, other], { couponCode: "SPRING" });
  await school.order(ana, inDays(1), [line, { ...line, amount: 50 }], { currency: "USD" });
  await school.refund(order, 400, inDays(1));
  await school.runRollups();
  type Row = { group: { key: string; name: string | null }; currency: string } & Record<string, unknown>;
  const by = async (groupBy: string) =>
    (await read<{ data: Row[] }>(operator, `/revenue?${march}&group_by=${groupBy}`)).data.map(
      ({ group, currency, orders, gross, refunds, net, average_order: average }) =>
        [group.key, group.name, currency, orders, gross, refunds, net, average] as const,
    );
  assert.deepEqual(await by("currency"), [
    ["TWD", null, "TWD", 1, 1000, 400, 600, 1000],
    ["USD", null, "USD", 1, 950, 0, 950, 950],
  ]);
  assert.deepEqual(await by("product"), [
    [formatId("coursePlan", plan), "Night sky – Whole", "USD", 1, 950, null, null, 950],
    [formatId("coursePlan", plan), "Night sky – Whole", "TWD", 1, 900, null, null, 900],
    [formatId("digitalProduct", other.productId), null, "TWD", 1, 100, null, null, 100],
  ]);
  assert.deepEqual(
    (await by("product_type")).map(([key, , currency, , gross]) => [key, currency, gross]),
    [
      ["course_plan", "USD", 950],
      ["course_plan", "TWD", 900],
      ["digital_product", "TWD", 100],
    ],
  );
  assert.deepEqual(await by("coupon"), [["SPRING", null, "TWD", 1, 1000, 400, 600, 1000]]);
  assert.deepEqual(
    (await by("day")).map(([key, , currency, , gross, refunds]) => [key, currency, gross, refunds]),
    [
      ["2026-03-02", "TWD", 1000, 0],
      ["2026-03-03", "TWD", 0, 400],
      ["2026-03-03", "USD", 950, 0],
    ],
  );
  const grouped = await series(operator, "metric=gross_revenue&group_by=course&interval=month");
  assert.deepEqual(
    grouped.series.map(({ group, currency, total }) => [group!.key, currency, total]),
    [
      [formatId("course", course.id), "USD", 950],
      [formatId("course", course.id), "TWD", 900],
    ],
  );
  const [euros, ...rest] = (await series(operator, "metric=gross_revenue&currency=USD")).series;
  assert.deepEqual([euros!.currency, euros!.total, rest], ["USD", 950, []]);
});

void test("Recurring revenue is the monthly value of prices, from the first paid day", async () => {
  const { school, operator } = await aSchool();
  const { id: siteId } = school.site.site;
  const [monthly, yearly] = [await school.plan(300), await school.plan(12_000, "year", "USD")];
  const members = await Promise.all(Array.from({ length: 5 }, () => school.site.member()));
  const [ana, bo, cy, di, ed] = members as [(typeof members)[0], ...typeof members];
  await school.subscription(ana, monthly, inDays(-60));
  const leaving = await school.subscription(bo!, monthly, inDays(-30));
  await school.subscription(cy!, yearly, inDays(2), { trialEndsAt: inDays(9) });
  await school.subscription(di!, monthly, inDays(3), { provider: null, source: "manual" });
  await school.subscription(ed!, monthly, inDays(-90), { status: "expired", endsAt: inDays(5) });
  await school.runRollups();
  // A later price is for new subscribers.
  await database.run`update membership_pricings set price_amount = 999 where site_id = ${siteId} and interval = 'month'`;
  await database.run`
    update subscriptions set status = 'past_due', updated_at = ${inDays(12)}
     where site_id = ${siteId} and member_id = ${ana.id}`;
  await database.run`
    update subscriptions set status = 'canceled', ends_at = ${inDays(12)}, canceled_at = ${inDays(12)},
           updated_at = ${inDays(12)}
     where site_id = ${siteId} and id = ${leaving}`;
  await school.runRollups();
  const figures = await read<Record<string, unknown>>(operator, `/subscriptions?${march}`);
  assert.deepEqual([figures["started"], figures["ended"]], [2, 2]);
  assert.deepEqual(figures["currencies"], [
    {
      currency: "TWD",
      mrr_before: 900,
      mrr: 300,
      mrr_new: 0,
      mrr_expansion: 0,
      mrr_contraction: 0,
      mrr_churned: 600,
      net_churn_percent: 66.7,
      paying_subscribers: 1,
      average_revenue_per_user: 300,
    },
    {
      currency: "USD",
      mrr_before: 0,
      mrr: 1000,
      mrr_new: 1000,
      mrr_expansion: 0,
      mrr_contraction: 0,
      mrr_churned: 0,
      net_churn_percent: null,
      paying_subscribers: 1,
      average_revenue_per_user: 1000,
    },
  ]);
  const weeks = await series(operator, "metric=mrr&currency=TWD&interval=week");
  assert.deepEqual(weeks.series[0]!.values, [900, 600, 300, 300, 300, 300]);
  const byPlan = await series(operator, "metric=churned_subscriptions&group_by=plan&interval=month");
  assert.deepEqual(
    byPlan.series.map(({ group, total }) => [group!.key, group!.name, total]),
    [[formatId("membershipPlan", monthly.planId), "Crew", 2]],
  );
});
