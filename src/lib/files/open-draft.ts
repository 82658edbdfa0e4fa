import { type FileHandle, open, unlink } from "node:fs/promises";

/**
 * Creates a file that only the current user can read. Replaces a draft that an earlier run left, and never writes to a
 * file or link of another user, who could read the content.
 */
export async function openDraft(draft: string): Promise<FileHandle> {
  await unlink(draft).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return open(draft, "wx", 0o600);
}
