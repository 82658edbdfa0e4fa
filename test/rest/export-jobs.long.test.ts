import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runJob } from "#domain/platform/jobs/run-job.ts";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../support/assert-status.ts";
import { day, later } from "../support/clock.ts";
import { copyNewest } from "../support/cloned-rows.ts";
import { database } from "../support/database.ts";
import { anInhabitedSite } from "../support/inhabited-site.ts";
import { auditActions, setRoles } from "../support/records.ts";
import { runJobsOf } from "../support/run-jobs.ts";
import { storage } from "../support/storage.ts";
import { aSite } from "../support/world.ts";
import {
  type AnExport,
  download,
  exported,
  filesIn,
  linesOf,
  listed,
  readJob,
  startExport,
} from "./support/exported.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "./support/operator.ts";

const scopes = "school:read school:write members:read students:read orders:read events:read comments:read";
const members = { resources: ["members"], format: "ndjson" };

/** A school whose export takes more than one chunk. */
async function aSchool(count = 1450): Promise<Operator> {
  const operator = await anOperator(scopes);
  const { id } = operator.site.site;
  await database.pool.query(
    `with people as (
       insert into accounts (id, email, email_key, created_at, updated_at)
       select gen_random_uuid(), name, name, moment, moment
         from (select 'p' || n || '-' || $1::text || '@example.test' as name,
                      timestamptz '2026-01-01' + n * interval '1 minute' as moment
                 from generate_series(1, $2::integer) as n) as names
       returning id, email, created_at)
     insert into members (site_id, id, account_id, email, email_key, name, roles, status, joined_at, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), id, email, email, '=1+1', '{student}', 'active', created_at, created_at, created_at
       from people`,
    [id, count],
  );
  return operator;
}

/** Runs the job like a process that is stopped or killed while it works: one chunk is stored. */
const onePiece = (operator: Operator, job: Pick<AnExport, "id">) => run(operator, job, AbortSignal.abort());

async function run({ site }: Operator, { id }: Pick<AnExport, "id">, stopping = new AbortController().signal) {
  const log = { info() {}, warn() {}, error() {} };
  const options = { db: database, storage, clock: () => new Date(), log, stopping, isLast: false };
  await later(0, () => runJob({ siteId: site.site.id, jobId: parseId("job", id)! }, options));
}

const objectsOf = async ({ site }: Operator) =>
  (
    await database.pool.query<{ released: boolean }>(
      "select released_at is not null as released from stored_objects where site_id = $1 order by id",
      [site.site.id],
    )
  ).rows.map(({ released }) => released);

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
    await run(operator, job);
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
    await run(operator, job);
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
    await run(operator, job);
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

void describe("Authorization of exports", () => {
  void test("needs the scope of each list, and the error names them", async () => {
    const site = await aSite();
    const writer = await operatorOf(site, "school:write members:read");
    assert.equal((await writer.post("/exports", members)).statusCode, 202);
    const refused = await writer.post("/exports", { ...members, resources: ["members", "orders"] });
    assert.deepEqual([problemOf(refused).status, problemOf(refused).code], [403, "insufficient_scope"]);
    assert.match(String(refused.headers["www-authenticate"]), /scope="[^"]*orders:read/);
    const reader = await operatorOf(site, "members:read school:read");
    assert.equal(problemOf(await reader.post("/exports", members)).code, "insufficient_scope");
  });

  void test("limits the fields to those of the list", async () => {
    const { site } = await anInhabitedSite("Fields");
    const narrow = await operatorOf(site, "school:write orders:read events:read");
    const wide = await operatorOf(site, scopes);
    const order = { resources: ["orders", "event_registrations"], format: "ndjson" };
    const emails = async (operator: Operator) => {
      const files = filesIn((await exported(operator, order)).bytes);
      return ["orders", "event_registrations"].map((name) =>
        linesOf(files.get(`${name}.ndjson`)!).map((row) => "email" in row),
      );
    };
    assert.deepEqual(
      (await emails(narrow)).flat().every((has) => !has),
      true,
    );
    assert.deepEqual(
      (await emails(wide)).flat().every((has) => has),
      true,
    );
    const requested = await narrow.post("/exports", { ...order, filter: { orders: { email: "a@example.test" } } });
    assert.equal(problemOf(requested).code, "insufficient_scope");
  });

  void test("ends an export's remainder with the loss of permission", async () => {
    for (const lose of [
      (operator: Operator) => setRoles(operator.site, operator.member, ["lecturer"]),
      (operator: Operator) =>
        database.pool.query("update grants set revoked_at = now() where site_id = $1", [operator.site.site.id]),
    ]) {
      const operator = await aSchool();
      const job = await startExport(operator, members);
      await onePiece(operator, job);
      await lose(operator);
      await run(operator, job);
      const { rows } = await database.pool.query<{ status: string; code: string; result: string | null }>(
        "select status, error ->> 'code' as code, result_object_id as result from jobs where site_id = $1",
        [operator.site.site.id],
      );
      assert.deepEqual(rows, [{ status: "failed", code: "role_required", result: null }]);
      assert.ok((await objectsOf(operator)).every((released) => released));
    }
  });

  void test("allows only callers who may read all of its contents to find the file", async () => {
    const operator = await aSchool(2);
    const { job } = await exported(operator, members);
    const schoolOnly = await operatorOf(operator.site, "school:read");
    assert.equal((await readJob(schoolOnly, job)).result, null);
    const same = await operatorOf(operator.site, scopes);
    assert.ok((await readJob(same, job)).result);
    const { pathname, search } = new URL(job.result!.url);
    const elsewhere = await aSite();
    assert.equal((await elsewhere.request("GET", pathname + search)).statusCode, 404);
    assert.equal((await operator.site.request("GET", pathname)).statusCode, 404);
    assert.equal((await operator.site.request("GET", `${pathname}${search.slice(0, -2)}AA`)).statusCode, 404);
    const { site } = operator;
    await later(day, async () => assert.equal((await site.request("GET", pathname + search)).statusCode, 404));
  });

  void test("never includes a row of another site", async () => {
    const other = await aSchool(300);
    await copyNewest(other.site.site.id, 1);
    const operator = await aSchool(5);
    const { bytes } = await exported(operator, members);
    const emails = linesOf(bytes.toString()).map(({ email }) => String(email));
    assert.equal(emails.length, 6);
    assert.ok(emails.every((email) => !email.includes(other.site.site.id)));
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
