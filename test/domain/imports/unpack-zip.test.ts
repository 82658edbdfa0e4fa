import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test, type TestContext } from "node:test";
import { strToU8, zipSync } from "fflate";
import { unpackZip } from "#domain/transfer/imports/archives/unpack-zip.ts";

const limits = { bytes: 1024 * 1024, files: 10 };

void describe("An imported zip archive", () => {
  void test("is unpacked unchanged, whatever the chunk sizes of the stream are", async (t) => {
    const archive = zipSync({
      "a/b/course.md": strToU8("課程"),
      "empty.md": new Uint8Array(0),
      "__MACOSX/x": strToU8("x"),
    });
    for (const size of [1, 7, 100_000]) {
      const folder = aFolder(t);
      await unpackZip(inPieces(archive, size), folder, limits);
      assert.equal(readFileSync(path.join(folder, "a/b/course.md"), "utf8"), "課程");
      assert.equal(readFileSync(path.join(folder, "empty.md"), "utf8"), "");
    }
  });

  void test("is rejected when too large, before it is unpacked", async (t) => {
    const bomb = zipSync({ "course.md": new Uint8Array(64 * 1024 * 1024) });
    assert.ok(bomb.length < limits.bytes);
    await refused(t, bomb, /at most 1 MiB/);
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.md`, new Uint8Array(0)]));
    await refused(t, zipSync(many), /at most 10 files/);
  });

  void test("writes nothing outside its folder", async (t) => {
    for (const name of [
      "../course.md",
      "/etc/course.md",
      "a/../../b.md",
      "a\\..\\b.md",
      "C:/b.md",
      "a//b.md",
      "./b.md",
    ]) {
      await refused(t, zipSync({ [name]: strToU8("x") }), /expected a relative file path/);
    }
  });

  void test("is rejected when the contents of a file are damaged or cut, and leaves no file open", async (t) => {
    const bytes = Buffer.from("Two strands of rope. ".repeat(2000) + Math.random().toString());
    const archive = Buffer.from(zipSync({ "a.md": bytes }));
    for (const size of [1, 100, 100_000]) {
      const damaged = Buffer.from(archive).fill(0xff, 40, 80);
      const cut = archive.subarray(0, 60);
      for (const bad of [damaged, cut]) {
        const folder = aFolder(t);
        const seen: string[] = [];
        const pieces = inPieces(bad, size, () => seen.push(...openFiles(folder)));
        await assert.rejects(unpackZip(pieces, folder, limits), { code: "unsupported_media" });
        assert.deepEqual(openFiles(folder), []);
        if (size === 1) assert.equal(seen.length > 0, existsSync(descriptors), "The file was open meanwhile.");
      }
    }
  });

  void test("is rejected when its paths conflict", async (t) => {
    const whole = zipSync({ "a.md": strToU8("x".repeat(10_000) + Math.random().toString()) });
    for (const cut of [10, 35, 45, 60]) await refused(t, whole.subarray(0, cut), /not a readable ZIP archive/);
    await refused(t, strToU8("PK\u0003\u0004 and nothing else"), /not a readable ZIP archive/);
    await refused(t, zipSync({}), /it is empty/);
    const both = Buffer.concat([zipSync({ "a.md": strToU8("1") }), zipSync({ "a.md": strToU8("2") })]);
    await refused(t, both, /twice/);
    await refused(t, zipSync({ a: strToU8("1"), "a/b.md": strToU8("2") }), /is inside a path that is also a file/);
  });
});

const descriptors = "/proc/self/fd";

/** Files below a folder that this process has open, where the system lists them. */
const openFiles = (folder: string): string[] =>
  existsSync(descriptors)
    ? readdirSync(descriptors)
        .map((name) => targetOf(path.join(descriptors, name)))
        .filter((target) => target.startsWith(folder + path.sep))
    : [];

/** Returns an empty text for a descriptor that was closed after it was listed. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}

const refused = (t: TestContext, archive: Uint8Array, reason: RegExp) =>
  assert.rejects(unpackZip(inPieces(archive, 4096), aFolder(t), limits), {
    code: /unsupported_media|validation_failed/,
    message: reason,
  });

async function* inPieces(bytes: Uint8Array, size: number, onPiece = () => {}): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
    onPiece();
  }
}

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-unpack-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
