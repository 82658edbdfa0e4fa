import { hash } from "node:crypto";

/** Collisions of digests of this size cannot be found. */
const digestBytes = 16;

/** Returns a digest of a text in few bytes. */
export const shortDigest = (text: string): Buffer => hash("sha256", text, "buffer").subarray(0, digestBytes);

/** Entries per buffer. */
const pieceSize = 4096;

/**
 * A map from texts to values of the same number of bytes, for millions of entries: it keeps digests of its keys, in few
 * buffers. The last value of a key counts.
 */
export class DigestMap {
  readonly #valueBytes: number;
  readonly #entryBytes: number;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  /** Numbers of entries plus one, at the position of their digest or the next free one. */
  #slots = new Uint32Array(64);

  constructor(valueBytes: number) {
    this.#valueBytes = valueBytes;
    this.#entryBytes = digestBytes + valueBytes;
  }

  get(key: string): Buffer | undefined {
    const digest = shortDigest(key);
    const entry = (this.#slots[this.#slotOf(digest)] ?? 0) - 1;
    return entry < 0 ? undefined : this.#entry(entry).subarray(digestBytes);
  }

  set(key: string, value: Uint8Array): void {
    if (value.length !== this.#valueBytes) throw new Error(`Expected a value of ${this.#valueBytes} bytes.`);
    const digest = shortDigest(key);
    const slot = this.#slotOf(digest);
    const known = this.#slots[slot] ?? 0;
    const entry = known === 0 ? this.#size : known - 1;
    if (entry % pieceSize === 0 && entry === this.#size) this.#pieces.push(Buffer.alloc(pieceSize * this.#entryBytes));
    const bytes = this.#entry(entry);
    bytes.set(digest);
    bytes.set(value, digestBytes);
    if (known !== 0) return;
    this.#slots[slot] = ++this.#size;
    if (2 * this.#size >= this.#slots.length) this.#grow();
  }

  /** The slot of the entry with this digest, or the free one for it. */
  #slotOf(digest: Buffer): number {
    const last = this.#slots.length - 1;
    for (let slot = digest.readUInt32LE(0) & last; ; slot = (slot + 1) & last) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0 || this.#entry(entry).compare(digest, 0, digestBytes, 0, digestBytes) === 0) return slot;
    }
  }

  #entry(entry: number): Buffer {
    const piece = this.#pieces[Math.floor(entry / pieceSize)];
    if (!piece) throw new Error(`There is no entry ${entry}.`);
    const at = (entry % pieceSize) * this.#entryBytes;
    return piece.subarray(at, at + this.#entryBytes);
  }

  #grow(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let entry = 0; entry < this.#size; entry++) this.#slots[this.#slotOf(this.#entry(entry))] = entry + 1;
  }
}
