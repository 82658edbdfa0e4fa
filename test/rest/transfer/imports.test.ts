import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import type { BadRow } from "../support/imports.ts";
import {
  type AJob,
  course,
  courseNames,
  filesOf,
  folder,
  imported,
  scopes,
  zipOf,
  zipped,
} from "../support/imported-courses.ts";

const counts = ({ progress: { processed, created, updated, unchanged, failed } }: AJob) => [
  processed,
  created,
  updated,
  unchanged,
  failed,
];

const failuresOf = async (operator: Operator, { id }: AJob) =>
  (await operator.get(`/jobs/${id}/results`)).json<{ data: BadRow[] }>().data;

const inline = JSON.stringify([
  { name: "Python 入门", external_id: "python" },
  { name: "深度学习", external_id: "deep" },
  { name: "" },
]);

void describe("POST /imports", () => {
  void test("starts a job, whose address is in Location, and imports once", async () => {
    const operator = await anOperator(scopes);
    const begun = await operator.post("/imports", { format: "course_json", inline, metadata: { from: "list" } });
    assert.equal(begun.statusCode, 202);
    const job = begun.json<AJob>();
    assert.equal(begun.headers["location"], `/api/v1/jobs/${job.id}`);
    assert.deepEqual(
      [job["object"], job.status, job["kind"], job["format"], job["dry_run"], job["metadata"]],
      ["job", "queued", "import", "course_json", false, { from: "list" }],
    );
    await runJobsOf(operator.site.site);
    const ended = (await operator.get(`/jobs/${job.id}`)).json<AJob>();
    assert.deepEqual([ended.status, ...counts(ended)], ["partially_succeeded", 3, 2, 0, 0, 1]);
    assert.ok(ended["started_at"] && ended["finished_at"]);
    assert.deepEqual(
      (await failuresOf(operator, ended)).map(({ row_number, name, error: { code } }) => [row_number, name, code]),
      [[3, "courses.json#/2", "validation_failed"]],
    );
    const again = await imported(operator, { format: "course_json", inline });
    assert.deepEqual([again.status, ...counts(again)], ["partially_succeeded", 3, 0, 0, 2, 1]);
    assert.deepEqual(await courseNames(operator), ["Python 入门", "深度学习"]);
    const actions = await auditActions(operator.site);
    for (const action of ["startImport", "finishJob"]) assert.ok(actions.includes(action), action);
    const { rows } = await database.pool.query<{ type: string }>(
      "select type from outbox_events where site_id = $1 order by id",
      [operator.site.site.id],
    );
    assert.deepEqual(
      rows.map(({ type }) => type),
      ["course.created", "course.created", "job.completed", "job.completed"],
    );
  });

  void test("makes imported text searchable in scripts without spaces and from right to left", async () => {
    const operator = await anOperator(scopes);
    const names = {
      ja: "人工知能の基礎",
      ko: "자료구조와 알고리즘",
      th: "ภาษาซีเบื้องต้น",
      ar: "دورة الخوارزميات",
      zh: "操作系统原理",
    };
    const courses = Object.entries(names).map(([language, name]) => ({ name, language, external_id: language }));
    await imported(operator, { format: "course_json", inline: JSON.stringify(courses) });
    for (const [q, found] of [
      ["知能", names.ja],
      ["알고리즘", names.ko],
      ["เบื้องต้น", names.th],
      ["الخوارزميات", names.ar],
      ["系统", names.zh],
    ] as const) {
      const { data } = (await operator.get(`/courses?q=${encodeURIComponent(q)}`)).json<{ data: { name: string }[] }>();
      assert.deepEqual(
        data.map(({ name }) => name),
        [found],
        q,
      );
    }
  });

  void test("with dry_run in its body reports every invalid row, and stores nothing", async () => {
    const operator = await anOperator(scopes);
    const texts = {
      ...folder("good"),
      ...folder("bad", "levle: 3\nlanguage: 7\n"),
      ...folder("worse", "lecturers: [unknown]\n"),
    };
    const job = await imported(operator, { format: "course_folder", files: filesOf(texts), dry_run: true });
    assert.deepEqual([job.status, ...counts(job)], ["partially_succeeded", 3, 1, 0, 0, 2]);
    const failures = await failuresOf(operator, job);
    assert.deepEqual(
      failures.map(({ name }) => name),
      ["bad/course.md", "worse/course.md"],
    );
    assert.match(
      failures[0]!.error.detail,
      /^bad\/course\.md:3: there is no field levle; did you mean level\?\nbad\/course\.md:4: language: /,
    );
    assert.match(failures[1]!.error.detail, /no lecturer with the slug unknown/);
    assert.deepEqual(await courseNames(operator), []);
    const dryRunResult = await operator.post("/imports?dry_run=true", {
      format: "course_folder",
      files: filesOf(texts),
    });
    assert.equal(dryRunResult.statusCode, 200);
    assert.equal(
      (await operator.get("/jobs")).json<{ data: unknown[] }>().data.length,
      1,
      "only checks that it can start",
    );
  });

  void test("reports course errors by API field names", async () => {
    const operator = await anOperator(scopes);
    const texts = { "good/course.md": course("Good", "status: published\n") };
    const job = await imported(operator, { format: "course_folder", files: filesOf(texts) });
    const [failure] = await failuresOf(operator, job);
    const made = (await operator.post("/courses", { name: "Good" })).json<{ id: string }>();
    const alone = problemOf(await operator.post(`/courses/${made.id}/publish`));
    assert.deepEqual(
      [failure!.error.code, failure!.error.errors?.map(({ pointer }) => pointer)],
      [alone.code, alone.pointers],
    );
    assert.deepEqual(alone.pointers, ["/lecture_count"]);
  });

  void test("with the mode create does not change existing courses", async () => {
    const operator = await anOperator(scopes);
    await imported(operator, { format: "course_folder", files: filesOf(folder("ropes")) });
    const other = { ...folder("ropes"), ...folder("sails"), "ropes/course.md": course("Other ropes", "slug: ropes\n") };
    const job = await imported(operator, { format: "course_folder", files: filesOf(other), mode: "create" });
    assert.deepEqual([job.status, ...counts(job)], ["partially_succeeded", 2, 1, 0, 0, 1]);
    assert.equal((await failuresOf(operator, job))[0]!.error.code, "already_exists");
    assert.deepEqual(await courseNames(operator), ["ropes", "sails"]);
  });

  void test("reads a ZIP archive of the site's files, with courses in any folder", async () => {
    const operator = await anOperator(scopes);
    const texts = Object.fromEntries(
      Object.entries({ ...folder("ropes"), ...folder("sails") }).map(([name, text]) => [
        `repo-main/courses/${name}`,
        text,
      ]),
    );
    const fileId = await zipped(operator, zipOf({ ...texts, "__MACOSX/._x": "", "repo-main/README.md": "Hi" }));
    const begun = await operator.post("/imports", { format: "course_folder", file_id: fileId });
    const inUse = problemOf(await operator.delete(`/files/${fileId}`));
    assert.deepEqual([inUse.status, inUse.code], [409, "file_in_use"]);
    await runJobsOf(operator.site.site);
    const job = (await operator.get(`/jobs/${begun.json<AJob>().id}`)).json<AJob>();
    assert.deepEqual([job.status, job["file_id"], ...counts(job)], ["succeeded", fileId, 2, 2, 0, 0, 0]);
    assert.equal((await operator.delete(`/files/${fileId}`)).statusCode, 204);
  });

  void test("repeated with its idempotency key starts one job", async () => {
    const operator = await anOperator(scopes);
    const headers = { "idempotency-key": "spring-list" };
    const first = await operator.post("/imports", { format: "course_json", inline }, headers);
    const second = await operator.post("/imports", { format: "course_json", inline }, headers);
    assert.deepEqual(
      [second.statusCode, second.body, second.headers["location"]],
      [202, first.body, first.headers["location"]],
    );
    assert.equal((await operator.get("/jobs")).json<{ data: unknown[] }>().data.length, 1);
  });
});
