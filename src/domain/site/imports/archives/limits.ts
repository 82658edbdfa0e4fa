import { mkdirSync } from "node:fs";
import { Problem } from "#domain/platform/problem.ts";

export interface ArchiveLimits {
  /** Of all files together, unpacked. */
  bytes: number;
  files: number;
}

/** What a small archive may become: more than a school's courses, less than what a disk or a memory suffers from. */
export const archiveLimits: ArchiveLimits = { bytes: 512 * 1024 * 1024, files: 20_000 };

export const tooLarge = (most: string) =>
  new Problem("unsupported_media", `The archive is too large: it may hold at most ${most}.`);

/** False where a part of its path is a file. */
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
