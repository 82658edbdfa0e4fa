import path from "node:path";
import type { Readable } from "node:stream";
import { openFileLocation } from "./file-location.ts";
import { openS3Location } from "./s3-location.ts";

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

/** `address`: a path, or `s3://…` in the format of `openS3Store` with the key of the archive as its path. */
export const openLocation = (address: string): ArchiveLocation =>
  address.startsWith("s3://") ? openS3Location(new URL(address)) : openFileLocation(path.resolve(address));
