import assert from "node:assert/strict";
import { test } from "node:test";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { writeArchive } from "#lib/archive/write-archive.ts";

void test("A reader of an archive that stops ends its writer, not the process", async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", note);
  const archive = writeArchive(new Date(0));
  const stop = new AbortController();
  const writing = (async () => {
    for (let number = 0; ; number++) await archive.add(`entries/${number}`, Buffer.alloc(100_000));
  })();
  writing.catch(() => {});
  const sink = new Writable({ write: (_chunk, _encoding, done) => (stop.abort(), done()) });
  const stopped = await pipeline(archive.bytes, sink, { signal: stop.signal }).catch((error: unknown) => error);
  assert.ok(stopped instanceof Error);
  archive.destroy(stopped);
  await assert.rejects(writing);
  await setImmediate();
  process.off("uncaughtException", note);
  assert.deepEqual(uncaught, []);
});

void test("What is added after the end of an archive fails with its cause", async () => {
  const archive = writeArchive(new Date(0));
  const cause = new Error("The folder does not exist.");
  archive.destroy(cause);
  await assert.rejects(archive.add("one", Buffer.alloc(1)), cause);
  await assert.rejects(archive.addStream("two", 0, Readable.from([])), cause);
});
