import path from "node:path";
import { openFileLocation } from "./file-location.ts";
import { openS3Location } from "./s3-location.ts";
import type { ArchiveLocation } from "./archive-location.ts";

/** `address`: a path, or `s3://…` in the format of `openS3Store` with the key of the archive as its path. */
export const openLocation = (address: string): ArchiveLocation =>
  address.startsWith("s3://") ? openS3Location(new URL(address)) : openFileLocation(path.resolve(address));
