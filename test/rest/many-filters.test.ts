import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type LargeLists, largeLists } from "../support/large-lists.ts";
import { allLists, maxRatio, runner } from "../support/list-plans.ts";
import { nodesOf, readBy } from "../support/query-plans.ts";
import { openPlanRecorder, type PlanRecorder } from "../support/recorded-plans.ts";
import { origin, span } from "../support/varied-copies.ts";

const people = 3000;

let world: LargeLists;
let recorder: PlanRecorder;
before(async () => {
  world = await largeLists(people, { isVaried: true, tables: new Set(["members", "courses", "enrollments"]) });
  recorder = openPlanRecorder(world.installation.database, world.installation.connection);
  await world.fill();
});
after(async () => {
  await recorder.close();
  await world.installation.close();
});

const at = (share: number) => new Date(origin.getTime() + share * span * 1000).toISOString();

/** Returns the number of statements for two pages of one enrollment, and of the enrollments that they read. */
async function costOf(filters: object) {
  const { operation } = allLists().find(({ name }) => name === "GET /enrollments")!;
  const course = { courseId: [world.frequent("course")], planId: [world.frequent("coursePlan")] };
  const plans = await runner(world, recorder).plansOf(operation, { ...course, ...filters, limit: 1 });
  assert.ok(plans);
  const nodes = plans.flatMap(({ plan }) => nodesOf(plan)).filter((node) => node["Relation Name"] === "enrollments");
  return { statements: plans.length, rows: nodes.reduce((sum, node) => sum + readBy(node), 0) };
}

void test("A page of one row with a dozen filters that match few rows takes few statements", async () => {
  const rare = { gte: at(0.997) };
  const { statements, rows } = await costOf({
    status: ["expired", "revoked"],
    source: ["group"],
    expiresAt: rare,
    enrolledAt: rare,
    completedAt: rare,
    lastActivityAt: rare,
    inactiveSince: at(0.003),
    progressPercent: { lt: 0.3 },
    createdAt: rare,
    updatedAt: rare,
  });
  assert.ok(statements <= 8, `${statements} statements`);
  assert.ok(rows <= 500, `${rows} rows`);
});

void test("A page of one row with a dozen filters that match many rows reads at most four times all rows", async () => {
  const many = { gte: at(0.2) };
  const { rows } = await costOf({
    status: ["active"],
    source: ["manual"],
    expiresAt: many,
    enrolledAt: { lt: at(0.1) },
    completedAt: { gte: at(0.1) },
    lastActivityAt: many,
    inactiveSince: at(0.8),
    progressPercent: { gte: 20 },
    createdAt: many,
    updatedAt: many,
  });
  assert.ok(rows <= maxRatio * people, `${rows} rows`);
});
