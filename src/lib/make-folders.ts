import { existsSync, mkdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";

/**
 * Makes a folder and those that it stands in, each with the mode where one is given, and says whether one was missing.
 * Node's own way (`recursive`) never ends where the system says of a folder that is there that it is not, as /proc does
 * of itself.
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

/** Somebody else made it meanwhile. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}
