import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { jobSizes } from "#database/connection/connect.ts";
import { connectionsPerImport, type ImportSlots, openImportSlots } from "#domain/platform/jobs/import-slots.ts";
import { runJob } from "#domain/background/run-job.ts";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { day, later } from "../../support/clock.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { storage } from "../../support/worlds/storage.ts";
import { aSite } from "../../support/world.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "school:read school:write courses:read courses:write curriculum:read curriculum:write";

interface AJob {
  id: string;
  status: string;
  progress: { processed: number; created: number; total: number | null };
  error: { code: string; detail: string } | null;
  [field: string]: unknown;
}

interface ResultsPage {
  data: { row_number: number }[];
  page: { next_cursor: string | null };
}

const coursesOf = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({ name: `Course ${index}`, external_id: String(index) })),
  );

async function begin(operator: Operator, count = 2): Promise<AJob> {
  const response = await operator.post("/imports", { format: "course_json", inline: coursesOf(count) });
  assertStatus(response, 202);
  return response.json<AJob>();
}

const read = async (operator: Operator, id: string) => (await operator.get(`/jobs/${id}`)).json<AJob>();
const countCourses = async ({ site }: Operator) =>
  (await database.pool.query<{ count: number }>("select count(*) from courses where site_id = $1", [site.site.id]))
    .rows[0]!.count;

void describe("Jobs", () => {
  void test("can be filtered by kind, status and start time", async () => {
    const operator = await anOperator(scopes);
    const first = await begin(operator);
    await runJobsOf(operator.site.site);
    const second = await begin(operator);
    const ids = async (query: string) =>
      (await operator.get(`/jobs${query}`)).json<{ data: AJob[] }>().data.map(({ id }) => id);
    assert.deepEqual(await ids(""), [second.id, first.id]);
    assert.deepEqual(await ids("?sort=created_at&limit=1"), [first.id]);
    assert.deepEqual(await ids("?status=queued,running"), [second.id]);
    assert.deepEqual(await ids("?status=succeeded&kind=import"), [first.id]);
    assert.deepEqual(await ids("?kind=export"), []);
    assert.deepEqual(await ids("?dry_run=true"), []);
    assert.deepEqual(await ids(`?created_at[gt]=${new Date(Date.now() + day).toISOString()}`), []);
    assert.equal(problemOf(await operator.get("/jobs?status=done")).code, "invalid_filter");
  });

  void test("are visible to callers who may read the school, and to the application that started them", async () => {
    const site = await aSite();
    const starter = await operatorOf(site, "school:write courses:write curriculum:write");
    const { id } = await begin(starter);
    assert.equal((await starter.get(`/jobs/${id}`)).statusCode, 200);
    assert.equal((await starter.get(`/jobs/${id}/results`)).statusCode, 200);
    assert.equal(problemOf(await starter.get("/jobs")).code, "insufficient_scope");
    const reader = await operatorOf(site, "school:read");
    assert.equal((await reader.get(`/jobs/${id}`)).statusCode, 200);
    const writer = await operatorOf(site, "school:write");
    const refused = await writer.get(`/jobs/${id}`);
    assert.deepEqual([problemOf(refused).status, problemOf(refused).code], [403, "insufficient_scope"]);
    assert.match(String(refused.headers["www-authenticate"]), /scope="[^"]*school:read/);
    const elsewhere = await anOperator(scopes);
    assert.equal(problemOf(await elsewhere.get(`/jobs/${id}`)).status, 404);
    assert.equal(problemOf(await elsewhere.post(`/jobs/${id}/cancel`)).status, 404);
  });

  void test("Queued jobs are canceled immediately, and never run", async () => {
    const operator = await anOperator(scopes);
    const { id } = await begin(operator);
    const canceled = await operator.post(`/jobs/${id}/cancel`);
    assert.deepEqual([canceled.statusCode, canceled.json<AJob>().status], [200, "canceled"]);
    await runJobsOf(operator.site.site);
    assert.deepEqual([(await read(operator, id)).status, await countCourses(operator)], ["canceled", 0]);
    const again = await operator.post(`/jobs/${id}/cancel`);
    const { code, allowed } = again.json<{ code: string; allowed: string[] }>();
    assert.deepEqual([again.statusCode, code, allowed], [409, "invalid_state", []]);
  });

  void test("A running job stops between two rows when it is canceled, and finished rows stay", async () => {
    const operator = await anOperator(scopes);
    const { id } = await begin(operator, 3);
    await interrupted(operator, id);
    const requested = (await operator.post(`/jobs/${id}/cancel`)).json<AJob>();
    assert.equal(requested.status, "running");
    assert.ok(requested["cancel_requested_at"]);
    await runJobsOf(operator.site.site);
    const job = await read(operator, id);
    assert.deepEqual([job.status, job.progress.processed, await countCourses(operator)], ["canceled", 1, 1]);
  });

  void test("resume after the last stored row in any process, and repeat nothing", async () => {
    const operator = await anOperator(scopes);
    const { id } = await begin(operator, 3);
    await interrupted(operator, id);
    const halfway = await read(operator, id);
    assert.deepEqual([halfway.status, halfway.progress.processed, halfway.progress.total], ["running", 1, 3]);
    await runJobsOf(operator.site.site);
    const { status, progress } = await read(operator, id);
    assert.deepEqual([status, progress.processed, progress.created], ["succeeded", 3, 3]);
    await runJobsOf(operator.site.site);
    assert.equal(await countCourses(operator), 3);
  });

  void test("belong to one process: another one that takes the same job does nothing meanwhile", async () => {
    const operator = await anOperator(scopes);
    const { id } = await begin(operator, 5);
    const outcomes = await Promise.allSettled([run(operator, id), run(operator, id), run(operator, id)]);
    assert.ok(outcomes.some(({ status }) => status === "fulfilled"));
    const { status, progress } = await read(operator, id);
    assert.deepEqual([status, progress.created, await countCourses(operator)], ["succeeded", 5, 5]);
  });

  void test("run with the permissions that their starter has at that time", async () => {
    const operator = await anOperator(scopes);
    await begin(operator);
    await database.pool.query("update members set roles = '{student}' where site_id = $1 and id = $2", [
      operator.site.site.id,
      operator.member.id,
    ]);
    await runJobsOf(operator.site.site);
    const { rows } = await database.pool.query<{ status: string; error: { code: string } }>(
      "select status, error from jobs where site_id = $1",
      [operator.site.site.id],
    );
    assert.deepEqual(
      [rows[0]!.status, rows[0]!.error.code, await countCourses(operator)],
      ["failed", "role_required", 0],
    );
  });

  void test("end when the application that started them loses its permission, also while they run", async () => {
    const operator = await anOperator(scopes);
    const { id } = await begin(operator, 3);
    await interrupted(operator, id);
    await database.pool.query("update grants set revoked_at = now() where site_id = $1", [operator.site.site.id]);
    await runJobsOf(operator.site.site);
    const { rows } = await database.pool.query<{ status: string; error: { code: string } }>(
      "select status, error from jobs where site_id = $1",
      [operator.site.site.id],
    );
    assert.deepEqual(
      [rows[0]!.status, rows[0]!.error.code, await countCourses(operator)],
      ["failed", "role_required", 1],
    );
  });

  void test("list their failed rows page by page", async () => {
    const operator = await anOperator(scopes);
    const inline = JSON.stringify(Array.from({ length: 7 }, () => ({ name: "" })));
    const begun = await operator.post("/imports", { format: "course_json", inline });
    await runJobsOf(operator.site.site);
    const { id } = begun.json<AJob>();
    assert.equal((await read(operator, id)).status, "failed", "no row could be processed");
    const seen: number[] = [];
    let next: string | null = "";
    while (next !== null) {
      const response = await operator.get(`/jobs/${id}/results?status=failed&limit=3${next}`);
      const { data, page } = response.json<ResultsPage>();
      seen.push(...data.map(({ row_number }) => row_number));
      next = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7]);
    const made = await operator.get(`/jobs/${id}/results?status=created`);
    assert.deepEqual(made.json<ResultsPage>().data, []);
    assert.equal(problemOf(await operator.get(`/jobs/${id}/results?status=done`)).status, 400);
  });

  void test("delete the data of their request when they end", async () => {
    const operator = await anOperator(scopes);
    const { id } = await begin(operator);
    const leftovers = async () =>
      (
        await database.pool.query<{ released: boolean }>(
          "select released_at is not null as released from stored_objects where site_id = $1",
          [operator.site.site.id],
        )
      ).rows.map(({ released }) => released);
    assert.deepEqual(await leftovers(), [false]);
    await runJobsOf(operator.site.site);
    assert.deepEqual(await leftovers(), [true]);
    assert.equal((await read(operator, id)).status, "succeeded");
  });

  void test("wait in the queue if they import while the process runs as many as its connections allow", async () => {
    const operator = await anOperator(scopes);
    const { id } = await begin(operator);
    const importSlots = openImportSlots(jobSizes.transactions);
    const slots = [importSlots.take(), importSlots.take()];
    const connections = slots.length * connectionsPerImport;
    assert.ok(connections < jobSizes.transactions, "A connection is left for other jobs.");
    assert.deepEqual(
      slots.map((slot) => slot !== undefined),
      [true, true],
      "Two imports run at the same time.",
    );
    const queued = (await queuedJobs("run_job", operator.site)).length;
    await run(operator, id, { importSlots });
    assert.equal((await read(operator, id)).status, "queued");
    assert.equal((await queuedJobs("run_job", operator.site)).length, queued + 1, "It was queued again.");
    slots[0]?.[Symbol.dispose]();
    const next = await begin(operator);
    await run(operator, next.id, { importSlots });
    assert.equal((await read(operator, next.id)).status, "queued", "Imports of a site keep their order.");
    await run(operator, id, { importSlots });
    assert.equal((await read(operator, id)).status, "succeeded");
    assert.ok(importSlots.take(), "The import has returned its slot.");
  });

  void test("support If-Match for cancellation", async () => {
    const operator = await anOperator(scopes);
    const { id } = await begin(operator);
    const stale = problemOf(await operator.post(`/jobs/${id}/cancel`, {}, { "if-match": '"7"' }));
    assert.deepEqual([stale.status, stale.code], [412, "etag_mismatch"]);
    const { headers } = await operator.get(`/jobs/${id}`);
    assert.equal((await operator.post(`/jobs/${id}/cancel`, {}, { "if-match": headers.etag! })).statusCode, 200);
  });
});

/** Runs the job like a process that is asked to stop while it works: one chunk is processed. */
const interrupted = (operator: Operator, id: string) => run(operator, id, { stopping: AbortSignal.abort() });

async function run(
  { site }: Operator,
  id: string,
  { stopping = new AbortController().signal, ...limits }: { stopping?: AbortSignal; importSlots?: ImportSlots } = {},
): Promise<void> {
  const log = { info() {}, warn() {}, error() {} };
  const options = { db: database, storage, clock: () => new Date(), log, stopping, isLast: false, ...limits };
  await later(0, () => runJob({ siteId: site.site.id, jobId: parseId("job", id)! }, options));
}
