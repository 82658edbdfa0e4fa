import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { before, describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { claimObjects, releaseObjects, storeObject } from "#domain/platform/storage/objects.ts";
import { openCopyClient } from "#database/copy/open-copy-client.ts";
import { lockFiles, unlockFiles } from "#domain/platform/locks/backup-lock.ts";
import { removeReleasedObjects } from "#domain/files/files/jobs/remove-released-objects.ts";
import { MissingObject } from "#lib/objects/object-store.ts";
import { openDiskStore } from "#lib/objects/disk-store.ts";
import { assertStatus } from "../support/assert-status.ts";
import { failureOf } from "../../src/cli/terminal/failure.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { buildApp } from "../../src/server/app.ts";
import {
  type EmptyInstallation,
  aFolder,
  anEmptyInstallation,
  rowsOfSite,
  sharedSettings,
} from "../support/worlds/backups.ts";
import { now } from "../support/clock.ts";
import { connectionConfig, database } from "../support/databases/database.ts";
import { anInhabitedSite, type InhabitedSite } from "../support/worlds/inhabited-site.ts";
import { lectern } from "../support/worlds/installation.ts";
import { storage } from "../support/worlds/storage.ts";
import { type ASite, aSite, csrfKey, secretKey } from "../support/world.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { changedArchive } from "../support/worlds/changed-archive.ts";

const folder = aFolder();
const archive = path.join(folder, "school.tar");

/** Writes the same secret to two tables per transaction, and a file that the database owns, until it is stopped. */
function keepWriting({ site, context }: ASite) {
  const stopping = new AbortController();
  let count = 0;
  async function write(): Promise<void> {
    const [digest, expiresAt] = [randomBytes(32), new Date(now().getTime() + 86_400_000)];
    const bytes = randomBytes(2000);
    const written = { ...context(), storage };
    await database.transaction(async (db) => {
      await db.run`insert into rate_limits ${rows({ siteId: site.id, digest, count: 1, expiresAt })}`;
      const response = { digest, requestDigest: digest, status: 200, body: "{}", expiresAt };
      await db.run`insert into idempotency_keys ${rows({ siteId: site.id, ...response })}`;
    });
    const facts = { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer"), contentType: "text/plain" };
    const id = await storeObject(written, Readable.from([bytes]), facts);
    await claimObjects(written, [id]);
    count++;
  }
  const working = (async () => {
    while (!stopping.signal.aborted) await write();
  })();
  return {
    async stop() {
      stopping.abort();
      await working;
      return count;
    },
  };
}

void describe("A backup of an installation in use", () => {
  let quiet: InhabitedSite;
  let busy: ASite;
  let restored: EmptyInstallation;
  before(async () => {
    [quiet, busy] = [await anInhabitedSite("Barque"), await aSite()];
    restored = await anEmptyInstallation();
    const writers = Array.from({ length: 4 }, () => keepWriting(busy));
    const backup = await lectern(["backup", archive, "--json"], { env: sharedSettings() });
    const written = await Promise.all(writers.map((writer) => writer.stop()));
    assert.ok(written.every((count) => count > 0));
    assert.equal(backup.code, 0, backup.stderr);
  });

  void test("can be read by its owner alone, and is verified", async () => {
    assert.equal(statSync(archive).mode & 0o777, 0o600);
    assert.equal(existsSync(`${archive}.part`), false);
    const verified = await lectern(["backup", "verify", archive], {});
    assert.equal(verified.code, 0, verified.stderr);
    assert.match(verified.stdout, /complete and undamaged/);
  });

  void test("replaces no file", async () => {
    const again = await lectern(["backup", archive], { env: sharedSettings() });
    assert.deepEqual([again.code, again.stdout], [2, ""]);
    assert.match(again.stderr, /already exists/);
  });

  void test("names a folder that does not exist, and one that is given instead of an archive", async () => {
    const folder = path.dirname(archive);
    const unusable = await lectern(["backup", "verify", folder], { env: sharedSettings() });
    assert.equal(unusable.code, 1);
    assert.match(unusable.stderr, /The archive is unusable\. \S+ is a folder\. Name an archive in it\.$/m);
    const target = path.join(folder, "absent/school.tar");
    const refused = await lectern(["backup", target], { env: sharedSettings() });
    assert.deepEqual([refused.code, refused.stdout], [2, ""]);
    assert.match(
      refused.stderr,
      /^lectern: \S+absent\/school\.tar\S* cannot be used \(ENOENT\): the file or its folder/,
    );
  });

  void test("A damaged, incomplete or newer backup is rejected with the reason", async () => {
    const cases: [string, Buffer | Promise<Buffer>, RegExp][] = [
      ["empty", Buffer.alloc(0), /It is empty/],
      ["text", Buffer.alloc(2000, "text"), /not a tar archive/],
      ["other", changedArchive(archive, { rename: ["backup.json", "other.json"] }), /not a backup of Lectern/],
      ["cut", readFileSync(archive).subarray(0, statSync(archive).size / 2), /incomplete/],
      ["shorter", changedArchive(archive, { drop: /manifest/ }), /incomplete: its end is missing/],
      ["without-rows", changedArchive(archive, { drop: /database\/members/ }), /database\/members\S+ is missing/],
      ["without-file", changedArchive(archive, { drop: /^files/, most: 1 }), /files\/\S+ is missing/],
      ["flipped-row", changedArchive(archive, { flip: /database\/members/ }), /damaged|checksum of database\/members/],
      ["flipped-file", changedArchive(archive, { flip: /^files/ }), /The checksum of files/],
      ["flipped-sum", changedArchive(archive, { flip: /^checksums/ }), /checksum|is missing/],
      [
        "later-format",
        changedArchive(archive, { replace: ['"formatVersion": 1', '"formatVersion": 2'] }),
        /newer version/,
      ],
    ];
    for (const [name, bytes, expected] of cases) {
      const file = path.join(folder, `${name}.tar`);
      writeFileSync(file, await bytes);
      const words = ["backup", "verify", file];
      const error: unknown = await (await buildProgram(words)).parseAsync(words, { from: "user" }).catch((one) => one);
      const { exitCode, code, message } = failureOf(error);
      assert.deepEqual([exitCode, code], [1, "unusable_archive"], `${name}: ${message}`);
      assert.match(message, expected, name);
    }
    const missing = await lectern(["backup", "verify", path.join(folder, "none.tar")], {});
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /none\.tar cannot be used \(ENOENT\)/);
  });

  void test("is restored whole or not at all, into an empty installation", async () => {
    const refused: [string[], Record<string, string>, RegExp][] = [
      [[path.join(folder, "flipped-file.tar")], {}, /The checksum of files/],
      [[archive], { LECTERN_SECRET_KEY: "a7".repeat(32) }, /not the key of this backup/],
    ];
    for (const [name, replace, reason] of [
      ["later", ['"0001-', '"9999-later.sql", "0001-'], /which is newer \(9999-/],
      ["unreleased", ['"0001-', '"0001-sites-'], /from before release 0\.1\.0\. Restore it with that version/],
    ] as const) {
      const file = path.join(folder, `${name}.tar`);
      writeFileSync(file, await changedArchive(archive, { replace }));
      refused.push([[file], {}, reason]);
    }
    for (const [args, env, expected] of refused) {
      const { code, stderr } = await restored.run(["restore", ...args], env);
      assert.equal(code, 1, stderr);
      assert.match(stderr, expected);
    }
    assert.ok(await openDiskStore(restored.filesFolder).isEmpty());

    const { code, stdout, stderr } = await restored.run(["restore", archive, "--json"]);
    assert.equal(code, 0, stderr);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual([answer["missing_files"], answer["messages_held"], answer["migrations"]], [0, true, []]);
    const again = await restored.run(["restore", archive]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /is not empty/);
  });

  void test("has every row of a site, byte by byte, and accepts its tokens", async () => {
    await restored.use(async (copy) => {
      const { id } = quiet.site.site;
      const expected = await rowsOfSite(database, id);
      const found = await rowsOfSite(copy, id);
      assert.ok(Object.values(expected).filter((some) => some.length > 0).length > 60);
      assert.deepEqual(found, expected);

      const app = buildApp({
        db: copy,
        sites: openSiteDirectory(copy),
        keyRing: openKeyRing(secretKey),
        csrfKey,
        storage,
        environment: "production",
        clock: now,
      });
      const headers = { host: quiet.site.site.host, authorization: `Bearer ${quiet.tokens.access_token}` };
      const answer = await app.inject({ url: "/api/oauth/userinfo", headers });
      assertStatus(answer, 200);
      await app.close();
    });
  });

  void test("is the state of one instant, with every file that belongs to it", async () => {
    await restored.use(async (copy) => {
      const { id } = busy.site;
      const some = (await rowsOfSite(copy, id)) as Record<"rate_limits" | "idempotency_keys", string[]>;
      assert.equal(some.rate_limits.length, some.idempotency_keys.length);
      const { rows: objects } = await copy.pool.query<{ key: string }>(
        "select site_id || '/' || id as key from stored_objects where released_at is null",
      );
      assert.ok(objects.length > 0);
      for (const { key } of objects) {
        const [original, restoredBytes] = [
          await storage.store.open(key),
          readFileSync(path.join(restored.filesFolder, key)),
        ];
        assert.deepEqual(Buffer.concat(await Array.fromAsync(original.bytes)), restoredBytes);
      }
    });
  });

  void test("keeps deleted files in the storage until it is complete", async () => {
    const context = { ...busy.context(), storage };
    const bytes = Buffer.from("still needed");
    const facts = { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer"), contentType: "text/plain" };
    const id = await storeObject(context, Readable.from([bytes]), facts);
    const key = `${busy.site.id}/${id}`;
    await releaseObjects(context, [id], new Date(now().getTime() - 3_600_000));
    const client = await openCopyClient(connectionConfig, "a test");
    await lockFiles(client);
    await removeReleasedObjects(database, storage.store, now());
    assert.equal((await storage.store.open(key)).byteSize, bytes.length);
    await unlockFiles(client);
    await client.end();
    await removeReleasedObjects(database, storage.store, now());
    await assert.rejects(storage.store.open(key), MissingObject);
  });
});
