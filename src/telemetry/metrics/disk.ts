import { statfs } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { storage } from "./catalog.ts";

interface Folders {
  dataFolder: string;
  /** `file:` or `s3:`. */
  storageUrl: string;
}

/** Returns a function that sets the gauges of the file systems that this server writes to. */
export function diskGauges({ dataFolder, storageUrl }: Folders): () => Promise<void> {
  const folders = [
    { folder: "data", path: dataFolder },
    ...(storageUrl.startsWith("file:") ? [{ folder: "files", path: fileURLToPath(storageUrl) }] : []),
  ];
  return async () => {
    await Promise.all(
      folders.map(async ({ folder, path }) => {
        try {
          const { bavail, bsize, blocks } = await statfs(path);
          storage.diskFree.set({ folder }, bavail * bsize);
          storage.diskSize.set({ folder }, blocks * bsize);
        } catch {
          // The folder appears with its first content.
        }
      }),
    );
  };
}
