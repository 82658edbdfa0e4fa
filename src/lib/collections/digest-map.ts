import { hash } from "node:crypto";

/** Collisions of digests of this size cannot be found. */
export const digestBytes = 16;

/** Returns a digest of a text in few bytes. */
export const shortDigest = (text: string): Buffer => hash("sha256", text, "buffer").subarray(0, digestBytes);

/** Each part grows on its own, so that no growth takes long. */
const parts = 256;

/**
 * A map from texts to values of the same number of bytes, for millions of entries: about 60 bytes each with values of
 * 16 bytes. It keeps digests of its keys.
 */
export class DigestMap {
  readonly #valueBytes: number;
  readonly #parts: (Part | undefined)[] = Array.from({ length: parts });

  constructor(valueBytes: number) {
    this.#valueBytes = valueBytes;
  }

  /** Returns the value itself: changes of its bytes are kept until the next call of `set`. */
  get(key: string): Buffer | undefined {
    const digest = shortDigest(key);
    return this.#parts[digest[0] ?? 0]?.get(digest);
  }

  set(key: string, value: Uint8Array): void {
    if (value.length !== this.#valueBytes) throw new Error(`Expected a value of ${this.#valueBytes} bytes.`);
    const digest = shortDigest(key);
    (this.#parts[digest[0] ?? 0] ??= new Part(this.#valueBytes)).set(digest, value);
  }
}

/** A hash table with open addressing. */
class Part {
  readonly #entryBytes: number;
  #entries: Buffer;
  #size = 0;
  /** Numbers of entries plus one, at the position of their digest or the next free one. */
  #slots = new Uint32Array(8);

  constructor(valueBytes: number) {
    this.#entryBytes = digestBytes + valueBytes;
    this.#entries = Buffer.alloc(4 * this.#entryBytes);
  }

  get(digest: Buffer): Buffer | undefined {
    const entry = (this.#slots[this.#slotOf(digest)] ?? 0) - 1;
    if (entry < 0) return undefined;
    return this.#entries.subarray(entry * this.#entryBytes + digestBytes, (entry + 1) * this.#entryBytes);
  }

  set(digest: Buffer, value: Uint8Array): void {
    const slot = this.#slotOf(digest);
    const known = this.#slots[slot] ?? 0;
    if (known === 0) this.#slots[slot] = this.#size + 1;
    const at = (known === 0 ? this.#size : known - 1) * this.#entryBytes;
    this.#entries.set(digest, at);
    this.#entries.set(value, at + digestBytes);
    if (known === 0 && 2 * ++this.#size === this.#slots.length) this.#grow();
  }

  /** The slot of the entry with this digest, or the free one for it. */
  #slotOf(digest: Buffer): number {
    const last = this.#slots.length - 1;
    for (let slot = digest.readUInt32LE(4) & last; ; slot = (slot + 1) & last) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      const at = entry * this.#entryBytes;
      if (entry < 0 || this.#entries.compare(digest, 0, digestBytes, at, at + digestBytes) === 0) return slot;
    }
  }

  #grow(): void {
    const entries = Buffer.alloc(2 * this.#entries.length);
    entries.set(this.#entries);
    this.#entries = entries;
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let entry = 0; entry < this.#size; entry++) {
      const at = entry * this.#entryBytes;
      this.#slots[this.#slotOf(this.#entries.subarray(at, at + digestBytes))] = entry + 1;
    }
  }
}
