import { hash } from "node:crypto";

const newline = 0x0a;

/**
 * A digest of the rows of a table in any order: the sum of the SHA-256 of every row in COPY text format, per 32-bit
 * word. Two tables with the same digest have the same rows. It detects accidents, not forgery.
 */
export class RowDigest {
  readonly #words = new Uint32Array(8);
  rows = 0;
  bytes = 0;

  /** Adds whole rows. A newline inside a value is escaped in COPY text format. */
  add(chunk: Buffer): void {
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf(newline, start);
      if (end < 0) throw new Error("A chunk of rows must end with a newline.");
      this.#addRow(chunk.subarray(start, end));
      start = end + 1;
    }
    this.bytes += chunk.length;
  }

  #addRow(row: Buffer): void {
    const digest = hash("sha256", row, "buffer");
    for (const [word, sum] of this.#words.entries()) this.#words[word] = sum + digest.readUInt32LE(word * 4);
    this.rows++;
  }

  get digest(): string {
    return Buffer.from(this.#words.buffer).toString("hex");
  }
}
