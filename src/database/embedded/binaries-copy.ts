import { chmodSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { linkLibraries, type Binaries } from "./binaries.ts";
import { makeFolder } from "./folders.ts";

/**
 * Copies the programs to `folder`, one copy per version, for a user without access to the originals (a checkout in
 * root's home).
 */
export function copyBinaries(binaries: Binaries, folder: string): Binaries {
  const copy = { ...binaries, root: join(folder, `postgresql-${binaries.version}`) };
  if (existsSync(copy.root)) return copy;
  makeFolder(folder, 0o755);
  const draft = mkdtempSync(`${copy.root}.`);
  try {
    cpSync(join(binaries.root, "native"), join(draft, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => extname(path) !== ".a",
    });
    linkLibraries({ ...copy, root: draft });
    chmodSync(draft, 0o755);
    renameSync(draft, copy.root);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy.root)) throw error; // otherwise, another process made the copy first
  }
  return copy;
}
