import type { Readable } from "node:stream";
import type { ObjectStore, StoredObject } from "./object-store.ts";

const maxResumes = 5;

/**
 * Reads an opened object to its end. A broken connection to the store continues where it ended: a slow consumer of a
 * large object may take longer than the store keeps a connection open.
 */
export async function* readResuming(
  store: ObjectStore,
  key: string,
  { byteSize, bytes }: StoredObject,
): AsyncGenerator<Buffer> {
  let position = 0;
  for (let resumes = 0, source: Readable = bytes; ; resumes++) {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        position += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (resumes === maxResumes) throw error;
    }
    if (position >= byteSize) return;
    if (resumes === maxResumes) throw new Error(`The store sent only a part of ${key}.`);
    source = await store.read(key, { start: position, end: byteSize - 1 });
  }
}
