import type { Readable } from "node:stream";

/** Known properties of an object before it is stored. A store keeps no other object under its key. */
export interface ObjectFacts {
  byteSize: number;
  sha256: Buffer;
  contentType: string;
}

/** Offsets of the first and the last byte, inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  byteSize: number;
  bytes: Readable;
}

/**
 * Bytes under keys of lower-case letters, digits, hyphens and slashes. Writes are atomic. All methods throw
 * StorageOutage if the storage cannot be used.
 */
export interface ObjectStore {
  /** Rejects and stores nothing if the bytes do not match the facts. */
  put(key: string, bytes: AsyncIterable<Uint8Array>, facts: ObjectFacts): Promise<void>;
  /** Throws MissingObject. Ignores the part of a range beyond the end. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Opens a whole object. Throws MissingObject. */
  open(key: string): Promise<StoredObject>;
  isEmpty(): Promise<boolean>;
  /** Succeeds if the object does not exist. */
  remove(key: string): Promise<void>;
  /** Succeeds if objects can be read, and written as far as that can be tested without writing. */
  check(): Promise<void>;
}

export class MissingObject extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`The store has no object ${key}.`, options);
    this.name = "MissingObject";
  }
}

/** Ensures that a key cannot leave the folder and has only one spelling. */
export function requireKey(key: string): string {
  if (/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) return key;
  throw new Error("An object key must consist of lower-case letters, digits, hyphens and slashes.");
}
