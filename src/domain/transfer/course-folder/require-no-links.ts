import { lstatSync } from "node:fs";
import path from "node:path";
import { Problem } from "#domain/platform/problem.ts";

/**
 * Throws if one of the files, or a folder on its path, is a symbolic link, because writing would change files outside
 * the folder.
 */
export function requireNoLinks(folder: string, names: Iterable<string>): void {
  const looked = new Set<string>();
  for (const name of names) {
    const parts = name.split("/");
    for (const end of parts.keys()) {
      const file = path.join(folder, ...parts.slice(0, end + 1));
      if (looked.has(file)) continue;
      looked.add(file);
      requireNoLink(file);
    }
  }
  requireNoLink(folder);
}

function requireNoLink(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Problem(
    "conflict",
    `${file} is a symbolic link. Lectern does not write through links. Remove it, or choose another folder.`,
  );
}
