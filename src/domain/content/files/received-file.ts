import { hash } from "node:crypto";

/** A file as it came in a request, whole: its bytes, and what whoever sent it calls it. */
export class ReceivedFile {
  readonly filename: string | undefined;
  readonly bytes: Buffer;
  readonly sha256: Buffer;

  constructor(bytes: Buffer, filename?: string) {
    this.filename = filename;
    this.bytes = bytes;
    this.sha256 = hash("sha256", bytes, "buffer");
  }

  /** What tells one request from another. */
  toJSON(): object {
    return { filename: this.filename, sha256: this.sha256.toString("hex") };
  }
}
