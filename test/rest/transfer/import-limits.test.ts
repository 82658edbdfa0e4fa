import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { jobSizes } from "#database/connection/connect.ts";
import { type ImportSlots, openImportSlots } from "#domain/platform/jobs/import-slots.ts";
import { runJob } from "#domain/background/run-job.ts";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { storage } from "../../support/worlds/storage.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const scopes = "school:read school:write courses:read courses:write curriculum:read curriculum:write members:write";

interface AJob {
  id: string;
  status: string;
  progress: { processed: number; created: number; total: number | null };
  error: { code: string; detail: string } | null;
}

const read = async (operator: Operator, id: string) => (await operator.get(`/jobs/${id}`)).json<AJob>();

async function start(operator: Operator, request: object): Promise<AJob> {
  const response = await operator.post("/imports", request);
  assertStatus(response, 202);
  return response.json<AJob>();
}

async function imported(operator: Operator, request: object): Promise<AJob> {
  const { id } = await start(operator, request);
  await runJobsOf(operator.site.site);
  return read(operator, id);
}

const course = (slug: string) => ({ slug, name: slug });

void describe("An import", () => {
  void test("is refused before it begins if it has more items than its format allows, with the limit", async () => {
    const operator = await anOperator(scopes);
    const cases: [request: object, count: string, limit: string][] = [
      [{ format: "course_json", inline: `[${"0,".repeat(500_000)}0]` }, "500,001 courses", "2,000"],
      [{ format: "course_json", inline: `[${"0,".repeat(2000)}0]` }, "2,001 courses", "2,000"],
      [{ format: "ndjson", resource: "members", inline: "\n".repeat(1_000_001) }, "1,000,001 rows", "1,000,000"],
      [
        { format: "csv", resource: "members", inline: `email\n${"\n".repeat(1_000_001)}` },
        "1,000,001 rows",
        "1,000,000",
      ],
    ];
    for (const [request, count, limit] of cases) {
      const { status, progress, error } = await imported(operator, request);
      assert.deepEqual([status, error?.code, progress.processed], ["failed", "too_many_rows", 0], count);
      assert.ok(error);
      const text = `The import has ${count}. One import can have at most ${limit}. Nothing was imported. Split it`;
      assert.ok(error.detail.startsWith(text), error.detail);
    }
  });

  void test("shows its total from the start if it is course JSON", async () => {
    const operator = await anOperator(scopes);
    const { status, progress } = await imported(operator, {
      format: "course_json",
      inline: JSON.stringify([course("tides"), course("knots"), 7]),
    });
    assert.deepEqual([status, progress.total, progress.processed, progress.created], ["partially_succeeded", 3, 3, 2]);
  });

  void test("gives its slot to imports of other schools after its turn, and continues where it stopped", async () => {
    const operator = await anOperator(scopes);
    const inline = JSON.stringify(["knots", "sails"].map(course));
    const request = { format: "course_json", inline };
    const [first, second] = [await start(operator, request), await start(operator, request)];
    const run = ({ id }: AJob, importSlots: ImportSlots) =>
      runJob(
        { siteId: operator.site.site.id, jobId: parseId("job", id)! },
        { db: database, storage, clock: () => new Date(), log: quiet, stopping: never, isLast: false, importSlots },
      );
    const inTurns: ImportSlots = { take: () => ({ hasHadTurn: () => true, [Symbol.dispose]() {} }) };
    const queued = (await queuedJobs("run_job", operator.site)).length;
    await run(first, inTurns);
    const stopped = await read(operator, first.id);
    assert.deepEqual([stopped.status, stopped.progress.processed], ["running", 1]);
    assert.equal((await queuedJobs("run_job", operator.site)).length, queued + 1, "It was queued again.");
    await run(second, inTurns);
    assert.equal((await read(operator, second.id)).status, "queued", "A later import of the school waits for it.");
    await run(first, inTurns);
    assert.equal((await read(operator, first.id)).progress.processed, 2);
    await run(first, inTurns);
    const done = await read(operator, first.id);
    assert.deepEqual([done.status, done.progress.processed, done.progress.created], ["succeeded", 2, 2]);
  });

  void test("has had its turn after half a minute, if another one waits", () => {
    let now = 0;
    const slots = openImportSlots(jobSizes.transactions, () => now);
    using one = slots.take()!;
    now = 60_000;
    assert.equal(one.hasHadTurn(), false, "No other import waits.");
    using other = slots.take()!;
    assert.equal(slots.take(), undefined);
    assert.deepEqual([one.hasHadTurn(), other.hasHadTurn()], [true, false]);
    now = 90_000;
    assert.equal(other.hasHadTurn(), true);
  });
});

const quiet = { info() {}, warn() {}, error() {} };
const never = new AbortController().signal;
