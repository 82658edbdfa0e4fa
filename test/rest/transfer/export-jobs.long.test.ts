import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runJob } from "#domain/background/run-job.ts";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { storage } from "../../support/worlds/storage.ts";
import {
  type AnExport,
  download,
  exported,
  filesIn,
  linesOf,
  listed,
  readJob,
  startExport,
} from "../support/exported.ts";
import { type Operator, problemOf } from "../support/operator.ts";
import { aSchool, members, objectsOf, onePiece, runExport } from "../support/export-school.ts";

void describe("POST /exports", () => {
  void test("starts a job, whose address is in Location and which reports its result", async () => {
    const operator = await aSchool(3);
    const response = await operator.post("/exports", members);
    const begun = response.json<AnExport & { kind: string; format: string }>();
    assert.deepEqual([response.statusCode, begun.kind, begun.format, begun.result], [202, "export", "ndjson", null]);
    assert.equal(response.headers["location"], `/api/v1/jobs/${begun.id}`);
    await runJobsOf(operator.site.site);
    const job = await readJob(operator, begun);
    assert.deepEqual([job.status, job.progress.total, job.progress.processed], ["succeeded", 4, 4]);
    assert.deepEqual([job.result!.filename, job.result!.content_type], ["members.ndjson", "application/x-ndjson"]);
    assert.equal(linesOf((await download(operator, job)).toString()).length, 4);
    const actions = (await auditActions(operator.site)).filter((action) => /export|job/i.test(action));
    assert.deepEqual(actions, ["startExport", "finishJob"]);
    const { rows } = await database.pool.query<{ type: string }>(
      "select type from outbox_events where site_id = $1 and type = 'job.completed'",
      [operator.site.site.id],
    );
    assert.equal(rows.length, 1);
  });

  void test("runs once per idempotency key, and a dry run creates no job", async () => {
    const operator = await aSchool(1);
    const key = { "idempotency-key": "the-same" };
    const first = (await operator.post("/exports", members, key)).json<AnExport>();
    assert.equal((await operator.post("/exports", members, key)).json<AnExport>().id, first.id);
    const dryRunResult = await operator.post("/exports?dry_run=true", members);
    assertStatus(dryRunResult, 200);
    assert.equal((await operator.get("/jobs")).json<{ data: object[] }>().data.length, 1);
  });

  void test("reports invalid requests with their path", async () => {
    const operator = await aSchool(0);
    const refused = async (body: object) => problemOf(await operator.post("/exports", body));
    const pointers = async (body: object) => (await refused(body)).pointers;
    assert.deepEqual(await pointers({ ...members, resources: ["people"] }), ["/resources/0"]);
    assert.deepEqual(await pointers({ ...members, resources: [] }), ["/resources"]);
    assert.deepEqual(await pointers({ ...members, resources: ["members", "members"] }), ["/resources/1"]);
    assert.deepEqual(await pointers({ ...members, format: "xlsx" }), ["/format"]);
    assert.deepEqual(await pointers({ ...members, filter: { members: { rolle: ["owner"] } } }), [
      "/filter/members/rolle",
    ]);
    assert.deepEqual(await pointers({ ...members, filter: { members: { role: ["king"] } } }), [
      "/filter/members/role/0",
    ]);
    assert.deepEqual(await pointers({ ...members, filter: { members: 7 } }), ["/filter/members"]);
    assert.deepEqual(
      await pointers({
        ...members,
        resources: ["event_registrations"],
        filter: { event_registrations: { event_id: ["crs_01k9g2c8p4e6t0v3x5y7z9b1d3"] } },
      }),
      ["/filter/event_registrations/event_id/0"],
    );
    assert.deepEqual(await pointers({ ...members, filter: { orders: {} } }), ["/filter/orders"]);
    assert.equal((await refused({ ...members, filter: { members: { limit: 3 } } })).code, "unknown_field");
    assert.deepEqual((await operator.get("/jobs")).json<{ data: object[] }>().data, []);
  });

  void test("exports the filtered rows of the list", async () => {
    const operator = await aSchool(30);
    const from = "2026-01-01T00:11:00.000Z";
    const filter = { members: { role: ["student"], created_at: { gte: from } } };
    const { bytes } = await exported(operator, { ...members, filter });
    const expected = await listed(operator, `/members?role=student&created_at[gte]=${from}`);
    assert.equal(expected.length, 20);
    assert.deepEqual(
      linesOf(bytes.toString()).map(({ id }) => id),
      expected.map(({ id }) => id).toSorted(),
    );
  });

  void test("writes an empty list as an empty file, with a header row in a table", async () => {
    const operator = await aSchool(0);
    const { bytes, job } = await exported(operator, { resources: ["orders", "refunds"], format: "csv" });
    const files = filesIn(bytes);
    assert.match(files.get("refunds.csv")!, /^\uFEFFobject,id,order_id,[^\n]*\r\n$/);
    assert.equal(job.progress.processed, 0);
    const { bytes: none } = await exported(operator, { resources: ["orders"], format: "ndjson" });
    assert.equal(none.length, 0);
  });

  void test("escapes table cells that a spreadsheet would evaluate", async () => {
    const operator = await aSchool(2);
    const { bytes } = await exported(operator, { ...members, format: "csv" });
    assert.match(bytes.toString(), /,'=1\+1,/);
    assert.doesNotMatch(bytes.toString(), /(^|,|")=1/m);
  });
});

void describe("An interrupted export resumes", () => {
  void test("in any process, without duplicates or omissions, whatever changes meanwhile", async () => {
    const operator = await aSchool();
    const before = await listed(operator, "/members");
    const job = await startExport(operator, { resources: ["members", "students"], format: "ndjson" });
    await onePiece(operator, job);
    const halfway = await readJob(operator, job);
    assert.deepEqual([halfway.status, halfway.progress.processed, halfway.progress.total], ["running", 1000, 2901]);
    // Rows before and after the current position are changed, deleted and created.
    const { id } = operator.site.site;
    await database.pool.query(
      `update members set updated_at = now(), created_at = now(), name = 'later'
        where site_id = $1 and id in (select id from members where site_id = $1 and roles = '{student}' order by random() limit 400)`,
      [id],
    );
    await onePiece(operator, job);
    await runExport(operator, job);
    const done = await readJob(operator, job);
    assert.equal(done.status, "succeeded");
    const files = filesIn(await download(operator, done));
    const ids = linesOf(files.get("members.ndjson")!).map((row) => row.id);
    assert.deepEqual(ids, before.map((row) => row.id).toSorted());
    assert.equal(linesOf(files.get("students.ndjson")!).length, 1450);
  });

  void test("after a process was killed between storing bytes and recording them", async () => {
    const operator = await aSchool();
    const job = await startExport(operator, members);
    await onePiece(operator, job);
    await killedBeforeItKept(operator, job);
    assert.equal((await readJob(operator, job)).progress.processed, 1000);
    await runExport(operator, job);
    const done = await readJob(operator, job);
    const ids = linesOf((await download(operator, done)).toString()).map((row) => row.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(ids, (await listed(operator, "/members")).map((row) => row.id).toSorted());
  });

  void test("until it is canceled, and leaves nothing behind", async () => {
    const operator = await aSchool();
    const job = await startExport(operator, members);
    await onePiece(operator, job);
    assert.equal((await operator.post(`/jobs/${job.id}/cancel`)).statusCode, 200);
    await runExport(operator, job);
    const ended = await readJob(operator, job);
    assert.deepEqual([ended.status, ended.result], ["canceled", null]);
    assert.ok((await objectsOf(operator)).every((released) => released));
    const { rows } = await database.pool.query("select 1 from job_pieces where site_id = $1", [operator.site.site.id]);
    assert.equal(rows.length, 0);
  });

  void test("and deletes its chunks and the people of its filter when it ends", async () => {
    const operator = await aSchool();
    const filter = { members: { email: operator.member.email } };
    await exported(operator, { ...members, filter });
    assert.deepEqual(await objectsOf(operator), [true, false]);
    const { rows } = await database.pool.query<{ options: object }>("select options from jobs where site_id = $1", [
      operator.site.site.id,
    ]);
    assert.deepEqual(rows[0]!.options, { resources: ["members"] });
  });
});

/** The output is stored, and the process dies before the recording transaction commits. */
async function killedBeforeItKept(operator: Operator, job: AnExport): Promise<void> {
  const log = { info() {}, warn() {}, error() {} };
  const dying = new Error("killed");
  const store = {
    ...storage.store,
    put: async (...given: Parameters<typeof storage.store.put>) => {
      await storage.store.put(...given);
      throw dying;
    },
  };
  const options = {
    db: database,
    storage: { ...storage, store },
    clock: () => new Date(),
    log,
    stopping: new AbortController().signal,
    isLast: false,
  };
  const { site } = operator.site;
  await assert.rejects(runJob({ siteId: site.id, jobId: parseId("job", job.id)! }, options), dying);
}
