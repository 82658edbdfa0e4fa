import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { Logger, runMigrations } from "graphile-worker";
import type { Database } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { generateCoupons } from "#domain/offers/coupons/generate-coupons.ts";
import { startImport } from "#domain/transfer/imports/start-import.ts";
import { openJobLock } from "#domain/platform/queue/open-job-lock.ts";
import { perform } from "#domain/platform/operation.ts";
import { openDiskStore } from "#lib/objects/disk-store.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { pauseJob } from "../support/processes/pause-job.ts";
import { aSiteContext } from "./support.ts";
import { until } from "../support/until.ts";

const rows = 300;
/** For a job that never ends; a busy machine needs far less. */
const maxJobMs = 600_000;

void describe("A job", () => {
  let installation: TestInstallation;
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-files-"));
  const children: ChildProcess[] = [];
  before(async () => {
    installation = await anInstallation();
    await runMigrations({ pgPool: installation.database.pool, logger: new Logger(() => () => {}) });
  });
  after(async () => {
    for (const child of children) child.kill("SIGKILL");
    await installation.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function aProcess(): Promise<ChildProcess> {
    const child = fork(path.join(import.meta.dirname, "job-process.ts"), { execArgv: [] });
    children.push(child);
    child.send({ connection: installation.connection, folder });
    await once(child, "message");
    return child;
  }

  const aContext = async (): Promise<RequestContext> => ({
    ...(await aSiteContext(installation.database))(),
    storage: { store: openDiskStore(folder), key: Buffer.alloc(32) },
  });

  /** Kills the process midway, lets two others take over, and returns the progress at that time. */
  async function killed(context: RequestContext, id: string): Promise<State> {
    const pause = await pauseJob(installation.connection, id, 1);
    const first = await aProcess();
    await pause.reached();
    first.kill("SIGKILL");
    await once(first, "exit");
    await pause.release();
    const halfway = await read(context, id);
    assert.equal(halfway.status, "running");
    await until(() => isAbandoned(installation.database, id), "the lock of the job");
    const others = await Promise.all([aProcess(), aProcess()]);
    await until(async () => (await read(context, id)).status !== "running", "the end of the job", maxJobMs);
    for (const other of others) other.kill("SIGKILL");
    return halfway;
  }

  void test("An import resumes after its process was killed, next to another process, and repeats nothing", async () => {
    const context = await aContext();
    const requested = Array.from({ length: rows }, (_, index) => ({
      name: `Course ${index}`,
      external_id: String(index),
    }));
    const { id } = await perform(startImport, context, { format: "course_json", inline: JSON.stringify(requested) });
    const halfway = await killed(context, id);
    assert.equal(halfway.courses, halfway.processed, "whole chunks with their count");
    assert.ok(halfway.processed < rows);
    const { status, processed, created, courses, events, attempt } = await read(context, id);
    assert.deepEqual([status, processed, created, courses], ["succeeded", rows, rows, rows]);
    assert.deepEqual([events, attempt], [rows + 1, 2]);
  });

  void test("The generation of coupons neither loses nor duplicates any when its process is killed", async () => {
    const context = await aContext();
    const requested = { count: 300, discount: { kind: "free" } };
    const { id } = (await perform(generateCoupons, context, requested)) as { id: string };
    const halfway = await killed(context, id);
    assert.deepEqual([halfway.coupons, halfway.listed], [halfway.processed, halfway.processed]);
    assert.ok(halfway.processed < 300);
    const { status, created, coupons, listed, events, attempt } = await read(context, id);
    assert.deepEqual([status, created, coupons, listed, events, attempt], ["succeeded", 300, 300, 300, 301, 2]);
  });
});

interface State {
  status: string;
  processed: number;
  created: number;
  attempt: number;
  courses: number;
  coupons: number;
  /** Number of distinct coupons in the results. */
  listed: number;
  events: number;
}

const read = async ({ db, site }: RequestContext, id: string): Promise<State> =>
  (await db.first<State>`
    select status, processed, created, attempt,
           (select count(*) from courses where courses.site_id = ${site.id}) as courses,
           (select count(*) from coupons where coupons.site_id = ${site.id}) as coupons,
           (select count(distinct made ->> 'id') from job_results
             where job_results.site_id = ${site.id} and job_results.job_id = ${id}) as listed,
           (select count(*) from outbox_events where outbox_events.site_id = ${site.id}) as events
      from jobs where jobs.site_id = ${site.id} and jobs.id = ${id}`)!;

/** Whether the job's lock is free. If it is, ages the queue's claim, so that the next start takes the job. */
async function isAbandoned(database: Database, jobId: string): Promise<boolean> {
  await using line = await openJobLock(database, jobId);
  if (!line) return false;
  await database.pool.query("update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'");
  return true;
}
