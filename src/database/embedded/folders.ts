import { chmodSync, chownSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isRoot } from "./run-as.ts";

/** Makes a folder with exactly this mode, whatever the umask; leaves one that exists as it is. */
export function makeFolder(path: string, mode: number): void {
  if (mkdirSync(path, { recursive: true, mode }) !== undefined) chmodSync(path, mode);
}

/** What root makes in another user's folder must not lock that user out. */
export function giveToFolderOwner(path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}
