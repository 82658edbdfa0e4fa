import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { claimObjects, storeObject } from "#domain/platform/storage/objects.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { openStore } from "#lib/objects/open-store.ts";
import { openLocation } from "#lib/archive/open-location.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { anEmptyInstallation } from "../support/worlds/backups.ts";
import { anS3Store } from "../support/doubles/s3-double.ts";

const credentials = { accessKey: "AKIDEXAMPLE", secretKey: "s3cr3t/key+", bucket: "school", prefix: "" };

void describe("A backup of files in a bucket, into a bucket", async () => {
  const double = await anS3Store(credentials);
  const at = (path: string) => {
    const user = `${credentials.accessKey}:${encodeURIComponent(credentials.secretKey)}`;
    return `s3://${user}@${credentials.bucket}/${path}?region=eu-west-1&endpoint=${double.endpoint}`;
  };
  let installation: TestInstallation;
  const contents = [randomBytes(100), randomBytes(200_000), Buffer.alloc(0)];
  before(async () => {
    installation = await anInstallation();
    const { database: db } = installation;
    const site = await createSite(db, { origin: "https://one.example", name: "One" }, new Date());
    const storage = { store: openStore(at("files")), key: Buffer.alloc(32) };
    const context = {
      db,
      site,
      caller: { kind: "cli" },
      now: new Date(),
      requestId: null,
      address: null,
      storage,
    } as const;
    const ids: string[] = [];
    for (const bytes of contents) {
      const facts = { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer"), contentType: "text/plain" };
      ids.push(await storeObject(context, Readable.from([bytes]), facts));
    }
    await claimObjects(context, ids);
  });
  after(() => installation.close());

  void test("names the reason if the bucket cannot be used", async () => {
    const wrong = at("backups/").replace(credentials.accessKey, "AKIDOTHER");
    const refused = await installation.lectern(["backup", wrong]);
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /^lectern: The S3 store failed \(\w+\): .*$/m);
    const absent = await installation.lectern(["backup", "verify", at("backups/absent.tar")]);
    assert.equal(absent.code, 1);
    assert.match(absent.stderr, /The archive is unusable\. s3:\/\/school\/backups\/absent\.tar does not exist\.$/m);
    for (const { stderr } of [refused, absent]) assert.doesNotMatch(stderr, /s3cr3t|^ +at /m);
    double.refusals.length = 0;
  });

  void test("is verified and restored from there", async () => {
    const settings = { LECTERN_STORAGE_URL: at("files") };
    const backup = await installation.lectern(["backup", at("backups/")], { env: settings });
    assert.equal(backup.code, 0, backup.stderr);
    const key = [...double.objects.keys()].find((name) => name.startsWith("backups/"));
    assert.match(key!, /^backups\/lectern-\d{8}T\d{6}Z\.tar$/);
    assert.doesNotMatch(backup.stdout + backup.stderr, /s3cr3t/);
    assert.deepEqual([double.uploads.running.size, double.refusals], [0, []]);
    const verified = await installation.lectern(["backup", "verify", at(key!), "--json"]);
    assert.equal((JSON.parse(verified.stdout) as { files: number }).files, contents.length, verified.stderr);

    const restored = await anEmptyInstallation();
    const key5e = { LECTERN_SECRET_KEY: installation.env["LECTERN_SECRET_KEY"]! };
    const full = await restored.run(["restore", at(key!)], { ...key5e, ...settings });
    assert.equal(full.code, 1);
    assert.match(full.stderr, /The file storage is not empty/);
    const { code, stderr } = await restored.run(["restore", at(key!)], { ...key5e, LECTERN_STORAGE_URL: at("copy") });
    assert.equal(code, 0, stderr);
    const bytesIn = (prefix: string) =>
      [...double.objects].filter(([name]) => name.startsWith(prefix)).map(([, { bytes }]) => bytes.toString("hex"));
    assert.deepEqual(bytesIn("copy/").toSorted(), bytesIn("files/").toSorted());
    assert.equal(bytesIn("copy/").length, contents.length);
  });

  void test("goes up in parts, in bounded memory, and leaves nothing if it fails", async () => {
    const place = openLocation(at("backups/large.tar"));
    const chunk = randomBytes(1024 * 1024);
    async function* chunks(count: number, error?: Error) {
      for (let index = 0; index < count; index++) yield chunk;
      if (error) throw error;
    }
    await assert.rejects(place.write(chunks(20, new Error("the disk broke"))), /the disk broke/);
    assert.deepEqual([await place.exists(), double.uploads.running.size], [false, 0]);
    await place.write(chunks(40));
    assert.equal(double.uploads.completed.at(-1), 3);
    const { byteSize, bytes } = await place.open();
    assert.equal(byteSize, 40 * chunk.length);
    let read = 0;
    for await (const part of bytes as AsyncIterable<Buffer>) read += part.length;
    assert.equal(read, byteSize);
    await place.remove();
    assert.equal(await place.exists(), false);
  });
});
