import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { unpackTarGz } from "#domain/transfer/imports/archives/unpack-tar.ts";
import { tarGzOf, tarOf } from "../../support/data/tar.ts";

const limits = { bytes: 1024 * 1024, files: 10 };

void describe("An imported tar.gz", () => {
  void test("is unpacked unchanged, whatever the chunk sizes of the stream are", async (t) => {
    const long = `${"folder/".repeat(9)}${"a".repeat(120)}.md`;
    const record = `path=${long}\n`;
    const pax = `${record.length + 4} ${record}`;
    const archive = gzipSync(
      tarOf([
        { name: "course/", type: "5" },
        { name: "./course/course.xml", content: "課程" },
        { name: "course/empty.xml" },
        { name: "course/._course.xml", content: "x" },
        { name: "g", type: "g", content: "30 comment=1234567890123456789\n" },
        { name: "x", type: "x", content: pax },
        { name: "short", content: "long" },
        { name: "././@LongLink", type: "L", content: `${long}2\0` },
        { name: "short", content: "longer" },
      ]),
    );
    for (const size of [1, 7, 100_000]) {
      const folder = aFolder(t);
      await unpackTarGz(inPieces(archive, size), folder, limits);
      assert.equal(readFileSync(path.join(folder, "course/course.xml"), "utf8"), "課程");
      assert.equal(readFileSync(path.join(folder, "course/empty.xml"), "utf8"), "");
      assert.equal(readFileSync(path.join(folder, long), "utf8"), "long");
      assert.equal(readFileSync(path.join(folder, `${long}2`), "utf8"), "longer");
      assert.ok(!existsSync(path.join(folder, "course/._course.xml")));
    }
  });

  void test("is rejected when too large, before it is unpacked", async (t) => {
    const bomb = tarGzOf({ "a.xml": Buffer.alloc(64 * 1024 * 1024) });
    assert.ok(bomb.length < limits.bytes);
    await refused(t, bomb, /at most 1 MiB/);
    await refused(t, gzipSync(tarOf([{ name: "._a", content: Buffer.alloc(2 * limits.bytes) }])), /at most 1 MiB/);
    await refused(t, gzipSync(tarOf([{ name: "g", type: "g", size: 8 * 1024 ** 3 - 1 }])), /name is too long/);
    const record = { name: "x", type: "x", content: Buffer.alloc(100_000) };
    await refused(t, gzipSync(tarOf(Array.from({ length: 12 }, () => record))), /at most 1 MiB/);
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.xml`, ""]));
    await refused(t, tarGzOf(many), /at most 10 files/);
    const folders = Array.from({ length: 40 }, (_, index) => ({ name: `${index}/`, type: "5" }));
    await refused(t, gzipSync(tarOf(folders)), /at most 10 files/);
  });

  void test("writes nothing outside its folder and follows no link", async (t) => {
    for (const name of ["../a.xml", "/etc/a.xml", "a/../../b.xml", "a\\..\\b.xml", "C:/b.xml", "a//b.xml"]) {
      await refused(t, tarGzOf({ [name]: "x" }), /expected a relative file path/);
    }
    const record = "path=../b.xml\n";
    const pax = { name: "x", type: "x", content: `${record.length + 3} ${record}` };
    await refused(t, gzipSync(tarOf([pax, { name: "a.xml", content: "x" }])), /expected a relative file path/);
    for (const type of ["1", "2", "3", "4", "6", "S"]) {
      await refused(t, gzipSync(tarOf([{ name: "a", type }])), /is a link or a device/);
    }
  });

  void test("is rejected when its paths conflict", async (t) => {
    const whole = tarOf([{ name: "a.xml", content: "x".repeat(10_000) }]);
    for (const cut of [100, 600, 5000]) await refused(t, gzipSync(whole.subarray(0, cut)), /it is truncated/);
    const zipped = gzipSync(whole);
    await refused(t, zipped.subarray(0, zipped.length - 20), /cannot be unpacked/);
    await refused(t, Buffer.from("nothing of the kind"), /cannot be unpacked/);
    const damaged = Buffer.from(whole);
    damaged[0] = 0x62;
    await refused(t, gzipSync(damaged), /a header is damaged/);
    await refused(t, gzipSync(Buffer.alloc(1024)), /it is empty/);
    await refused(t, gzipSync(tarOf([{ name: "a" }, { name: "a" }])), /twice/);
    await refused(t, gzipSync(tarOf([{ name: "a" }, { name: "a/b" }])), /is inside a path that is also a file/);
    await refused(t, gzipSync(tarOf([{ name: "a/b" }, { name: "a" }])), /paths conflict/);
  });
});

const refused = (t: TestContext, archive: Uint8Array, reason: RegExp) =>
  assert.rejects(unpackTarGz(inPieces(archive, 4096), aFolder(t), limits), {
    code: /unsupported_media|validation_failed/,
    message: reason,
  });

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-untar-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
