import { access, constants, link, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { naming } from "../text/naming.ts";
import { openDraft } from "../files/open-draft.ts";
import type { ArchiveLocation } from "./archive-location.ts";
import { UnusableArchive } from "./unusable-archive.ts";
import { syncFolder } from "#lib/files/sync-folder.ts";

export function openFileLocation(file: string): ArchiveLocation {
  /** Names the archive in errors of this location, and not in those of the bytes' source. */
  const named = <Value>(work: Promise<Value>): Promise<Value> => naming(file, work);

  return {
    name: file,
    exists: async () => (await stat(file).catch(() => undefined)) !== undefined,
    requireWritable: () => named(access(path.dirname(file), constants.W_OK | constants.X_OK)),
    async write(bytes) {
      const draft = `${file}.part`;
      const handle = await named(openDraft(draft));
      try {
        try {
          for await (const chunk of bytes) await named(handle.writeFile(chunk));
          await named(handle.sync());
        } finally {
          await handle.close();
        }
        await named(publish(draft, file));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async open() {
      // Opened before the caller starts anything, so that an unreadable file is reported as such.
      const handle = await named(open(file, "r"));
      const found = await handle.stat();
      if (!found.isDirectory()) {
        return { byteSize: found.size, bytes: handle.createReadStream({ highWaterMark: 1024 * 1024 }) };
      }
      await handle.close();
      throw new UnusableArchive(`${file} is a folder. Name an archive in it.`);
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
