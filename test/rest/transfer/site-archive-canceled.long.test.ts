import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { scopeNames, scopes } from "#access/scopes.ts";
import { parseId } from "#domain/platform/ids.ts";
import { runJob } from "#domain/background/run-job.ts";
import { aPaidCourse } from "../../pages/support/buyer.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { storage } from "../../support/worlds/storage.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { aSite, type ASite } from "../../support/world.ts";
import type { ImportJob } from "../support/imports.ts";
import { make } from "../support/make.ts";
import { type Operator, operatorOf } from "../support/operator.ts";

const everything = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

const posts = 40;

type Job = ImportJob & { result: { url: string } | null };

const owner = (site: ASite) => operatorOf(site, everything);
const read = async (operator: Operator, id: string) => (await operator.get(`/jobs/${id}`)).json<Job>();

/** Runs the job until it has reported this many pieces of progress. Then the process stops. */
async function runUntil(operator: Operator, id: string, pieces: number): Promise<void> {
  const stopping = new AbortController();
  const { site } = operator.site;
  let seen = 0;
  const clock = () => {
    if (++seen > pieces) stopping.abort();
    return now();
  };
  const log = { info() {}, warn() {}, error() {} };
  const options = { db: database, storage, clock, log, stopping: stopping.signal, isLast: false };
  await runJob({ siteId: site.id, jobId: parseId("job", id)! }, options);
}

async function started(operator: Operator, path: string, body: object): Promise<string> {
  const response = await operator.post(path, body);
  assertStatus(response, 202);
  return response.json<Job>().id;
}

/** Cancels the job after it has made some progress, and returns it when it has ended. */
async function canceled(operator: Operator, id: string): Promise<Job> {
  await runUntil(operator, id, 3);
  assert.equal((await read(operator, id)).status, "running");
  assertStatus(await operator.post(`/jobs/${id}/cancel`), 200);
  await runJobsOf(operator.site.site);
  return read(operator, id);
}

const workingFoldersOf = ({ site }: Operator): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`lectern-import-job-${site.site.id}`));

async function ended(operator: Operator, id: string): Promise<Job> {
  await runJobsOf(operator.site.site);
  return read(operator, id);
}

void test("A canceled export of a school leaves nothing behind, and another one can start", async () => {
  const operator = await owner(await aSite());
  await aPaidCourse(operator);
  const job = await canceled(operator, await started(operator, "/exports", { format: "site" }));
  assert.deepEqual([job.status, job.error, job.result], ["canceled", null, null]);
  assert.deepEqual(workingFoldersOf(operator), []);
  assert.equal((await operator.post(`/jobs/${job.id}/cancel`)).statusCode, 409);
  const again = await ended(operator, await started(operator, "/exports", { format: "site" }));
  assert.equal(again.status, "succeeded");
});

void test("A canceled import of a school keeps what it has imported, and the same archive continues", async () => {
  const source = await owner(await aSite());
  await aPaidCourse(source);
  for (let number = 0; number < posts; number++) {
    await make(source, "/posts", { title: `Tides ${number}`, body_markdown: "High and low.", access: "public" });
  }
  const exported = await ended(source, await started(source, "/exports", { format: "site" }));
  const download = await source.site.request("GET", exported.result!.url.replace(source.site.site.origin, ""));

  const target = await owner(await aSite());
  const file = await sendFile(target, download.rawPayload, { purpose: "import" }, { name: "school.tar" });
  const body = { format: "site", file_id: file.json<{ id: string }>().id };
  const job = await canceled(target, await started(target, "/imports", body));
  assert.deepEqual([job.status, job.error], ["canceled", null]);
  assert.ok(job.progress.processed < job.progress.total, JSON.stringify(job.progress));
  assert.deepEqual(workingFoldersOf(target), []);
  const countOf = async (path: string) =>
    (await target.get(`${path}?limit=100`)).json<{ data: object[] }>().data.length;
  assert.ok((await countOf("/posts")) < posts);

  const again = await ended(target, await started(target, "/imports", body));
  assert.deepEqual([again.status, again.progress.failed, again.error], ["succeeded", 0, null]);
  assert.deepEqual([await countOf("/courses"), await countOf("/posts")], [1, posts]);
});
