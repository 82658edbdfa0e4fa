import { mkdirSync } from "node:fs";
import { Problem } from "#domain/platform/problem.ts";

export interface ArchiveLimits {
  /** Unpacked size of all files together. */
  bytes: number;
  files: number;
}

/** Limits against decompression bombs: more than a school's courses need, less than what exhausts disk or memory. */
export const archiveLimits: ArchiveLimits = { bytes: 512 * 1024 * 1024, files: 20_000 };

export const tooLarge = (limit: string) =>
  new Problem("unsupported_media", `The archive is too large: it may hold at most ${limit}.`);

/** Returns false if a path segment is an existing file. */
export function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EEXIST" || error.code === "ENOTDIR"))
      return false;
    throw error;
  }
}
