import type { Readable } from "node:stream";

/** A location of one archive: a file, or an object in a bucket. */
export interface ArchiveLocation {
  /** Without credentials, for messages. */
  name: string;
  exists(): Promise<boolean>;
  /** Throws if no new archive can be written there, as far as that is known before it is written. */
  requireWritable(): Promise<void>;
  /** Writes the archive. It appears once it is complete, and replaces nothing. */
  write(bytes: AsyncIterable<Buffer>): Promise<void>;
  open(): Promise<{ byteSize: number; bytes: Readable }>;
  remove(): Promise<void>;
}
