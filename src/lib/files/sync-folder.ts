import { open } from "node:fs/promises";

/** Writes the names in a folder to the disk, so that a renamed file survives a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
