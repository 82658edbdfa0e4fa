import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contentOf, storeContent } from "#domain/files/files/content.ts";
import { purge } from "#domain/background/schedules/purge.ts";
import { removeReleasedObjects } from "#domain/files/files/jobs/remove-released-objects.ts";
import { assertStatus, describeFailure } from "../../support/assert-status.ts";
import { day, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { storage, storageFolder } from "../../support/worlds/storage.ts";
import { type AFile, download, sendFile } from "../../support/worlds/uploads.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scope = "storage:write";
const mebibyte = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const film = Buffer.concat([Buffer.from("000000186674797069736f6d", "hex"), randomBytes(8 * mebibyte + 100)]);

interface AnUpload {
  id: string;
  upload_url: string;
  part_size: number;
  part_count: number;
  status: string;
  received_parts: { number: number; byte_size: number; sha256: string }[];
  [field: string]: unknown;
}

async function anUpload(operator: Operator, bytes: Buffer = film, fields: object = {}): Promise<AnUpload> {
  const response = await operator.post("/uploads", {
    filename: "lesson.mp4",
    content_type: "video/mp4",
    byte_size: bytes.length,
    purpose: "lecture_media",
    ...fields,
  });
  assertStatus(response, 201);
  return response.json<AnUpload>();
}

const partOf = (upload: AnUpload, bytes: Buffer, n: number) =>
  bytes.subarray((n - 1) * upload.part_size, n * upload.part_size);

function sendPart(
  { site, bearer }: Operator,
  { id }: { id: string },
  n: number | string,
  bytes: Buffer,
  digest?: string,
  query = "",
) {
  return site.request("PUT", `/api/v1/uploads/${id}/parts/${n}${query}`, {
    bearer,
    payload: bytes,
    headers: {
      "content-type": "application/octet-stream",
      "content-digest": digest ?? `sha-256=:${sha256(bytes).toString("base64")}:`,
    },
  });
}

const objectsOf = ({ site }: Operator): string[] => {
  try {
    return readdirSync(path.join(storageFolder, site.id));
  } catch {
    return [];
  }
};
const knownObjects = async ({ site }: Operator) =>
  (await database.many<{ id: string }>`select id from stored_objects where site_id = ${site.id}`).map(({ id }) => id);

void test("A file is uploaded in parts, in any order, resumed, and complete in the end", async () => {
  const operator = await anOperator(scope);
  const upload = await anUpload(operator, film, { sha256: sha256(film).toString("hex"), metadata: { a: "1" } });
  assert.deepEqual([upload.part_size, upload.part_count, upload.status], [8 * mebibyte, 2, "open"]);
  assert.equal(upload.upload_url, `${operator.site.origin}/api/v1/uploads/${upload.id}/parts`);
  const second = await sendPart(operator, upload, 2, partOf(upload, film, 2));
  assertStatus(second, 200);

  const early = problemOf(await operator.post(`/uploads/${upload.id}/complete`));
  assert.deepEqual([early.status, early.code], [409, "invalid_state"]);
  assert.match(early.detail, /: 1\./);
  const { received_parts: received } = (await operator.get(`/uploads/${upload.id}`)).json<AnUpload>();
  assert.deepEqual(
    received.map(({ number, byte_size: size, sha256: digest }) => [number, size, digest]),
    [[2, 112, sha256(partOf(upload, film, 2)).toString("hex")]],
  );
  assert.equal((await sendPart(operator, upload, 1, partOf(upload, film, 1))).statusCode, 200);

  const completed = await operator.post(`/uploads/${upload.id}/complete`);
  assertStatus(completed, 200);
  const file = completed.json<AFile>();
  assert.deepEqual(
    [file.filename, file.content_type, file.byte_size, file["visibility"], file["metadata"]],
    ["lesson.mp4", "video/mp4", film.length, "private", { a: "1" }],
  );
  assert.equal(file.sha256, sha256(film).toString("hex"));
  assert.ok((await download(operator, file.url)).rawPayload.equals(film));
  const tail = await download(operator, file.url, { range: `bytes=${8 * mebibyte}-` });
  assert.ok(tail.rawPayload.equals(film.subarray(8 * mebibyte)));

  assert.equal((await operator.post(`/uploads/${upload.id}/complete`)).json<AFile>().id, file.id, "Once is enough.");
  assert.equal((await operator.get(`/uploads/${upload.id}`)).json<AnUpload>()["file_id"], file.id);
  assert.equal(problemOf(await sendPart(operator, upload, 2, partOf(upload, film, 2))).code, "invalid_state");
  assert.deepEqual((await auditActions(operator.site)).filter((action) => /Upload|File/.test(action)).toSorted(), [
    "completeUpload",
    "completeUpload",
    "startUpload",
  ]);
});

void test("A part that differs from its announced digest is rejected", async () => {
  const operator = await anOperator(scope);
  const upload = await anUpload(operator);
  const part = partOf(upload, film, 2);
  const wrong = `sha-256=:${sha256(Buffer.from("else")).toString("base64")}:`;
  const refusals: [Promise<Parameters<typeof problemOf>[0]>, number, string][] = [
    [sendPart(operator, upload, 2, part, wrong), 422, "checksum_mismatch"],
    [sendPart(operator, upload, 2, part, "md5=:AAAA:"), 422, "validation_failed"],
    [sendPart(operator, upload, 2, part.subarray(1)), 422, "validation_failed"],
    [sendPart(operator, upload, 1, part), 422, "validation_failed"],
    [sendPart(operator, upload, 3, part), 422, "validation_failed"],
    [sendPart(operator, upload, 0, part), 422, "validation_failed"],
    [sendPart(operator, upload, 2, Buffer.alloc(8 * mebibyte + 1)), 413, "body_too_large"],
    [
      operator.site.request("PUT", `/api/v1/uploads/${upload.id}/parts/2`, { bearer: operator.bearer, payload: part }),
      422,
      "validation_failed",
    ],
  ];
  for (const [response, status, code] of refusals) {
    const problem = problemOf(await response);
    assert.deepEqual([problem.status, problem.code], [status, code], problem.detail);
  }
  assert.deepEqual(objectsOf(operator), []);
  const both = `md5=:AAAA:, sha-256=:${sha256(part).toString("base64")}:`;
  assert.equal((await sendPart(operator, upload, 2, part, both)).statusCode, 200);
});

void test("An incomplete or different file is not created", async () => {
  const operator = await anOperator(scope);
  const bytes = Buffer.from("one two three");
  const upload = await anUpload(operator, bytes, { sha256: "00".repeat(32) });
  await sendPart(operator, upload, 1, bytes);
  const problem = problemOf(await operator.post(`/uploads/${upload.id}/complete`));
  assert.deepEqual([problem.status, problem.code], [422, "checksum_mismatch"]);
  const cover = await anUpload(operator, bytes, { purpose: "course_cover" });
  await sendPart(operator, cover, 1, bytes);
  const noPicture = problemOf(await operator.post(`/uploads/${cover.id}/complete`));
  assert.deepEqual([noPicture.status, noPicture.code], [422, "unsupported_media"]);
  for (const fields of [
    { byte_size: 0 },
    { byte_size: 6e9 },
    { content_type: "video" },
    { sha256: "abc" },
    { filename: "" },
  ]) {
    const input = { filename: "a", content_type: "a/b", byte_size: 1, purpose: "other", ...fields };
    assert.equal(problemOf(await operator.post("/uploads", input)).code, "validation_failed");
  }
});

void test("A picture uploaded in parts is re-encoded like any other", async () => {
  const operator = await anOperator(scope);
  const bytes = aPicture({ width: 500, height: 20 });
  const upload = await anUpload(operator, bytes, { filename: "cover.png", purpose: "course_cover" });
  await sendPart(operator, upload, 1, bytes);
  const file = (await operator.post(`/uploads/${upload.id}/complete`)).json<AFile>();
  assert.deepEqual([file.content_type, file["width"], file.variants.length], ["image/png", 500, 1]);
  assert.ok(file.byte_size < mebibyte);
});

void test("Concurrent completions return one file, and concurrent uploads of a part store one part", async () => {
  const operator = await anOperator(scope);
  const bytes = Buffer.from("all together now");
  const upload = await anUpload(operator, bytes);
  const parts = await Promise.all([1, 2, 3, 4].map(() => sendPart(operator, upload, 1, bytes)));
  assert.deepEqual(new Set(parts.map(({ statusCode }) => statusCode)), new Set([200]));
  const answers = await Promise.all([1, 2, 3, 4].map(() => operator.post(`/uploads/${upload.id}/complete`)));
  assert.equal(new Set(answers.map((answer) => answer.json<AFile>().id)).size, 1);
  assert.equal((await operator.get("/files")).json<{ data: unknown[] }>().data.length, 1);
});

void test("A dry run of a part or of the completion changes nothing", async () => {
  const operator = await anOperator(scope);
  const bytes = Buffer.from("only if");
  const upload = await anUpload(operator, bytes);
  const dryRunResult = await sendPart(operator, upload, 1, bytes, undefined, "?dry_run=true");
  assert.equal(dryRunResult.json<{ dry_run: boolean }>().dry_run, true, describeFailure(dryRunResult.body));
  assert.deepEqual((await operator.get(`/uploads/${upload.id}`)).json<AnUpload>().received_parts, []);
  assert.deepEqual(await knownObjects(operator), []);
  await sendPart(operator, upload, 1, bytes);
  const complete = await operator.post(`/uploads/${upload.id}/complete?dry_run=true`);
  assertStatus(complete, 200);
  assert.equal((await operator.get(`/uploads/${upload.id}`)).json<AnUpload>().status, "open");
  assert.equal((await knownObjects(operator)).length, 1);
});

void test("A lecturer has access only to their own uploads", async () => {
  const owner = await anOperator(scope);
  const lecturer = await operatorOf(owner.site, scope, { roles: ["lecturer"] });
  const upload = await anUpload(owner, Buffer.from("mine"));
  assert.equal((await lecturer.get(`/uploads/${upload.id}`)).statusCode, 404);
  assert.equal((await sendPart(lecturer, upload, 1, Buffer.from("mine"))).statusCode, 404);
  assert.equal((await lecturer.delete(`/uploads/${upload.id}`)).statusCode, 404);
  assert.equal((await owner.delete(`/uploads/${upload.id}`)).statusCode, 204);
  assert.equal((await owner.get(`/uploads/${upload.id}`)).statusCode, 404);
});

/** Ages the stored bytes and uploads by this many milliseconds and runs the purge. */
async function sweepAfter({ site }: Operator, milliseconds: number): Promise<void> {
  const ago = `${milliseconds} milliseconds`;
  await database.run`
    update stored_objects set released_at = (released_at at time zone 'UTC' - ${ago}::interval) at time zone 'UTC' where site_id = ${site.id}`;
  await database.run`update uploads set expires_at = (expires_at at time zone 'UTC' - ${ago}::interval) at time zone 'UTC' where site_id = ${site.id}`;
  await purge(database, now());
  await removeReleasedObjects(database, storage.store, now());
}

void test("Replaced, canceled, deleted and abandoned uploads leave neither bytes nor rows", async () => {
  const operator = await anOperator(scope);
  const [one, two] = [Buffer.from("first"), Buffer.from("again")];
  const upload = await anUpload(operator, one);
  await sendPart(operator, upload, 1, one);
  await sendPart(operator, upload, 1, two);
  const canceled = await anUpload(operator, one);
  await sendPart(operator, canceled, 1, one);
  await operator.delete(`/uploads/${canceled.id}`);
  assert.equal(objectsOf(operator).length, 3);
  await sweepAfter(operator, 11 * minute);
  assert.equal(objectsOf(operator).length, 1, "The current part stays.");

  const file = (await operator.post(`/uploads/${upload.id}/complete`)).json<AFile>();
  await sweepAfter(operator, 11 * minute);
  assert.equal((await download(operator, file.url)).body, "again");
  assert.equal((await operator.delete(`/files/${file.id}`)).statusCode, 204);
  await sweepAfter(operator, 11 * minute);
  assert.deepEqual([objectsOf(operator), await knownObjects(operator)], [[], []]);

  const [abandoned, resumed] = [await anUpload(operator, one), await anUpload(operator, one)];
  for (const { id } of [abandoned, resumed]) await sendPart(operator, { id }, 1, one);
  await sweepAfter(operator, 2 * day);
  await sendPart(operator, resumed, 1, one);
  await sweepAfter(operator, 2 * day);
  assert.equal((await operator.get(`/uploads/${abandoned.id}`)).statusCode, 404);
  assert.equal((await operator.get(`/uploads/${resumed.id}`)).statusCode, 200, "Each part extends the deadline.");
  await sweepAfter(operator, 11 * minute);
  assert.equal(objectsOf(operator).length, 1);
  assert.deepEqual(await knownObjects(operator), objectsOf(operator));
});

void test("Bytes stored before a crash are removed after a day, and not before", async () => {
  const operator = await anOperator(scope);
  const bytes = Buffer.from("and then the power went");
  await storeContent({ ...operator.site.context(), storage }, contentOf(bytes, sha256(bytes)), "other");
  await sweepAfter(operator, day - minute);
  assert.equal(objectsOf(operator).length, 1);
  await sweepAfter(operator, 12 * minute);
  assert.deepEqual([objectsOf(operator), await knownObjects(operator)], [[], []]);
});

void test("External IDs that imports use are rejected for files and uploads", async () => {
  const operator = await anOperator(scope);
  for (const prefix of ["course-description", "course-folder"]) {
    const external_id = `${prefix}/${"0".repeat(64)}`;
    const upload = { filename: "a.png", content_type: "image/png", byte_size: 9, purpose: "page", external_id };
    const inOneRequest = await sendFile(operator, aPicture(), { external_id }, { name: "a.png" });
    for (const response of [inOneRequest, await operator.post("/uploads", upload)]) {
      const { status, code, pointers } = problemOf(response);
      assert.deepEqual([status, code, pointers], [422, "validation_failed", ["/external_id"]]);
    }
  }
  assertStatus(await sendFile(operator, aPicture(), { external_id: "course-folders/1" }, { name: "a.png" }), 201);
});

void test("Released bytes that a file still refers to stay, and do not hold up the others", async () => {
  const operator = await anOperator(scope);
  const [one, two] = [Buffer.from("first"), Buffer.from("second")];
  const upload = await anUpload(operator, one);
  await sendPart(operator, upload, 1, one);
  const file = (await operator.post(`/uploads/${upload.id}/complete`)).json<AFile>();
  const canceled = await anUpload(operator, two);
  await sendPart(operator, canceled, 1, two);
  await operator.delete(`/uploads/${canceled.id}`);
  // A mistake elsewhere, older than the release of the others.
  await database.run`
    update stored_objects set released_at = ${new Date(now().getTime() - day)}
     where site_id = ${operator.site.site.id} and released_at is null`;
  await sweepAfter(operator, 11 * minute);
  assert.equal((await download(operator, file.url)).body, "first");
  assert.equal(objectsOf(operator).length, 1);
});
