import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { makeFoldersSync } from "#lib/files/make-folders.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";

/*
 * `demo-files.json` in the data folder: keys of bytes that a demo stores before its commit. Their rows are part of the
 * same transaction, because they name its sites. After a crash, no row would lead to the bytes.
 */

const fileIn = (dataFolder: string) => path.join(dataFolder, "demo-files.json");

export function noteFiles(dataFolder: string, keys: readonly string[]): void {
  if (keys.length === 0) return;
  makeFoldersSync(dataFolder);
  const all = [...readKeys(dataFolder), ...keys];
  // A crash in between leaves the former list, which names the bytes that are stored already.
  const temporary = `${fileIn(dataFolder)}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(all)}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, fileIn(dataFolder));
}

/** Forgets the keys after the commit. */
export function settleFiles(dataFolder: string): void {
  rmSync(fileIn(dataFolder), { force: true });
  rmSync(`${fileIn(dataFolder)}.tmp`, { force: true });
}

/** Removes the bytes that an interrupted demo has left. */
export async function removeUnsettledFiles(dataFolder: string, store: ObjectStore): Promise<void> {
  for (const key of readKeys(dataFolder)) await store.remove(key);
  settleFiles(dataFolder);
}

function readKeys(dataFolder: string): string[] {
  try {
    return z.array(z.string()).safeParse(JSON.parse(readFileSync(fileIn(dataFolder), "utf8"))).data ?? [];
  } catch (error) {
    // Previous versions could leave a part of it after a crash.
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error && error.code === "ENOENT"))
      return [];
    throw error;
  }
}
