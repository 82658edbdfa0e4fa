import { existsSync, mkdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";

/**
 * Creates a folder and its missing parents, with the mode if specified. Returns whether any was missing. Node.js
 * never finishes with `recursive` if mkdir reports a missing parent that exists, as under /proc.
 */
export async function makeFolders(folder: string, mode?: number): Promise<boolean> {
  const missing = missingFolders(folder);
  for (const one of missing) await mkdir(one, { mode }).catch(unlessThere);
  return missing.length > 0;
}

export function makeFoldersSync(folder: string, mode?: number): boolean {
  const missing = missingFolders(folder);
  for (const one of missing) {
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      unlessThere(error);
    }
  }
  return missing.length > 0;
}

function missingFolders(folder: string): string[] {
  const whole = path.resolve(folder);
  return existsSync(whole) ? [] : [...missingFolders(path.dirname(whole)), whole];
}

/** Another process created it in the meantime. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}
