import { opendir, rmdir, unlink } from "node:fs/promises";
import path from "node:path";

/**
 * Deletes a folder with its content, file by file. `rm` of Node.js starts all deletions together, which blocks the event
 * loop for a folder of many files.
 */
export async function removeFolder(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const inside = path.join(folder, entry.name);
    await (entry.isDirectory() ? removeFolder(inside) : unlink(inside));
  }
  await rmdir(folder);
}
