import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { day } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { operatorOf } from "../support/operator.ts";
import { aSchool, inDays, march, only, overviewOf, read, series } from "../support/analytics.ts";

void test("Each metric counts only its own events in the period", async () => {
  const { school, operator } = await aSchool();
  const [ana, bo, cy] = [await school.site.member(), await school.site.member(), await school.site.member()];
  const course = await school.course(2);
  const first = await school.enroll(ana, course, inDays(0), { completedAt: inDays(9), status: "completed" });
  const second = await school.enroll(bo, course, inDays(3));
  await school.enroll(cy, course, inDays(40));
  await school.progress(first, course.lessons[0]!.id, inDays(0), { completedAt: inDays(1), watchedSeconds: 600 });
  await school.progress(first, course.lessons[1]!.id, inDays(2), { completedAt: inDays(9), watchedSeconds: 30 });
  await school.progress(second, course.lessons[0]!.id, inDays(3));
  await school.attempt(first, ana, course, inDays(2), false);
  await school.attempt(first, ana, course, inDays(3), true);
  await school.attempt(second, bo, course, inDays(3), true);
  await school.attempt(second, bo, course, null, false);
  await school.certificate(first, ana, course, inDays(9));
  await school.comment(ana, course, inDays(5));
  await school.comment(bo, course, inDays(5), { status: "hidden" });
  const event = await school.event(inDays(10));
  await school.registration(ana, event, inDays(2), { quantity: 2, status: "checked_in" });
  await school.registration(bo, event, inDays(3));
  await school.registration(cy, event, inDays(3), { status: "no_show" });
  const line = { productType: "digital_product", productId: newId(), amount: 1000 } as const;
  const order = await school.order(ana, inDays(1), [line, { ...line, productId: newId(), amount: 500 }]);
  await school.order(bo, inDays(2), [{ ...line, amount: 700 }]);
  await school.order(bo, inDays(2), [{ ...line, amount: 1999 }], { currency: "USD" });
  await school.order(bo, null, [line], { status: "pending" });
  await school.order(bo, inDays(50), [line]);
  await school.refund(order, 300, inDays(4));
  await school.refund(order, 999, inDays(4), { status: "failed" });
  await school.runRollups();

  const { of } = await overviewOf(operator);
  const value = (name: string) => of(name)!.map((one) => (one.currency ? [one.currency, one.value] : one.value));
  const expected = {
    enrollments: [2],
    active_students: [2],
    lectures_completed: [2],
    courses_completed: [1],
    watch_seconds: [630],
    quiz_pass_rate: [66.7],
    certificates: [1],
    new_members: [0],
    sign_ins: [0],
    orders: [3],
    gross_revenue: [
      ["TWD", 2200],
      ["USD", 1999],
    ],
    refunds: [["TWD", 300]],
    net_revenue: [
      ["TWD", 1900],
      ["USD", 1999],
    ],
    aov: [
      ["TWD", 1100],
      ["USD", 1999],
    ],
    event_registrations: [4],
    attendance_rate: [50],
    comments: [1],
  };
  for (const [name, values] of Object.entries(expected)) assert.deepEqual(value(name), values, name);
});

void test("New members, sign-ins and page views are counted when they happen", async () => {
  const { school, operator } = await aSchool("analytics:read");
  await school.site.member();
  await database.run`
    update members set sign_in_count = sign_in_count + 2, last_sign_in_at = ${inDays(3)}
     where site_id = ${school.site.site.id} and id = ${operator.member.id}`;
  await school.runRollups();
  assert.equal(await only(operator, "sign_ins"), 2);
  const today = `from=${new Date(Date.now() - day).toISOString()}&to=${new Date(Date.now() + day).toISOString()}`;
  assert.equal(await only(operator, "new_members", today), 2);
});

void test("A period is compared with the preceding one, or with the same days of the previous year", async () => {
  const { school, operator } = await aSchool();
  const course = await school.course();
  for (const date of ["2025-03-05", "2025-03-31", "2026-02-10", "2026-03-01", "2026-03-02", "2026-03-30"]) {
    await school.enroll(await school.site.member(), course, new Date(`${date}T12:00:00Z`));
  }
  await school.runRollups();
  const before = await overviewOf(operator, `${march}&compare=previous_period`);
  assert.deepEqual(before.of("enrollments"), [{ currency: null, value: 3, previous: 1, change_percent: 200 }]);
  assert.deepEqual(
    [before.compared_from, before.compared_to],
    ["2026-01-29T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
  );
  const year = await overviewOf(operator, `${march}&compare=previous_year`);
  assert.deepEqual(year.of("enrollments"), [{ currency: null, value: 3, previous: 2, change_percent: 50 }]);
  assert.equal(year.compared_from, "2025-03-01T00:00:00.000Z");
  const alone = await overviewOf(operator);
  assert.deepEqual(alone.of("enrollments"), [{ currency: null, value: 3, previous: null, change_percent: null }]);
});

void test("A person who is active on several days counts once in any period and course", async () => {
  const { school, operator } = await aSchool();
  const [course, other] = [await school.course(), await school.course()];
  const [ana, bo] = [await school.site.member(), await school.site.member()];
  const here = await school.enroll(ana, course, inDays(0));
  await school.progress(here, course.lessons[0]!.id, inDays(0), { completedAt: inDays(3), updatedAt: inDays(3) });
  await school.progress(await school.enroll(ana, other, inDays(0)), other.lessons[0]!.id, inDays(3));
  await school.progress(await school.enroll(bo, other, inDays(0)), other.lessons[0]!.id, inDays(4));
  await school.runRollups();
  assert.equal(await only(operator, "active_students"), 2);
  const [daily] = (await series(operator, "metric=active_students")).series;
  assert.deepEqual(daily!.values.slice(0, 6), [0, 1, 0, 0, 1, 1]);
  assert.equal(daily!.total, 2);
  const byCourse = await series(operator, "metric=active_students&group_by=course&interval=month");
  assert.deepEqual(
    byCourse.series.map(({ group, total }) => [group!.key, group!.name, total]),
    [
      [formatId("course", other.id), "Knots", 2],
      [formatId("course", course.id), "Knots", 1],
    ],
  );
});

void test("A course reports its students per lecture, and courses can be compared", async () => {
  const { school, operator } = await aSchool("analytics:read orders:read");
  const course = await school.course(2);
  const members = await Promise.all(Array.from({ length: 4 }, () => school.site.member()));
  for (const [index, member] of members.entries()) {
    const enrollment = await school.enroll(
      member,
      course,
      inDays(index),
      index === 0 ? { completedAt: inDays(9) } : {},
    );
    if (index < 3) await school.progress(enrollment, course.lessons[0]!.id, inDays(4), { completedAt: inDays(5) });
    if (index < 1) await school.progress(enrollment, course.lessons[1]!.id, inDays(6), { completedAt: inDays(7) });
  }
  await school.runRollups();
  const id = formatId("course", course.id);
  for (const name of [id, course.slug]) {
    const funnel = await read<{ enrollments: number; completions: number; lectures: Record<string, unknown>[] }>(
      operator,
      `/courses/${name}/funnel`,
    );
    assert.deepEqual([funnel.enrollments, funnel.completions], [4, 1]);
    assert.deepEqual(
      funnel.lectures.map((one) => [
        one["title"],
        one["started"],
        one["completed"],
        one["started_percent"],
        one["completed_percent"],
        one["drop_off_percent"],
      ]),
      [
        ["Lecture 1", 3, 3, 75, 75, 25],
        ["Lecture 2", 1, 1, 25, 25, 66.7],
      ],
    );
  }
  const { data } = await read<{ data: Record<string, unknown>[] }>(operator, `/courses?${march}`);
  assert.deepEqual(data, [
    {
      object: "course_analytics",
      id,
      name: "Knots",
      status: "published",
      enrollments: 4,
      active_students: 3,
      lectures_completed: 4,
      course_completions: 1,
      average_progress_percent: 50,
      revenue: [],
    },
  ]);
  const later = await read<{ data: Record<string, unknown>[] }>(operator, "/courses?from=2026-03-05T00:00:00Z");
  assert.equal(later.data[0]!["enrollments"], 1);
  const reader = await operatorOf(school.site, "analytics:read");
  assert.ok(!("revenue" in (await read<{ data: object[] }>(reader, "/courses")).data[0]!));
});

void test("Data of another site is not found", async () => {
  const [here, there] = [await aSchool(), await aSchool()];
  const course = await here.school.course();
  await here.school.enroll(await here.school.site.member(), course, inDays(0));
  await here.school.runRollups();
  assert.equal(await only(there.operator, "enrollments"), 0);
  const foreign = await there.operator.get(`/analytics/courses/${formatId("course", course.id)}/funnel`);
  assert.equal(foreign.statusCode, 404);
  const narrowed = await series(there.operator, `metric=enrollments&course_id=${formatId("course", course.id)}`);
  assert.equal(narrowed.series[0]!.total, 0);
});
