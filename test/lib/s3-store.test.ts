import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { isStoreUrl, openStore } from "#lib/objects/open-store.ts";
import { MissingObject } from "#lib/objects/object-store.ts";
import { anS3Store } from "../support/doubles/s3-double.ts";

const credentials = { accessKey: "AKIDEXAMPLE", secretKey: "s+cret/key", bucket: "school-files", prefix: "lectern/" };
const s3 = await anS3Store(credentials);
const { accessKey, secretKey } = credentials;
const addressOf = ({ key = accessKey, secret = secretKey, bucket = "school-files", prefix = "lectern" } = {}) =>
  `s3://${key}:${encodeURIComponent(secret)}@${bucket}/${prefix}?region=eu-west-1&endpoint=${encodeURIComponent(s3.endpoint)}`;
const store = openStore(addressOf());

const bytes = Buffer.from("0123456789");
const sha256Of = (content: Buffer) => createHash("sha256").update(content).digest();
const factsOf = (content: Buffer) => ({
  byteSize: content.length,
  sha256: sha256Of(content),
  contentType: "text/plain",
});
async function* inPieces(...pieces: Buffer[]) {
  yield* pieces;
}
const textOf = async (key: string, range?: { start: number; end: number }) =>
  Buffer.concat(await (await store.read(key, range)).toArray()).toString();

void test("Objects are stored in the bucket with signature and digest, and read whole or in part", async () => {
  await store.put("a/one", inPieces(bytes.subarray(0, 4), bytes.subarray(4)), factsOf(bytes));
  assert.deepEqual([...s3.objects.keys()], ["lectern/a/one"]);
  assert.equal(s3.objects.get("lectern/a/one")!.contentType, "text/plain");
  assert.equal(await textOf("a/one"), "0123456789");
  assert.equal(await textOf("a/one", { start: 2, end: 4 }), "234");
  await store.remove("a/one");
  await store.remove("a/one");
  await assert.rejects(store.read("a/one"), MissingObject);
  assert.deepEqual(s3.refusals, ["NoSuchKey"]);
});

void test("Bytes that differ from the announced ones are not stored", async () => {
  await assert.rejects(store.put("b/two", inPieces(Buffer.from("012345678X")), factsOf(bytes)));
  await assert.rejects(
    store.put("b/two", inPieces(Buffer.alloc(2 * 1024 * 1024)), factsOf(Buffer.alloc(2 * 1024 * 1024))),
    { name: "EntityTooLarge" },
  );
  assert.deepEqual([...s3.objects.keys()], []);
});

void test("Downloads whose clients do not read block no other use of the storage", async () => {
  const content = Buffer.alloc(1024 * 1024, "x");
  await store.put("d/large", inPieces(content), factsOf(content));
  const unread = await Promise.all(Array.from({ length: 60 }, () => store.read("d/large")));
  await store.put("d/other", inPieces(bytes), factsOf(bytes));
  assert.equal(await textOf("d/other"), "0123456789");
  for (const stream of unread) stream.destroy();
  await store.remove("d/large");
  await store.remove("d/other");
});

void test("A wrong key, bucket or prefix is rejected with an explanation", async () => {
  const cases = { key: "NOBODY", secret: "other", bucket: "other-files", prefix: "other" } as const;
  const codes = {
    key: "InvalidAccessKeyId",
    secret: "SignatureDoesNotMatch",
    bucket: "NoSuchBucket",
    prefix: "AccessDenied",
  };
  for (const part of ["key", "secret", "bucket", "prefix"] as const) {
    const wrong = openStore(addressOf({ [part]: cases[part] }));
    await assert.rejects(wrong.put("c/three", inPieces(bytes), factsOf(bytes)), ({ name, cause }: Error) => {
      assert.deepEqual([name, (cause as Error).name], ["StorageOutage", codes[part]]);
      return true;
    });
  }
});

void test("A storage address is a folder or a bucket with its credentials", () => {
  const good = ["file:///srv/files", addressOf(), "s3://school-files", "s3://school-files/a/b?region=eu-west-1"];
  const wrong = [
    "/srv/files",
    "file://host/x",
    "s3://Bad_Bucket",
    "s3://k@bucket",
    "s3://bucket?endpoint=ftp://x",
    "s3://bucket?acl=public",
    "https://bucket",
  ];
  assert.deepEqual(
    good.filter((address) => !isStoreUrl(address)),
    [],
  );
  assert.deepEqual(
    wrong.filter((address) => isStoreUrl(address)),
    [],
  );
});
