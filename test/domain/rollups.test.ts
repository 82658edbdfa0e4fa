import assert from "node:assert/strict";
import { test } from "node:test";
import { countTable } from "#domain/analytics/counting/count-site.ts";
import { type Countable, uncounted } from "#domain/analytics/counting/uncounted.ts";
import { type Counter } from "#domain/analytics/metrics.ts";
import { sumsEver, sumsIn, whole } from "#domain/analytics/read-rollups.ts";
import { newId } from "#domain/platform/ids.ts";
import { day } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { aMeasuredSchool, type MeasuredSchool } from "../support/meters/measured-school.ts";
import { nodesOf, type Plan } from "../support/meters/query-plans.ts";

const start = new Date("2026-03-02T10:07:00.000Z");
const inDays = (days: number) => new Date(start.getTime() + days * day);

const ever = async ({ site: { site } }: MeasuredSchool, counter: Counter): Promise<number> =>
  (await sumsEver({ db: database, site }, [counter], whole)).reduce((sum, { value }) => sum + value, 0);

/** Opened lectures are recorded since the beginning, one by one. */
const opened = async ({ site: { site } }: MeasuredSchool): Promise<number> => {
  const each = await sumsEver({ db: database, site }, ["lectures_started"], { dimension: "lecture", divided: true });
  return each.reduce((sum, { value }) => sum + value, 0);
};

/** The UTC day `days` days after the first. */
const onDay = async ({ site: { site } }: MeasuredSchool, counter: Counter, days: number): Promise<number> => {
  const from = new Date(inDays(days).toISOString().slice(0, 10));
  const period = { from, to: new Date(from.getTime() + day) };
  const sums = await sumsIn({ db: database, site }, [counter], [period], whole);
  return sums.reduce((sum, { value }) => sum + value, 0);
};

/** All stored rollups of a site, in a fixed order. */
const kept = async ({ site: { site } }: MeasuredSchool) => ({
  sums: await database.many<{ counter: string }>`
    select counter, dimension, grain, bucket, key, currency, value from rollups
     where site_id = ${site.id} and value <> 0 order by 1, 2, 3, 4, 5, 6`,
  people: await database.many<{ grain: string; people: number }>`
    select dimension, grain, bucket, key, sum(bit_count(bits))::bigint as people from active_learners
     where site_id = ${site.id} group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
});

void test("Rows committed late with old dates are counted by the next run", async () => {
  const school = await aMeasuredSchool();
  const { site } = school.site;
  const [first, second] = [await school.site.member(), await school.site.member()];
  const course = await school.course();
  await school.enroll(first, course, inDays(9));
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query(
      `insert into enrollments (site_id, id, student_id, course_id, starts_at, enrolled_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5, $5, $5)`,
      [site.id, newId(), second.id, course.id, inDays(-400)],
    );
    await school.runRollups();
    assert.equal(await ever(school, "enrollments"), 1);
    await client.query("commit");
  } finally {
    client.release();
  }
  await school.runRollups();
  assert.deepEqual([await ever(school, "enrollments"), await onDay(school, "enrollments", -400)], [2, 1]);
});

void test("Rows that change their day, are deleted, restored or withdrawn are counted in their current state", async () => {
  const school = await aMeasuredSchool();
  const { id: siteId } = school.site.site;
  const course = await school.course();
  const member = await school.site.member();
  const enrollment = await school.enroll(member, course, inDays(0), { completedAt: inDays(5), status: "completed" });
  const progress = await school.progress(enrollment, course.lessons[0]!.id, inDays(1), { completedAt: inDays(2) });
  await school.runRollups();
  assert.deepEqual([await onDay(school, "enrollments", 0), await onDay(school, "courses_completed", 5)], [1, 1]);
  assert.equal(await onDay(school, "lectures_completed", 2), 1);

  await database.run`
    update enrollments set enrolled_at = ${inDays(3)}, completed_at = null
     where site_id = ${siteId} and id = ${enrollment}`;
  await database.run`
    update lecture_progress set completed_at = null where site_id = ${siteId} and id = ${progress}`;
  await school.runRollups();
  assert.deepEqual([await onDay(school, "enrollments", 0), await onDay(school, "enrollments", 3)], [0, 1]);
  assert.deepEqual([await ever(school, "courses_completed"), await ever(school, "lectures_completed")], [0, 0]);

  await database.run`update enrollments set deleted_at = ${inDays(9)} where site_id = ${siteId} and id = ${enrollment}`;
  await school.runRollups();
  assert.equal(await ever(school, "enrollments"), 0);
  await database.run`update enrollments set deleted_at = null where site_id = ${siteId} and id = ${enrollment}`;
  await school.runRollups();
  assert.equal(await ever(school, "enrollments"), 1);
});

void test("Two concurrent processes with small steps count everything once", async () => {
  const school = await aMeasuredSchool();
  const { site } = school.site;
  const course = await school.course(3);
  const members = await Promise.all(Array.from({ length: 12 }, () => school.site.member()));
  for (const [index, member] of members.entries()) {
    const enrollment = await school.enroll(member, course, inDays(index % 4));
    for (const lesson of course.lessons)
      await school.progress(enrollment, lesson.id, inDays(4), { watchedSeconds: 10 });
  }
  await Promise.all(Array.from({ length: 4 }, () => school.runRollups({ maxRows: 5 })));
  await school.runRollups();
  assert.deepEqual(
    [await ever(school, "enrollments"), await opened(school), await ever(school, "watch_seconds")],
    [12, 36, 360],
  );
  const { numbers } = (await database.first<{ numbers: number[] }>`
    select array_agg(number order by number) as numbers from learner_numbers where site_id = ${site.id}`)!;
  assert.deepEqual(numbers, Array.from(members.keys()));
  const days = (await kept(school)).people.filter(({ grain }) => grain === "day");
  assert.deepEqual(new Set(days.map(({ people }) => people)), new Set([12]));
});

void test("A process that is killed midway leaves nothing half counted", async () => {
  const school = await aMeasuredSchool();
  const { site } = school.site;
  const course = await school.course();
  for (const member of await Promise.all(Array.from({ length: 7 }, () => school.site.member()))) {
    await school.enroll(member, course, inDays(0));
  }
  const client = await database.pool.connect();
  const killed = database.transaction(async (db) => {
    await countTable({ db, site }, "enrollments", () => false, 3);
    const { pid } = (await db.first<{ pid: number }>`select pg_backend_pid() as pid`)!;
    await client.query("select pg_terminate_backend($1)", [pid]);
    await db.first`select 1`;
  });
  await assert.rejects(killed);
  client.release();
  assert.equal(await ever(school, "enrollments"), 0);
  await school.runRollups({ maxRows: 3 });
  assert.equal(await ever(school, "enrollments"), 7);
});

void test("A site's sums include only its own rows", async () => {
  const [here, there] = [await aMeasuredSchool(), await aMeasuredSchool()];
  const course = await here.course();
  await here.enroll(await here.site.member(), course, inDays(0));
  await Promise.all([here.runRollups(), there.runRollups()]);
  assert.deepEqual([await ever(here, "enrollments"), await ever(there, "enrollments")], [1, 0]);
});

void test("After any sequence of changes the sums match the current rows", async () => {
  const school = await aMeasuredSchool();
  const { id: siteId } = school.site.site;
  const [course, other] = [await school.course(2), await school.course(1)];
  const event = await school.event(inDays(20));
  const [ana, bo, cy] = [await school.site.member(), await school.site.member(), await school.site.member()];
  const enrollments = [
    await school.enroll(ana, course, inDays(0), { source: "purchase" }),
    await school.enroll(bo, course, inDays(1)),
    await school.enroll(cy, other, inDays(1)),
  ];
  const plan = { productType: "course_plan", productId: newId(), amount: 900 } as const;
  const orders = [
    await school.order(ana, inDays(0), [plan]),
    await school.order(bo, null, [plan], { status: "pending" }),
  ];
  const refund = await school.refund(orders[0]!, 300, inDays(2), { status: "pending" });
  await school.runRollups();
  const locations = [
    await school.registration(ana, event, inDays(3), { quantity: 2 }),
    await school.registration(bo, event, inDays(3)),
  ];
  const attempt = await school.attempt(enrollments[0]!, ana, course, null, false);
  await school.attempt(enrollments[1]!, bo, course, inDays(4), true);
  await school.certificate(enrollments[0]!, ana, course, inDays(6));
  const comment = await school.comment(ana, course, inDays(6), { status: "pending" });
  for (const [index, { id }] of course.lessons.entries()) {
    await school.progress(enrollments[index]!, id, inDays(index), {
      completedAt: inDays(index + 1),
      watchedSeconds: 60,
    });
  }
  await school.runRollups({ maxRows: 1 });
  const changes = [
    () => database.run`update enrollments set source = 'group' where site_id = ${siteId} and id = ${enrollments[0]!}`,
    () =>
      database.run`update orders set status = 'paid', paid_at = ${inDays(8)} where site_id = ${siteId} and id = ${orders[1]!}`,
    () =>
      database.run`update orders set status = 'refunded', total = 800 where site_id = ${siteId} and id = ${orders[0]!}`,
    () =>
      database.run`update refunds set status = 'succeeded', amount = 250 where site_id = ${siteId} and id = ${refund}`,
    () => database.run`update events set ends_at = ${inDays(30)} where site_id = ${siteId} and id = ${event.id}`,
    () =>
      database.run`update event_registrations set status = 'checked_in' where site_id = ${siteId} and id = ${locations[0]!}`,
    () =>
      database.run`update event_registrations set status = 'canceled' where site_id = ${siteId} and id = ${locations[1]!}`,
    () => database.run`
      update quiz_attempts set submitted_at = ${inDays(5)}, passed = true where site_id = ${siteId} and id = ${attempt}`,
    () => database.run`update comments set status = 'visible' where site_id = ${siteId} and id = ${comment}`,
    () => database.run`
      update lecture_progress set watched_seconds = 95, updated_at = ${inDays(3)}
       where site_id = ${siteId} and enrollment_id = ${enrollments[0]!}`,
    () => database.run`update members set status = 'invited' where site_id = ${siteId} and id = ${cy.id}`,
  ];
  for (const change of changes) {
    await change();
    await school.runRollups();
  }
  const step = await kept(school);
  await forget(siteId);
  await school.runRollups();
  const recomputed = await kept(school);
  // Watched seconds count when they are reported and cannot be recomputed from the current rows.
  const comparable = ({ sums }: typeof step) => sums.filter(({ counter }) => counter !== "watch_seconds");
  assert.deepEqual(comparable(step), comparable(recomputed));
  assert.equal(await ever(school, "watch_seconds"), 155);
  assert.ok(step.sums.length > 60);
});

/** Resets all rollups, as if nothing had been counted. */
async function forget(siteId: string): Promise<void> {
  const { pool } = database;
  await pool.query("delete from rollups where site_id = $1", [siteId]);
  await pool.query("delete from active_learners where site_id = $1", [siteId]);
  const columns = await pool.query<{ table: string; name: string; fallback: string }>(
    `select table_name as table, column_name as name, case is_nullable when 'YES' then 'null' else '0' end as fallback
       from information_schema.columns where table_schema = current_schema() and column_name like 'counted\\_%'`,
  );
  for (const { table, name, fallback } of columns.rows) {
    await pool.query(`update ${table} set ${name} = ${fallback} where site_id = $1`, [siteId]);
  }
}

void test("Uncounted rows are found by a partial index, in its order, for every table", async () => {
  const { site } = await aMeasuredSchool();
  for (const [table, condition] of Object.entries(uncounted) as [Countable, { strings: readonly string[] }][]) {
    const plan = await database.transaction(async (db) => {
      await db.run`set local enable_bitmapscan = off`;
      await db.run`set local enable_sort = off`;
      const statement = `explain (format json) select id from ${table}
        where site_id = '${site.site.id}' and ${condition.strings.join("")} order by id limit 9`;
      const [found] = await db.many<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        Object.assign([statement], { raw: [statement] }),
      );
      return found!["QUERY PLAN"][0].Plan;
    });
    const nodes = nodesOf(plan);
    assert.deepEqual(
      nodes.map((node) => node["Node Type"].replace(" Only", "") + (node["Index Name"] ?? "")),
      ["Limit", `Index Scan${table}_uncounted`],
      table,
    );
  }
});
