import { accessSync, chmodSync, lchownSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFoldersSync } from "#lib/files/make-folders.ts";
import { isRoot } from "./run-as.ts";

/**
 * Creates a folder with exactly this mode (default: by umask) and its missing parents. Leaves an existing folder
 * unchanged.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    const created = makeFoldersSync(path, mode);
    if (created && mode !== undefined) chmodSync(path, mode);
  } catch (error) {
    // On a read-only disk, Node.js only reports that the folder does not exist.
    accessSync(nearestExisting(resolve(path)), constants.W_OK);
    throw error;
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

/** Files that root creates in another user's folder must stay accessible to that user. */
export function giveToFolderOwner(path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(dirname(path));
  lchownSync(path, uid, gid);
}
