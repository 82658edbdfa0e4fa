import { createHash, hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { errorOf } from "#lib/error-of.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";
import { smallFile } from "./read-files.ts";

const maxConcurrentFiles = 16;

/** The database has the type of each file. */
const contentType = "application/octet-stream";

/** Stores the files of a backup. */
export interface FileWriter extends AsyncDisposable {
  put(key: string, byteSize: number, content: AsyncIterable<Buffer>): Promise<void>;
  /** Waits for the files that are still being stored. */
  flush(): Promise<void>;
  /** Removes the files that were stored. */
  removeAll(): Promise<void>;
}

export async function openFileWriter(store: ObjectStore): Promise<FileWriter> {
  const folder = await mkdtemp(path.join(tmpdir(), "lectern-restore-"));
  const listFile = path.join(folder, "stored");
  const list = createWriteStream(listFile, { mode: 0o600 });
  const running = new Set<Promise<void>>();
  let failure: unknown;

  async function start(work: Promise<void>): Promise<void> {
    const settled: Promise<void> = work
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => running.delete(settled));
    running.add(settled);
    if (running.size >= maxConcurrentFiles) await Promise.race(running);
    if (failure !== undefined) throw errorOf(failure);
  }

  const putBytes = (key: string, bytes: Buffer) =>
    store.put(key, oneChunk(bytes), { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer"), contentType });

  /** A store must know the digest first, so a large file takes a detour. */
  async function putLarge(key: string, byteSize: number, content: AsyncIterable<Buffer>): Promise<void> {
    const file = path.join(folder, "large");
    const digest = createHash("sha256");
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
    await store.put(key, createReadStream(file), { byteSize, sha256: digest.digest(), contentType });
  }

  async function flush(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
    if (failure !== undefined) throw errorOf(failure);
  }

  return {
    async put(key, byteSize, content) {
      if (!list.write(`${key}\n`)) await once(list, "drain");
      if (byteSize > smallFile) return putLarge(key, byteSize, content);
      const bytes = Buffer.concat(await Array.fromAsync(content));
      return start(putBytes(key, bytes));
    },
    flush,
    async removeAll() {
      await flush().catch(() => {});
      await new Promise<void>((resolve) => list.end(resolve));
      for await (const key of createInterface({ input: createReadStream(listFile) })) await store.remove(key);
    },
    async [Symbol.asyncDispose]() {
      list.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
