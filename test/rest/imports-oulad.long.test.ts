import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { zipSync } from "fflate";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { parseId } from "#domain/platform/ids.ts";
import { runJob } from "#domain/background/run-job.ts";
import { assertStatus } from "../support/assert-status.ts";
import { aLargeSet, aSmallSet, freshNumbers } from "../domain/imports/fixtures/oulad.ts";
import { folderOf } from "../domain/imports/fixtures/folder.ts";
import { outline } from "../domain/imports/outline.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { storage } from "../support/storage.ts";
import { type AFile, sendFile } from "../support/uploads.ts";
import { aSite } from "../support/world.ts";
import { countsOf, imported, type ImportJob } from "./support/imports.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "./support/operator.ts";

const own = "school:write courses:write curriculum:write students:write";
const scopes = `${own} school:read storage:write courses:read students:read`;

type Files = Record<string, string>;

const zipOf = (files: Files, folder = ""): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [folder + name, Buffer.from(text)]))),
  );

async function aSource(operator: Operator, files: Files, folder = ""): Promise<object> {
  const response = await sendFile(operator, zipOf(files, folder), { purpose: "import" }, { name: "oulad.zip" });
  assertStatus(response, 201);
  return { format: "oulad", file_id: response.json<AFile>().id };
}

/**
 * Resources in the source: two courses, four materials and assessments each, five registrations, six results, two
 * pages.
 */
const smallCount = 2 + 8 + 5 + 6 + 2;

const contextOf = ({ site }: Operator) => ({ ...site.context(), requestId: null, address: null });
const stateOf = ({ site }: Operator) => outline({ db: database, site: site.site });

void describe("An OULAD import as a job", () => {
  void test("stores the same as the command, from an archive, and nothing when repeated", async (t) => {
    const files = aSmallSet(freshNumbers());
    const operator = await anOperator(scopes);
    const body = await aSource(operator, files);
    const job = await imported(operator, body);
    assert.deepEqual([job.status, job.error, countsOf(job)], ["succeeded", null, [smallCount, 0, 0, 0]]);
    assert.deepEqual([job.progress.total, job.progress.processed], [smallCount, smallCount]);
    const commanded = await anOperator(scopes);
    await importOulad(contextOf(commanded), folderOf(t, files));
    assert.deepEqual(await stateOf(operator), await stateOf(commanded));
    const again = await imported(operator, body);
    assert.deepEqual([again.status, countsOf(again)], ["succeeded", [0, 0, smallCount, 0]]);
    assert.deepEqual(await stateOf(operator), await stateOf(commanded));
  });

  void test("accepts an archive uploaded in parts, and one whose files are in a folder", async () => {
    const operator = await anOperator(scopes);
    const bytes = zipOf(aSmallSet(freshNumbers()), "anonymisedData/");
    const upload = await operator.post("/uploads", {
      filename: "oulad.zip",
      content_type: "application/zip",
      byte_size: bytes.length,
      purpose: "import",
    });
    assertStatus(upload, 201);
    const { id } = upload.json<{ id: string }>();
    const part = await operator.site.request("PUT", `/api/v1/uploads/${id}/parts/1`, {
      bearer: operator.bearer,
      payload: bytes,
      headers: {
        "content-type": "application/octet-stream",
        "content-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
      },
    });
    assertStatus(part, 200);
    const complete = await operator.post(`/uploads/${id}/complete`);
    const file = complete.json<AFile>();
    const job = await imported(operator, { format: "oulad", file_id: file.id });
    assert.deepEqual([job.status, countsOf(job)], ["succeeded", [smallCount, 0, 0, 0]]);
  });

  void test("supports a dry run, which counts the resources to create", async () => {
    const operator = await anOperator(scopes);
    const body = await aSource(operator, aSmallSet(freshNumbers()));
    const before = await stateOf(operator);
    const dry = await imported(operator, { ...body, dry_run: true });
    assert.deepEqual([dry.status, countsOf(dry)], ["succeeded", [smallCount, 0, 0, 0]]);
    assert.deepEqual(await stateOf(operator), before);
    await imported(operator, body);
    const after = await imported(operator, { ...body, dry_run: true });
    assert.deepEqual(countsOf(after), [0, 0, smallCount, 0]);
  });

  void test("needs the scopes of everything that it creates", async () => {
    const site = await aSite();
    for (const scope of own.split(" ")) {
      const rest = own.split(" ").filter((other) => other !== scope);
      const operator = await operatorOf(site, rest.join(" "));
      const refused = await operator.post("/imports", { format: "oulad", files: [{ path: "a.csv", content: "" }] });
      assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"], scope);
    }
    const operator = await operatorOf(site, own);
    const created = { format: "oulad", mode: "create", files: [{ path: "course.csv", content: "" }] };
    const refused = problemOf(await operator.post("/imports", created));
    assert.deepEqual([refused.status, refused.pointers], [422, ["/mode"]]);
  });

  void test("reports errors with file and line, in dry runs too", async () => {
    const operator = await anOperator(scopes);
    const small = aSmallSet(freshNumbers());
    const wrong: [Files, RegExp][] = [
      [
        { "course.csv": "code_module,code_presentation\r\nAAA,2013B\r\n" },
        /^course\.csv:1: .*missing: module_presentation_length/,
      ],
      [{ "student.csv": small["student.csv"]!.replace("Fail", "Won") }, /^student\.csv:3: expected one of Pass/],
      [{ "course.csv": small["course.csv"]!.replace("AAA", "../A") }, /^course\.csv:2: .* code_module/],
      [{ "course.csv": small["course.csv"]!.replace("240", "999999999") }, /^course\.csv:2: .* days/],
      [{ "assessment.csv": small["assessment.csv"]!.replace(",50", ",half") }, /^assessment\.csv:2: .* weight/],
      [{ "vle.csv": `${small["vle.csv"]}99,AAA,2013B,url,1,${"x".repeat(100_000)}` }, /^vle\.csv:\d+: expected CSV/],
      [
        { "student_assessment.csv": small["student_assessment.csv"]!.replace("1,", "77,") },
        /^student_assessment\.csv:2: /,
      ],
      [{ "studentVle.sample.csv": "id_site\r\n" }, /^studentVle\.sample\.csv:1: /],
    ];
    for (const [files, detail] of wrong) {
      for (const dry_run of [true, false]) {
        const job = await imported(operator, { ...(await aSource(operator, { ...small, ...files })), dry_run });
        assert.deepEqual([job.status, job.error?.code], ["failed", "validation_failed"], String(detail));
        assert.match(job.error!.detail, detail);
        assert.doesNotMatch(job.error!.detail, /tmp/);
      }
    }
    const { "vle.csv": _missing, ...rest } = small;
    const job = await imported(operator, await aSource(operator, rest));
    assert.match(job.error!.detail, /^vle\.csv: expected a CSV file/);
    const completed = await imported(operator, await aSource(operator, small));
    assert.equal(completed.status, "succeeded", "rows before an error do not conflict");
  });

  void test("stops between two chunks when canceled; stored chunks stay, and another import completes it", async () => {
    const students = 6000;
    const operator = await anOperator(scopes);
    const body = await aSource(operator, aLargeSet(freshNumbers(), students));
    const job = (await operator.post("/imports", body)).json<ImportJob>();
    await oneChunk(operator, job);
    await oneChunk(operator, job);
    assert.equal((await operator.post(`/jobs/${job.id}/cancel`)).statusCode, 200);
    await oneChunk(operator, job);
    const { status } = (await operator.get(`/jobs/${job.id}`)).json<ImportJob>();
    assert.equal(status, "canceled");
    const rest = await imported(operator, body);
    const { created, unchanged, processed } = rest.progress;
    assert.deepEqual([rest.status, created + unchanged], ["succeeded", processed]);
    assert.equal((await stateOf(operator))["enrollments"]!.length, students);
  });

  void test("An import that another process takes over continues after its last stored chunk, repeats nothing, and counts each resource once", async () => {
    const operator = await anOperator(scopes);
    const body = await aSource(operator, aLargeSet(freshNumbers(), 6000));
    const job = (await operator.post("/imports", body)).json<ImportJob>();
    await oneChunk(operator, job);
    const again = await imported(operator, { ...body, dry_run: true });
    const done = (await operator.get(`/jobs/${job.id}`)).json<ImportJob>();
    const all = again.progress.processed;
    assert.deepEqual([done.status, countsOf(done), done.progress.processed], ["succeeded", [all, 0, 0, 0], all]);
    assert.deepEqual(countsOf(again), [0, 0, all, 0]);
  });
});

/** Runs the job like a process that is asked to stop while it works. */
async function oneChunk({ site }: Operator, { id }: ImportJob): Promise<void> {
  const log = { info() {}, warn() {}, error() {} };
  const options = { db: database, storage, clock: now, log, stopping: AbortSignal.abort(), isLast: false };
  await runJob({ siteId: site.site.id, jobId: parseId("job", id)! }, options);
}
