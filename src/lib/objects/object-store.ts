import type { Readable } from "node:stream";

/** What is known of an object before it is stored: a store keeps nothing else under its key. */
export interface ObjectFacts {
  byteSize: number;
  sha256: Buffer;
  contentType: string;
}

/** The first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes under keys of lower-case letters, digits, hyphens and slashes. An object is there whole, or not at all. */
export interface ObjectStore {
  /** Fails where the bytes are not the ones that the facts tell of; nothing is kept then. */
  put(key: string, bytes: AsyncIterable<Uint8Array>, facts: ObjectFacts): Promise<void>;
  /** Throws MissingObject. Nothing is read of a range beyond the end. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** What is not there may be removed too. */
  remove(key: string): Promise<void>;
}

export class MissingObject extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key} in the store.`, options);
    this.name = "MissingObject";
  }
}

/** No key leads out of a folder, or has two spellings. */
export function requireKey(key: string): string {
  if (/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) return key;
  throw new Error("An object has a key of lower-case letters, digits, hyphens and slashes.");
}
