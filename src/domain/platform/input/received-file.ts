import { hash } from "node:crypto";

/** A file from a request: complete bytes and the sender's filename. */
export class ReceivedFile {
  readonly filename: string | undefined;
  readonly bytes: Buffer;
  readonly sha256: Buffer;

  constructor(bytes: Buffer, filename?: string) {
    this.filename = filename;
    this.bytes = bytes;
    this.sha256 = hash("sha256", bytes, "buffer");
  }

  /** Identifies the request for idempotency. */
  toJSON(): object {
    return { filename: this.filename, sha256: this.sha256.toString("hex") };
  }
}
