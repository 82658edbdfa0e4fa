import { accessSync, chmodSync, lchownSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFoldersSync } from "#lib/make-folders.ts";
import { isRoot } from "./run-as.ts";

/** Makes a folder with exactly this mode (by default as the umask says), and those above it; leaves one that exists as it is. */
export function makeFolder(path: string, mode?: number): void {
  try {
    const made = makeFoldersSync(path, mode);
    if (made && mode !== undefined) chmodSync(path, mode);
  } catch (error) {
    // On a read-only disk Node says only that the folder does not exist.
    accessSync(nearestExisting(resolve(path)), constants.W_OK);
    throw error;
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

/** What root makes in another user's folder must not lock that user out. */
export function giveToFolderOwner(path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(dirname(path));
  lchownSync(path, uid, gid);
}
