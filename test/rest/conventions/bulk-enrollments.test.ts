import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { bulkEnroll } from "#domain/learning/enrollments/enroll.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Database, Queries } from "#database/database.ts";
import type { Returning } from "#database/statements/queries.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import { aCourse } from "../support/taught-course.ts";

const scopes = "students:read students:write courses:read courses:write members:read";
const anEmail = () => `stu-${newId()}@example.test`;

interface Outcome {
  results: { index: number; status: string; id: string | null; error?: { code: string; errors?: object[] } }[];
  summary: Record<string, number>;
}

const bulk = (operator: Operator, operations: object[], options: object = {}) =>
  operator.post("/enrollments/bulk", { operations, ...options });

void test("A thousand rows are processed in one request with the rules of single requests, and errors name their row", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const known = await operator.site.member();
  const rows: object[] = Array.from({ length: 994 }, () => ({ course_id: course, email: anEmail() }));
  rows.push(
    { course_id: course, email: known.email },
    { course_id: course, student_id: known.sub },
    { course_id: course, email: known.email, on_existing: "error" },
    { course_id: course, email: "nonsense" },
    { course_id: "crs_00000000000000000000000000", email: known.email },
    { course_id: course },
  );
  const done = await bulk(operator, rows, { create_students: true });
  assertStatus(done, 200);
  const { results, summary } = done.json<Outcome>();
  assert.deepEqual(summary, { created: 995, updated: 0, deleted: 0, unchanged: 1, failed: 4 });
  assert.deepEqual(
    results.slice(994).map(({ status, error }) => error?.code ?? status),
    ["created", "unchanged", "already_exists", "validation_failed", "validation_failed", "validation_failed"],
  );
  assert.equal(results[994]!.id, results[995]!.id);
  assert.deepEqual(
    results[997]!.error!.errors!.map((error) => (error as { pointer: string }).pointer),
    ["/email"],
  );
  const { enrollment_count: count } = (await operator.get(`/courses/${course}`)).json<{ enrollment_count: number }>();
  assert.equal(count, 995);
  const emitted = (await outboxOf(operator.site)).map(({ type }) => type);
  assert.equal(emitted.filter((type) => type === "enrollment.created").length, 995);
  assert.equal(emitted.filter((type) => type === "student.created").length, 994);
  const tooMany = Array.from({ length: 1001 }, () => rows[0]!);
  const refused = await bulk(operator, tooMany);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [413, "too_many_rows"]);
});

void test("New students are created only on request, and atomic requests apply all rows or none", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const known = await operator.site.member();
  const rows = [
    { course_id: course, email: known.email },
    { course_id: course, email: anEmail() },
  ];
  const atomic = await bulk(operator, rows, { atomic: true });
  assert.deepEqual([atomic.statusCode, problemOf(atomic).pointers], [422, ["/operations/1/email"]]);
  const listed = async () => (await operator.get("/enrollments")).json<{ data: unknown[] }>().data.length;
  assert.equal(await listed(), 0);
  assert.deepEqual((await bulk(operator, rows)).json<Outcome>().summary["failed"], 1);
  assert.equal(await listed(), 1);
  const dryRunResult = await operator.post("/enrollments/bulk?dry_run=true", {
    operations: [{ course_id: course, email: anEmail() }],
    create_students: true,
  });
  assertStatus(dryRunResult, 200);
  assert.equal(await listed(), 1);
});

void test("A duplicate student is enrolled once, and a later row sees the effect of an earlier one", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const email = anEmail();
  const rows = [
    { course_id: course, email, access_days: 10 },
    { course_id: course, email: email.toUpperCase(), access_days: 5, on_existing: "extend" },
    { course_id: course, email, lifetime: true, on_existing: "extend" },
  ];
  const { results } = (await bulk(operator, rows, { create_students: true })).json<Outcome>();
  assert.deepEqual(
    results.map(({ status }) => status),
    ["created", "unchanged", "updated"],
  );
  const { data } = (await operator.get("/enrollments")).json<{ data: { lifetime: boolean }[] }>();
  assert.deepEqual(
    data.map(({ lifetime }) => lifetime),
    [true],
  );
});

void test("The number of statements does not depend on the number of rows", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const counts: number[] = [];
  for (const size of [3, 90]) {
    const count = { statements: 0 };
    const counting: Database = {
      ...database,
      transaction: (work) => database.transaction((db) => work(counted(db, count))),
    };
    const context = { ...operator.site.context(), db: counting, caller: { kind: "cli" } as const };
    const operations = Array.from({ length: size }, () => ({ courseId: course, email: anEmail() }));
    const { summary } = await perform(bulkEnroll, context, { operations, createStudents: true });
    assert.equal(summary.created, size);
    counts.push(count.statements);
  }
  assert.equal(counts[0], counts[1]);
});

const countedRows = (db: Returning, count: { statements: number }): Returning => ({
  many: (strings, ...values) => (count.statements++, db.many(strings, ...values)),
  first: (strings, ...values) => (count.statements++, db.first(strings, ...values)),
  one: (strings, ...values) => (count.statements++, db.one(strings, ...values)),
});

const counted = (db: Queries, count: { statements: number }): Queries => ({
  attempt: (work) => db.attempt((inner) => work(counted(inner, count))),
  snapshot: (work) => db.snapshot(work),
  ...countedRows(db, count),
  write: countedRows(db.write, count),
  run: (strings, ...values) => (count.statements++, db.run(strings, ...values)),
  together: (batch, requested) => (count.statements++, db.together(batch, requested)),
  defer: (work, items) => work.run(counted(db, count), items),
  doDeferred: (areOfInterest) => db.doDeferred(areOfInterest),
});
