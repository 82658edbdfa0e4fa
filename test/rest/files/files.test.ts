import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { assertStatus } from "../../support/assert-status.ts";
import { multipart } from "../../support/data/multipart.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { storageFolder } from "../../support/worlds/storage.ts";
import { type AFile, download, sendFile } from "../../support/worlds/uploads.ts";
import { hour, later, minute } from "../../support/clock.ts";
import { aFileOf, aText as text } from "../support/a-file.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "storage:write courses:read courses:write lecturers:write";

const objectsOf = ({ site }: Operator): string[] => {
  try {
    return readdirSync(path.join(storageFolder, site.id));
  } catch {
    return [];
  }
};

void test("A file is uploaded in one request, described by its contents, and read again", async () => {
  const operator = await anOperator(scopes);
  const file = await aFileOf(
    operator,
    text,
    { purpose: "attachment", metadata: '{"week":"1"}', external_id: "lms/7" },
    { name: "../Füße/packing list.html" },
  );
  assert.match(file.id, /^fil_/);
  assert.deepEqual(
    [file["object"], file.filename, file.content_type, file.byte_size, file["visibility"], file["status"]],
    ["file", "packing list.html", "text/plain", text.length, "private", "ready"],
  );
  assert.equal(file.sha256, createHash("sha256").update(text).digest("hex"));
  assert.deepEqual([file["metadata"], file["external_id"]], [{ week: "1" }, "lms/7"]);
  const read = await operator.get(`/files/${file.id}`);
  assert.deepEqual(read.json(), { ...file, references: [] });
  assert.ok(read.headers["etag"]);
  assert.ok((await auditActions(operator.site)).includes("createFile"));
  const again = await sendFile(operator, text, { external_id: "lms/7" });
  assert.deepEqual([problemOf(again).status, problemOf(again).code], [409, "already_exists"]);
});

void test("Invalid forms are rejected with the path of the error", async () => {
  const operator = await anOperator(scopes);
  const refusals: [Promise<Parameters<typeof problemOf>[0]>, number, string, string[]?][] = [
    [operator.post("/files", {}), 422, "validation_failed", ["/file"]],
    [operator.post("/files", { file: "bytes" }), 422, "validation_failed", ["/file"]],
    [sendFile(operator, text, { from_url: "https://a.example/b" }), 422, "validation_failed", ["/file"]],
    [sendFile(operator, Buffer.alloc(0)), 422, "validation_failed", ["/file"]],
    [sendFile(operator, text, { purpose: "fun" }), 422, "validation_failed", ["/purpose"]],
    [sendFile(operator, text, { size: "3" }), 422, "unknown_field"],
    [sendFile(operator, text, { __proto__x: "3" }), 422, "unknown_field"],
    [sendFile(operator, text, { metadata: "{" }), 400, "invalid_request"],
    [sendFile(operator, text, { filename: "a\u0000b" }), 422, "validation_failed", ["/filename"]],
    [sendFile(operator, Buffer.alloc(10 * 1024 * 1024 + 1)), 413, "body_too_large"],
  ];
  for (const [response, status, code, pointers] of refusals) {
    const problem = problemOf(await response);
    assert.deepEqual([problem.status, problem.code], [status, code], problem.detail);
    if (pointers) assert.deepEqual(problem.pointers, pointers);
  }
  const cut = await operator.site.request("POST", "/api/v1/files", {
    bearer: operator.bearer,
    payload: "--x\r\nContent-Disposition: form-data; name=file",
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
  assert.deepEqual([cut.statusCode, problemOf(cut).code], [400, "invalid_request"]);
  assert.deepEqual(objectsOf(operator), [], "Rejected files are not stored.");
});

void test("Each reason to reject the name of a file has a message of its own", async () => {
  const operator = await anOperator(scopes);
  for (const [filename, reason] of [
    ["", /empty/],
    ["  ", /empty/],
    ["folder/", /empty\. Expected a name after the last slash/],
    ["C:\\\\folder\\\\", /empty/],
    ["a".repeat(201), /too long\. Expected at most 200 characters/],
    ["a\u0007b", /control characters/],
    ["a\u202Etxt.exe", /invisible characters/],
    [".", /reserved/],
    ["..", /reserved/],
    ["folder/...", /reserved/],
  ] as const) {
    const refused = problemOf(await sendFile(operator, text, { filename }));
    assert.deepEqual([refused.status, refused.pointers], [422, ["/filename"]], filename);
    assert.match(refused.detail, reason, filename);
  }
  const named = async (name: string) => {
    const form = multipart({}, "file", { name, bytes: text });
    const headers = form.headers as Record<string, string>;
    return operator.site.request("POST", "/api/v1/files", { bearer: operator.bearer, payload: form.payload, headers });
  };
  for (const [name, reason] of [
    ["a".repeat(300), /too long/],
    ["a\u0001b", /control characters/],
    ["", /has no name\. Send filename/],
  ] as const) {
    const refused = problemOf(await named(name));
    assert.deepEqual([refused.status, refused.pointers], [422, ["/filename"]], refused.detail);
    assert.match(refused.detail, reason);
  }
  const kept = await named("folder/潮汐 é.txt");
  assert.deepEqual([kept.statusCode, kept.json<AFile>().filename], [201, "潮汐 é.txt"]);
});

void test("A private file is available only at its signed address, on its site, until that expires", async () => {
  const operator = await anOperator(scopes);
  const file = await aFileOf(operator);
  const there = await download(operator, file.url);
  assert.deepEqual([there.statusCode, there.body], [200, text.toString()]);
  assert.match(String(there.headers["cache-control"]), /^private/);

  const bare = `/files/${file.id}`;
  assert.equal((await download(operator, bare)).statusCode, 404);
  const url = new URL(file.url);
  const signature = url.searchParams.get("signature")!;
  const expires = Number(url.searchParams.get("expires"));
  const altered = [
    { signature: `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`, expires },
    { signature, expires: expires + 1 },
    { signature: signature.slice(1), expires },
  ];
  for (const query of altered) {
    const response = await download(operator, `${bare}?expires=${query.expires}&signature=${query.signature}`);
    assert.equal(response.statusCode, 404);
  }
  const other = await aFileOf(operator);
  assert.equal((await download(operator, `/files/${other.id}${url.search}`)).statusCode, 404);
  const neighbour = await anOperator(scopes);
  assert.equal((await download(neighbour, `${bare}${url.search}`)).statusCode, 404);
  assert.equal((await download(operator, file.url)).statusCode, 200);
  await later(59 * minute, async () => assert.equal((await download(operator, file.url)).statusCode, 200));
  await later(2 * hour, async () => assert.equal((await download(operator, file.url)).statusCode, 404));
});

void test("Uploaded content never runs at the site's origin: it is typed by its bytes, sandboxed, and downloaded", async () => {
  const operator = await anOperator(scopes);
  const page = await aFileOf(
    operator,
    Buffer.from("<!doctype html><script>alert(1)</script>"),
    { visibility: "public" },
    { name: "x.html" },
  );
  const response = await download(operator, page.url);
  assert.equal(response.headers["content-type"], "text/plain; charset=utf-8");
  assert.equal(response.headers["content-disposition"], "attachment; filename*=UTF-8''x.html");
  assert.equal(response.headers["x-content-type-options"], "nosniff");
  assert.match(String(response.headers["content-security-policy"]), /default-src 'none'.*; sandbox$/);

  const pdf = await aFileOf(operator, Buffer.from("%PDF-1.7\n…"), {}, { name: "a'b(1).pdf" });
  const downloaded = await download(operator, pdf.url);
  assert.equal(downloaded.headers["content-type"], "application/pdf");
  assert.equal(downloaded.headers["content-disposition"], "inline; filename*=UTF-8''a%27b%281%29.pdf");
});

void test("A picture is re-encoded upright, without camera metadata, in smaller sizes too", async () => {
  const operator = await anOperator(scopes);
  const photo = await sharp({ create: { width: 1400, height: 700, channels: 3, background: "#2f5d7c" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "Somebody at home" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const file = await aFileOf(
    operator,
    Buffer.concat([photo, Buffer.from("<script>")]),
    { purpose: "course_cover" },
    { name: "cover.jpg" },
  );
  assert.deepEqual(
    [file.content_type, file["width"], file["height"], file["visibility"]],
    ["image/jpeg", 700, 1400, "public"],
  );
  const served = await download(operator, file.url);
  assert.equal(served.headers["content-disposition"], "inline; filename*=UTF-8''cover.jpg");
  assert.equal(createHash("sha256").update(served.rawPayload).digest("hex"), file.sha256);
  const { exif, orientation } = await sharp(served.rawPayload).metadata();
  assert.deepEqual([exif, orientation], [undefined, undefined]);
  assert.ok(!served.rawPayload.includes("<script>"));
  assert.deepEqual(
    file.variants.map(({ name, width, height }) => [name, width, height]),
    [["small", 320, 640]],
  );
  const small = await download(operator, file.variants[0]!.url);
  assert.equal(small.headers["content-type"], "image/webp");
  assert.equal((await sharp(small.rawPayload).metadata()).width, 320);
  assert.equal((await download(operator, `/files/${file.id}/huge`)).statusCode, 404);
});

void test("An oversized or invalid picture is rejected", async () => {
  const operator = await anOperator(scopes);
  const bomb = aPicture({ width: 9000, height: 9000 });
  const broken = aPicture({ width: 64, height: 64 }).subarray(0, 70);
  for (const bytes of [bomb, broken, Buffer.from("ffd8ffe000104a46494600", "hex")]) {
    const problem = problemOf(await sendFile(operator, bytes));
    assert.deepEqual([problem.status, problem.code], [422, "unsupported_media"]);
  }
  assert.equal(problemOf(await sendFile(operator, text, { purpose: "avatar" })).code, "unsupported_media");
  assert.deepEqual(objectsOf(operator), []);
});

void test("Range and conditional requests are supported", async () => {
  const operator = await anOperator(scopes);
  const { url } = await aFileOf(operator, Buffer.from("0123456789"));
  const requestRange = async (range: string, more = {}) => {
    const { statusCode, headers, body } = await download(operator, url, { range, ...more });
    return [statusCode, headers["content-range"], headers["content-length"], statusCode < 300 ? body : ""];
  };
  assert.deepEqual(await requestRange("bytes=2-4"), [206, "bytes 2-4/10", "3", "234"]);
  assert.deepEqual(await requestRange("bytes=7-"), [206, "bytes 7-9/10", "3", "789"]);
  assert.deepEqual(await requestRange("bytes=-2"), [206, "bytes 8-9/10", "2", "89"]);
  assert.deepEqual(await requestRange("bytes=5-99"), [206, "bytes 5-9/10", "5", "56789"]);
  assert.deepEqual((await requestRange("bytes=10-")).slice(0, 2), [416, "bytes */10"]);
  assert.deepEqual((await requestRange("bytes=1-2,4-5"))[0], 200);
  // Numbers beyond 2^53.
  const huge = "9".repeat(40);
  assert.deepEqual((await requestRange(`bytes=${huge}-`)).slice(0, 2), [416, "bytes */10"]);
  assert.deepEqual((await requestRange(`bytes=${huge}-${huge}0`)).slice(0, 2), [416, "bytes */10"]);
  assert.equal((await requestRange(`bytes=${huge}1-${huge}0`))[0], 200);
  assert.deepEqual(await requestRange(`bytes=5-${huge}`), [206, "bytes 5-9/10", "5", "56789"]);
  assert.deepEqual(await requestRange(`Bytes=-${huge}`), [206, "bytes 0-9/10", "10", "0123456789"]);
  const whole = await download(operator, url);
  const etag = String(whole.headers["etag"]);
  assert.equal((await requestRange("bytes=2-4", { "if-range": etag }))[0], 206);
  assert.equal((await requestRange("bytes=2-4", { "if-range": '"other"' }))[0], 200);
  assert.equal((await download(operator, url, { "if-none-match": etag })).statusCode, 304);
  const { pathname, search } = new URL(url);
  const head = await operator.site.request("HEAD", pathname + search, { headers: { range: "bytes=2-4" } });
  assert.deepEqual([head.statusCode, head.headers["content-length"], head.body], [200, "10", ""]);
});

void test("A dry run reports the result, and stores neither rows nor bytes", async () => {
  const operator = await anOperator(scopes);
  const response = await sendFile(operator, aPicture({ width: 800, height: 10 }), {}, { query: "?dry_run=true" });
  assertStatus(response, 200);
  const { would } = response.json<{ would: { create: AFile } }>();
  assert.deepEqual([would.create.content_type, would.create.variants.length], ["image/png", 1]);
  assert.deepEqual(objectsOf(operator), []);
  assert.deepEqual((await operator.get("/files")).json<{ data: unknown[] }>().data, []);
});

void test("A repetition with the same key returns the same file, stored once; other bytes are rejected", async () => {
  const operator = await anOperator(scopes);
  const headers = { "idempotency-key": "cover-1" };
  const first = await sendFile(operator, text, {}, { headers });
  const second = await sendFile(operator, text, {}, { headers });
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.deepEqual(second.json(), first.json());
  assert.equal(objectsOf(operator).length, 1);
  const other = await sendFile(operator, Buffer.from("else"), {}, { headers });
  assert.deepEqual(problemOf(other).code, "idempotency_key_reused");
});

void test("Files can be filtered by purpose, type, name and time, and sorted", async () => {
  const operator = await anOperator(scopes);
  await aFileOf(operator, text, { purpose: "attachment" }, { name: "packing_list.txt" });
  await aFileOf(operator, Buffer.from("%PDF-1.4 longer than the list"), {}, { name: "map.pdf" });
  const namesOf = async (query: string) => {
    const response = await operator.get(`/files${query}`);
    assertStatus(response, 200);
    return response.json<{ data: AFile[] }>().data.map(({ filename }) => filename);
  };
  assert.deepEqual(await namesOf("?purpose=attachment,page"), ["packing_list.txt"]);
  assert.deepEqual(await namesOf("?content_type=application/pdf"), ["map.pdf"]);
  assert.deepEqual(await namesOf("?q=packing"), ["packing_list.txt"]);
  assert.deepEqual(await namesOf("?sort=filename"), ["map.pdf", "packing_list.txt"]);
  assert.deepEqual(await namesOf("?sort=-byte_size"), ["map.pdf", "packing_list.txt"]);
  assert.deepEqual(await namesOf("?created_at[gte]=2999-01-01T00:00:00Z"), []);
});

void test("A lecturer manages only their own files", async () => {
  const owner = await anOperator(scopes);
  const lecturer = await operatorOf(owner.site, "storage:write", { roles: ["lecturer"] });
  const [theirs, others] = [await aFileOf(lecturer), await aFileOf(owner)];
  const { data } = (await lecturer.get("/files")).json<{ data: AFile[] }>();
  assert.deepEqual(
    data.map(({ id }) => id),
    [theirs.id],
  );
  assert.equal((await lecturer.get(`/files/${others.id}`)).statusCode, 404);
  assert.equal((await lecturer.delete(`/files/${others.id}`)).statusCode, 404);
  assert.equal((await lecturer.delete(`/files/${theirs.id}`)).statusCode, 204);
});
