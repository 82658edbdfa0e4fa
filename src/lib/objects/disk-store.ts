import { createHash } from "node:crypto";
import { access, constants, type FileHandle, open, opendir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { makeFolders } from "../files/make-folders.ts";
import { MissingObject, type ObjectFacts, type ObjectStore, requireKey } from "./object-store.ts";
import { StorageOutage } from "./storage-outage.ts";
import { hasCode } from "#lib/error-of.ts";
import { syncFolder } from "#lib/files/sync-folder.ts";

/** Stores objects as files in a folder, which is created on first write. */
export function openDiskStore(folder: string): ObjectStore {
  const pathOf = (key: string) => path.join(folder, requireKey(key));

  async function openObject(key: string): Promise<FileHandle> {
    try {
      return await open(pathOf(key), "r");
    } catch (cause) {
      throw hasCode(cause, "ENOENT") ? new MissingObject(key, { cause }) : (outageOf(cause, folder) ?? cause);
    }
  }

  return {
    async put(key, bytes, facts) {
      const file = pathOf(key);
      const draft = draftOf(file);
      try {
        await makeFolders(path.dirname(file), 0o700);
        await write(draft, bytes, facts);
        // The rename makes the object appear atomically; it survives a power loss.
        await rename(draft, file);
        await syncFolder(path.dirname(file));
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw outageOf(error, folder) ?? error;
      }
    },

    async read(key, range): Promise<Readable> {
      const file = await openObject(key);
      return file.createReadStream(range ? { start: range.start, end: range.end } : {});
    },

    async open(key) {
      const file = await openObject(key);
      const { size } = await file.stat();
      return { byteSize: size, bytes: file.createReadStream() };
    },

    isEmpty: () => isEmptyFolder(folder),

    async remove(key) {
      try {
        await rm(pathOf(key), { force: true });
        await rm(draftOf(pathOf(key)), { force: true });
      } catch (error) {
        throw outageOf(error, folder) ?? error;
      }
    },

    async check() {
      try {
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        // The first write creates the folder.
        if (!hasCode(error, "ENOENT")) throw outageOf(error, folder) ?? error;
      }
    },
  };
}

/** Errors of the file system are outages. Errors of the bytes' source are not: they have other codes or none. */
function outageOf(error: unknown, folder: string): StorageOutage | undefined {
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return undefined;
  const isFull = full.has(error.code);
  const advice = isFull ? " Its disk is full: free space there." : "";
  return new StorageOutage(`The folder ${folder} cannot be used (${String(error.code)}).${advice}`, {
    cause: error,
    isFull,
  });
}

const full: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** A killed process leaves its draft file behind; no other file name contains a dot. */
const draftOf = (file: string) => `${file}.draft`;

async function write(draft: string, bytes: AsyncIterable<Uint8Array>, { byteSize, sha256 }: ObjectFacts) {
  const file = await open(draft, "w", 0o600);
  try {
    const hash = createHash("sha256");
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > byteSize) break;
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    if (written !== byteSize || !hash.digest().equals(sha256))
      throw new Error("The bytes do not match the announced size and digest.");
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Folders without files do not count. */
async function isEmptyFolder(folder: string): Promise<boolean> {
  try {
    for await (const entry of await opendir(folder)) {
      if (!entry.isDirectory() || !(await isEmptyFolder(path.join(folder, entry.name)))) return false;
    }
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return true;
    throw error;
  }
}
