import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { openDiskStore } from "#lib/objects/disk-store.ts";
import { MissingObject } from "#lib/objects/object-store.ts";

const folder = mkdtempSync(path.join(tmpdir(), "lectern-store-"));
const store = openDiskStore(folder);
after(() => rmSync(folder, { recursive: true }));

const bytes = Buffer.from("0123456789");
const factsOf = (content: Buffer) => ({
  byteSize: content.length,
  sha256: createHash("sha256").update(content).digest(),
  contentType: "text/plain",
});
async function* inPieces(...pieces: Buffer[]) {
  yield* pieces;
}
async function textOf(key: string, range?: { start: number; end: number }): Promise<string> {
  return Buffer.concat(await (await store.read(key, range)).toArray()).toString();
}

void test("Bytes are read as stored, whole or in part, until they are removed", async () => {
  await store.put("a/one", inPieces(bytes.subarray(0, 4), bytes.subarray(4)), factsOf(bytes));
  assert.equal(await textOf("a/one"), "0123456789");
  assert.equal(await textOf("a/one", { start: 2, end: 4 }), "234");
  assert.equal(statSync(path.join(folder, "a/one")).mode & 0o777, 0o600);
  await store.remove("a/one");
  await store.remove("a/one");
  await assert.rejects(store.read("a/one"), MissingObject);
});

void test("Bytes that differ from the announced ones are not stored", async () => {
  const broken = async function* () {
    yield bytes.subarray(0, 5);
    throw new Error("The sender is gone.");
  };
  const sources = [
    inPieces(bytes.subarray(0, 9)),
    inPieces(bytes, bytes),
    inPieces(Buffer.from("0123456780")),
    broken(),
  ];
  for (const source of sources) await assert.rejects(store.put("b/two", source, factsOf(bytes)));
  assert.deepEqual(readdirSync(path.join(folder, "b")), []);
});

void test("A key cannot lead outside the folder", async () => {
  for (const key of ["../x", "a/../../x", "/etc/passwd", "a//b", "A", "a.draft", ""]) {
    await assert.rejects(store.read(key), /An object key must consist of/, key);
  }
});

void test("A file that was being written when the process was killed does not exist, and is removed with its key", async () => {
  const program = `
    import { text } from "node:stream/consumers";
    import { openDiskStore } from "#lib/objects/disk-store.ts";
    const endless = async function* () {
      yield Buffer.alloc(100_000);
      process.stdout.write("writing");
      await text(process.stdin);
    };
    await openDiskStore(process.argv[1]).put("c/three", endless(), { byteSize: 1e6, sha256: Buffer.alloc(32) });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program, folder], {
    cwd: path.join(import.meta.dirname, "../.."),
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.equal(readdirSync(path.join(folder, "c")).length, 1);
  await assert.rejects(store.read("c/three"), MissingObject);
  await store.remove("c/three");
  assert.deepEqual(readdirSync(path.join(folder, "c")), []);
});
