import assert from "node:assert/strict";
import { test } from "node:test";
import { metricNames } from "#domain/analytics/metrics.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { Page } from "../../support/browser-session.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aMeasuredSchool } from "../../support/meters/measured-school.ts";
import { textOf } from "../support/asked.ts";

const path = "/admin/analytics";
const at = (moment: string) => new Date(`2026-${moment}Z`);
const ago = (days: number) => new Date(now().getTime() - days * day);
const line = (amount: number) => ({ productType: "digital_product", productId: newId(), amount }) as const;
const may = { period: "own", from: "2026-05-01", to: "2026-05-31" };

async function aSchool() {
  const school = await aMeasuredSchool();
  const browser = await school.site.signedIn(await school.site.member({ roles: ["manager"] }));
  const open = (rest = "", query: Record<string, string> = may): Promise<Page> =>
    browser.open(`${path}${rest}?${new URLSearchParams(query).toString()}`);
  return { school, browser, open, read: async (...where: Parameters<typeof open>) => textOf(await open(...where)) };
}

/** This many members, enrolled at these times. */
async function enrolledAt({ school }: Awaited<ReturnType<typeof aSchool>>, moments: readonly string[]) {
  const course = await school.course(3, "Knots");
  const enrollments = [];
  for (const moment of moments) enrollments.push(await school.enroll(await school.site.member(), course, at(moment)));
  await school.runRollups();
  return { course, enrollments };
}

void test("A period is compared with the previous one, the previous year, or none, and listed by day", async () => {
  const here = await aSchool();
  await enrolledAt(here, ["04-28T10:00", "05-04T10:00", "05-04T11:00", "05-20T09:00"]);
  const page = await here.read();
  assert.match(page, /1 – 31 May 2026, UTC \./);
  assert.match(page, /Enrollments 3 \+200% from 1 /);
  assert.match(page, /Mon, 4 May 2026 2 0 /);
  assert.match(await here.read("", { ...may, compare: "previous_year" }), /Enrollments 3 from 0 /);
  const alone = await here.read("", { ...may, compare: "none" });
  assert.match(alone, /Enrollments 3 \d/);
  assert.match(alone, /Mon, 4 May 2026 2 Sun, 3 May 2026 0 /);
});

void test("Charts have a text alternative", async () => {
  const here = await aSchool();
  await enrolledAt(here, ["05-04T10:00", "05-04T11:00", "05-20T09:00"]);
  const { body } = await here.open();
  const chart =
    /role="img"\s+aria-label="Enrollments"\s+aria-describedby="chart-1-told"\s*>\s*<desc[^>]*>(.*?)<\/desc>/;
  const [, described] = chart.exec(body)!;
  assert.equal(described, "Between 0 and 2. Peak: Mon, 4 May 2026.");
  assert.match(await here.read("", { ...may, from: "2026-05-21" }), /No data for this period\./);
});

void test("Days begin in the time zone of the school", async () => {
  const here = await aSchool();
  await database.run`
    insert into schools (site_id, time_zone, created_at, updated_at)
    values (${here.school.site.id}, 'Asia/Taipei', ${now()}, ${now()})
    on conflict (site_id) do update set time_zone = excluded.time_zone`;
  await enrolledAt(here, ["04-30T15:59", "04-30T16:00", "05-31T15:59", "05-31T16:00"]);
  const page = await here.read();
  assert.match(page, /1 – 31 May 2026, Taiwan Standard Time \./);
  assert.match(page, /Enrollments 2 \+100% from 1 /);
  assert.match(page, /Sun, 31 May 2026 1 .* Fri, 1 May 2026 1 /);
});

void test("Long periods are listed by week or month, and the offered periods link to each other", async () => {
  const here = await aSchool();
  await enrolledAt(here, ["02-10T10:00", "05-04T10:00"]);
  assert.match(await here.read("", { ...may, from: "2026-02-01" }), /9 – 15 Feb 2026 1 /);
  const year = await here.open("", { ...may, from: "2025-06-01" });
  assert.match(textOf(year), /May 2026 1 0 April 2026 0 0 /);
  for (const length of ["7d", "90d", "12m"]) assert.ok(year.body.includes(`href="${path}?period=${length}"`), length);
  assert.ok(year.body.includes(`href="${path}" `), "30 days is the default");
  assert.equal((await here.open("", { period: "12m" })).status, 200);
});

void test("Invalid, reversed, future or too distant days are reported at their field, and nothing is shown", async () => {
  const here = await aSchool();
  await enrolledAt(here, ["05-04T10:00"]);
  const first = "Enter a date, not later than today.";
  const last = "Enter a date between the start date and today, at most ten years after the start date.";
  for (const [from, to, said] of [
    ["", "2026-05-31", [first]],
    ["2026-02-30", "soon", [first, last]],
    ["2026-05-31", "2026-05-01", [last]],
    ["2026-05-01", "2099-01-01", [last]],
    ["2010-01-01", "2026-05-01", [last]],
  ] as const) {
    for (const rest of ["", "/courses", "/revenue", "/subscriptions", "/metrics/orders"]) {
      const page = await here.open(rest, { period: "own", from, to });
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.body, /Data up to|class="chart"/);
      for (const text of said) assert.ok(page.body.includes(text), `${rest} ${from} ${to}: ${text}`);
    }
  }
});

void test("Revenue is reported per currency, with the items it was paid for", async () => {
  const here = await aSchool();
  const { school } = here;
  const buyer = await school.site.member();
  const order = await school.order(buyer, at("05-04T10:00"), [line(90_000)]);
  await school.order(buyer, at("05-05T10:00"), [line(4950), line(50)], { currency: "USD" });
  await school.refund(order, 30_000, at("05-06T10:00"));
  await school.runRollups();
  const page = await here.read();
  assert.match(page, /Net revenue, TWD NT\$600 from NT\$0 .* Net revenue, USD \$50 from \$0 /);
  assert.match(page, /Gross revenue, TWD NT\$900 .* Refunds, TWD NT\$300 /);
  const revenue = await here.read("/revenue");
  assert.match(
    revenue,
    /New Taiwan Dollar Net NT\$600 Gross NT\$900 Refunds NT\$300 Orders 1 Average order value NT\$900 /,
  );
  assert.match(revenue, /US Dollar Net \$50 Gross \$50 Refunds \$0 Orders 1 /);
  assert.match(revenue, /\$49\.50 .* \$0\.50 /);
  assert.match(await here.read("/revenue", { ...may, by: "product_type" }), /Product type Value Download NT\$900 /);
  assert.match(await here.read("/revenue", { ...may, by: "coupon" }), /No data to break down for this period\./);
  assert.match(await here.read("/revenue", { ...may, to: "2026-05-02" }), /No sales in this period\./);
});

void test("Membership revenue is reported from the beginning of the period to its end", async () => {
  const here = await aSchool();
  const { school } = here;
  const plan = await school.plan(30_000);
  const [stays, leaves, comes] = [await school.site.member(), await school.site.member(), await school.site.member()];
  await school.subscription(stays, plan, at("04-01T00:00"));
  const gone = { status: "canceled", endsAt: at("05-20T00:00"), canceledAt: at("05-20T00:00") };
  await school.subscription(leaves, plan, at("04-02T00:00"), gone);
  await school.subscription(comes, plan, at("05-03T00:00"));
  await school.runRollups();
  const page = await here.read("/subscriptions");
  assert.match(page, /Started memberships 1 Ended memberships 1 /);
  assert.match(page, /Start of period NT\$600 New \+NT\$300 .* Churned −NT\$300 End of period NT\$600 /);
  assert.match(
    await here.read("/subscriptions", { ...may, to: "2026-05-02", from: "2026-01-01" }),
    /Paying members 2 /,
  );
  assert.match(await (await aSchool()).read("/subscriptions"), /No paid subscriptions yet\./);
});

void test("Each figure has a page with its definition and components, sorted by size", async () => {
  const here = await aSchool();
  await enrolledAt(here, ["05-04T10:00", "05-05T10:00"]);
  const sails = await here.school.course(1, "Sails");
  await here.school.enroll(await here.school.site.member(), sails, at("05-06T10:00"), { source: "import" });
  await here.school.runRollups();
  const page = await here.open("/metrics/enrollments");
  assert.match(textOf(page), /Number of new enrollments\. .* 3 from 0 /);
  assert.match(textOf(page), /Course Value Knots 2 Sails 1 /);
  const [, href] = /href="([^"]+)"[^>]*>\s*<bdi class="foreign">Sails/.exec(page.body)!;
  assert.match(href!, /^\/admin\/analytics\/courses\/crs_\w+\?period=own&amp;from=2026-05-01&amp;to=2026-05-31$/);
  assert.match(await here.read("/metrics/enrollments", { ...may, by: "source" }), /Import 1 /);
  for (const metric of metricNames) assert.equal((await here.open(`/metrics/${metric}`)).status, 200, metric);
  assert.equal((await here.open("/metrics/visits")).status, 404);
});

void test("Figures about fewer than three people are suppressed with an explanation", async () => {
  const here = await aSchool();
  const { site } = here.school;
  for (const locale of ["pl", "pl", "de", "de", "de", "de"]) {
    const { id } = await site.member();
    await database.run`update members set locale = ${locale} where site_id = ${site.id} and id = ${id}`;
  }
  await here.school.runRollups();
  const today = now().toISOString().slice(0, 10);
  const page = await here.read("/metrics/new_members", { period: "own", from: "2026-01-01", to: today });
  assert.match(page, /Polish fewer than 3 people /);
  assert.match(page, /Values for fewer than 3 people are hidden/);
});

void test("A course has its own figures, including how far learners progress", async () => {
  const here = await aSchool();
  const { course, enrollments } = await enrolledAt(here, ["05-04T10:00", "05-05T10:00", "05-06T10:00", "05-07T10:00"]);
  const [first, second] = course.lessons;
  for (const id of enrollments) await here.school.progress(id, first!.id, at("05-08T10:00"));
  for (const id of enrollments.slice(0, 3)) {
    const completedAt = at("05-09T10:00");
    await here.school.progress(id, second!.id, at("05-09T10:00"), { completedAt });
  }
  await here.school.runRollups();
  const list = await here.open("/courses");
  assert.match(textOf(list), /Knots Enrolled 4 Active 4 Lectures completed 3 Completed 0 /);
  const id = formatId("course", course.id);
  assert.ok(list.body.includes(`href="${path}/courses/${id}?period=own`));
  const page = await here.read(`/courses/${id}`);
  assert.match(page, /Enrollments 4 from 0 /);
  assert.match(page, /Of 4 enrolled students/);
  assert.match(page, /4 0 – .* 3 3 25% .* 0 0 100% /);
  assert.doesNotMatch(page, /Sign-ins|New members/);
  assert.equal((await here.open(`/courses/${formatId("course", newId())}`)).status, 404);
  assert.equal((await here.open("/courses/knots-of-nobody")).status, 404);
});

void test("The courses continue on further pages in the selected period", async () => {
  const here = await aSchool();
  for (let number = 10; number < 36; number++) await here.school.course(1, `Course ${number}`);
  const page = await here.open("/courses");
  assert.match(textOf(page), /Course 10 .* Course 34 /);
  const [, next] = /href="([^"]*cursor=[^"]*)"/.exec(page.body)!;
  assert.match(next!, /from=2026-05-01/);
  assert.match(textOf(await here.browser.open(next!.replaceAll("&amp;", "&"))), /Course 35 /);
});

void test("The first page of the area shows the last 7 days", async () => {
  const here = await aSchool();
  const course = await here.school.course(1, "Knots");
  for (const days of [0, 3, 40]) await here.school.enroll(await here.school.site.member(), course, ago(days));
  await here.school.runRollups();
  assert.match(textOf(await here.browser.open("/admin")), /The last 7 days .*Enrollments 2 /);
});

void test("All figures are translated into Chinese", async () => {
  const here = await aSchool();
  await enrolledAt(here, ["04-28T10:00", "05-04T10:00", "05-04T11:00"]);
  await database.run`
    update members set locale = 'zh-TW' where site_id = ${here.school.site.id} and roles && array['manager']`;
  const page = await here.read();
  assert.match(page, /統計分析 .* 加入課程 2 \+100% ，原為 1 /);
  assert.match(page, /2026年5月4日週一 2 0 /);
});
