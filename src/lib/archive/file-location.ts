import { createReadStream } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { ArchiveLocation } from "./archive-location.ts";
import { UnusableArchive } from "./unusable-archive.ts";

export function openFileLocation(file: string): ArchiveLocation {
  return {
    name: file,
    exists: async () => (await stat(file).catch(() => undefined)) !== undefined,
    async write(bytes) {
      const draft = `${file}.part`;
      // Readable only by the current user, because it contains personal data.
      const handle = await open(draft, "w", 0o600);
      try {
        for await (const chunk of bytes) await handle.writeFile(chunk);
        await handle.sync();
      } catch (error) {
        await handle.close();
        await rm(draft, { force: true });
        throw error;
      }
      await handle.close();
      await publish(draft, file);
    },
    async open() {
      const found = await stat(file);
      if (found.isDirectory()) throw new UnusableArchive(`${file} is a folder. Name an archive in it.`);
      return { byteSize: found.size, bytes: createReadStream(file, { highWaterMark: 1024 * 1024 }) };
    },
    remove: () => rm(file),
  };
}

/** A hard link never replaces a file; file systems without links get a rename. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
    await rm(draft);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw error;
    await rename(draft, file);
  }
  await syncFolder(path.dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
