import { buffer } from "node:stream/consumers";
import { MissingObject, type ObjectStore } from "#lib/objects/object-store.ts";
import { readResuming } from "#lib/objects/read-resuming.ts";

/** Smaller files are read ahead into memory. */
export const smallFile = 1024 * 1024;

/** Files that are opened ahead. Latency of the storage dominates the time of small files. */
const ahead = 8;

export interface ReadFile {
  key: string;
  /** Undefined if the storage does not have the file. */
  content: { byteSize: number; bytes: Buffer | AsyncIterable<Buffer> } | undefined;
}

/** Reads files in order, in bounded memory. */
export async function* readFiles(store: ObjectStore, keys: AsyncIterable<string>): AsyncGenerator<ReadFile> {
  const opened: Promise<ReadFile>[] = [];
  for await (const key of keys) {
    const file = openFile(store, key);
    file.catch(() => {});
    opened.push(file);
    const [first] = opened;
    if (first === undefined || opened.length < ahead) continue;
    void opened.shift();
    yield await first;
  }
  for (const file of opened) yield await file;
}

async function openFile(store: ObjectStore, key: string): Promise<ReadFile> {
  try {
    const object = await store.open(key);
    const bytes = readResuming(store, key, object);
    const { byteSize } = object;
    return { key, content: { byteSize, bytes: byteSize <= smallFile ? await buffer(bytes) : bytes } };
  } catch (error) {
    if (error instanceof MissingObject) return { key, content: undefined };
    throw error;
  }
}
