import assert from "node:assert/strict";
import { test } from "node:test";
import { scopeNames, scopes } from "#access/scopes.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { auditActions, auditOf } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { aPaidCourse } from "../../pages/support/buyer.ts";
import { agentAt } from "../../mcp/support/agent.ts";
import type { BadRow, ImportJob } from "../support/imports.ts";
import { type Operator, operatorOf, problemOf } from "../support/operator.ts";

const everything = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

interface ExportJob extends ImportJob {
  result: { url: string; filename: string; content_type: string; byte_size: number } | null;
}

const jobOf = async (operator: Operator, response: Awaited<ReturnType<Operator["post"]>>): Promise<ExportJob> => {
  assertStatus(response, 202);
  await runJobsOf(operator.site.site);
  return (await operator.get(`/jobs/${response.json<ExportJob>().id}`)).json<ExportJob>();
};

/** Exports the school and downloads the archive. */
async function archiveOf(operator: Operator): Promise<Buffer> {
  const job = await jobOf(operator, await operator.post("/exports", { format: "site" }));
  assert.deepEqual([job.status, job.error], ["succeeded", null]);
  assert.match(job.result!.filename, /^school-\d{4}-\d{2}-\d{2}\.tar$/);
  assert.ok(job.progress.processed > 0);
  const { origin } = operator.site.site;
  const download = await operator.site.request("GET", job.result!.url.replace(origin, ""));
  assertStatus(download, 200);
  return download.rawPayload;
}

async function imported(operator: Operator, archive: Buffer): Promise<ExportJob> {
  const file = await sendFile(operator, archive, { purpose: "import" }, { name: "school.tar" });
  assertStatus(file, 201);
  const body = { format: "site", file_id: file.json<{ id: string }>().id };
  return jobOf(operator, await operator.post("/imports", body));
}

const namesOf = async (operator: Operator) =>
  (await operator.get("/courses")).json<{ data: { name: string }[] }>().data.map(({ name }) => name);

const owner = (site: ASite) => operatorOf(site, everything);

void test("Owners export a school as a job and import its archive into an empty one", async () => {
  const source = await owner(await aSite());
  await aPaidCourse(source);
  await source.site.member({ name: "Ana" });
  const archive = await archiveOf(source);

  const target = await owner(await aSite());
  const job = await imported(target, archive);
  const rows = async () => (await target.get(`/jobs/${job.id}/results`)).json<{ data: BadRow[] }>().data;
  assert.deepEqual([job.status, job.progress.failed, await rows()], ["succeeded", 0, []]);
  assert.ok(job.progress.created >= 3 && job.progress.processed === job.progress.total, JSON.stringify(job.progress));
  assert.deepEqual(await namesOf(target), ["Knots"]);
  const entries = await auditOf(target.site);
  assert.ok(entries.some(({ action }) => action === "importSite"));
  // The rows are written as the operator writes them, by the application of the owner.
  const made = entries.find(({ action }) => action === "importCourses");
  const started = entries.find(({ action }) => action === "startImport");
  assert.deepEqual([made!.actorKind, made!.memberId, made!.clientId], ["client", started!.memberId, started!.clientId]);
  // The uploaded archive is no content of the school: it does not make it a used one, and is not exported again.
  assert.ok((await archiveOf(target)).length < 2 * archive.length);

  const again = await imported(target, archive);
  assert.deepEqual([again.status, again.progress.created, again.progress.failed], ["succeeded", 0, 0]);
  const used = await owner(await aSite());
  await aPaidCourse(used);
  const refused = await imported(used, archive);
  assert.deepEqual([refused.status, refused.error!.code], ["failed", "conflict"]);
});

void test("Archives that are damaged or hostile are refused as a whole", async () => {
  const source = await owner(await aSite());
  const archive = await archiveOf(source);
  const changed = Buffer.from(archive);
  changed.write("X", changed.indexOf('"email"') + 1);
  const target = await owner(await aSite());
  for (const [damaged, reason] of [
    [archive.subarray(0, 2048), /incomplete|checksum|manifest/],
    [changed, /checksum/],
  ] as const) {
    const job = await imported(target, damaged);
    assert.deepEqual([job.status, job.error?.code], ["failed", "invalid_request"], JSON.stringify(job));
    assert.match(job.error!.detail, reason);
  }
  assert.ok(!(await auditActions(target.site)).includes("importSite"));
});

void test("Managers see neither the archive of an owner nor, without its scopes, the rows of an import", async () => {
  const source = await owner(await aSite());
  const job = await jobOf(source, await source.post("/exports", { format: "site" }));
  assert.ok(job.result);
  const manager = await operatorOf(source.site, everything, { roles: ["manager"] });
  const seen = (await manager.get(`/jobs/${job.id}`)).json<ExportJob>();
  assert.deepEqual([seen.status, seen.result], ["succeeded", null]);
  const { data } = (await manager.get("/jobs")).json<{ data: ExportJob[] }>();
  assert.deepEqual(
    data.map(({ result }) => result),
    [null],
  );
  const reader = await operatorOf(source.site, "school:read");
  assert.equal(problemOf(await reader.get(`/jobs/${job.id}/results`)).code, "insufficient_scope");
  assertStatus(await manager.get(`/jobs/${job.id}/results`), 200);
});

void test("Nobody but an owner with every scope exports or imports a school, and no agent", async () => {
  const site = await aSite();
  const manager = await operatorOf(site, everything, { roles: ["manager"] });
  const clerk = await operatorOf(site, everything.replace("members:read ", ""));
  const refusals = [
    ["/exports", { format: "site" }],
    ["/imports", { format: "site", file_id: "fil_01k9g2c8p4e6t0v3x5y7z9b1d3" }],
  ] as const;
  for (const [path, body] of refusals) {
    assert.equal(problemOf(await manager.post(path, body)).code, "role_required");
    assert.equal(problemOf(await clerk.post(path, body)).code, "insufficient_scope");
  }
  const boss = await owner(site);
  const pointersOf = async (path: string, body: object) => problemOf(await boss.post(path, body)).pointers;
  assert.deepEqual(await pointersOf("/exports", { format: "site", resources: ["members"] }), ["/resources"]);
  assert.deepEqual(await pointersOf("/exports", { format: "csv" }), ["/resources"]);
  assert.deepEqual(await pointersOf("/imports", { format: "site" }), ["/file_id"]);
  const text = await sendFile(boss, Buffer.from("words"), { purpose: "import" }, { name: "school.tar" });
  const file_id = text.json<{ id: string }>().id;
  assert.deepEqual(await pointersOf("/imports", { format: "site", file_id }), ["/file_id"]);
  const { failure } = await agentAt(site, boss.bearer).call("start_export", { format: "site" });
  assert.equal(failure?.code, "validation_failed");
});
