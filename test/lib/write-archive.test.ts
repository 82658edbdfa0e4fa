import assert from "node:assert/strict";
import { test } from "node:test";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { streamArchive } from "#lib/archive/stream-archive.ts";
import { type ArchiveWriter, writeArchive } from "#lib/archive/write-archive.ts";

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

void test("The error of the store is reported, not the one that it causes for the producer", async () => {
  const full = new Error("The disk is full.");
  let adding: Promise<void> | undefined;
  const endless = Readable.from(Iterator.from({ next: () => ({ done: false, value: Buffer.alloc(65_536) }) }));
  const writing = streamArchive(
    new Date(0),
    (archive) => (adding = archive.addStream("large", 1e12, endless)),
    async (bytes) => {
      for await (const chunk of bytes) if (chunk.length > 0) break;
      // A store removes its draft first. Meanwhile, the producer fails because of the reader that stopped.
      await assert.rejects(adding!);
      throw full;
    },
  );
  await assert.rejects(writing, full);
});

void test("The error of the producer is reported, not the one that it causes for the store", async () => {
  const lost = new Error("The file is lost.");
  const produce = async (archive: ArchiveWriter) => {
    await archive.add("one", Buffer.alloc(100_000));
    throw lost;
  };
  const writing = streamArchive(new Date(0), produce, async (bytes) => {
    try {
      for await (const chunk of bytes) assert.ok(chunk.length > 0);
    } catch (cause) {
      throw new Error("The upload was aborted.", { cause });
    }
  });
  await assert.rejects(writing, lost);
});
