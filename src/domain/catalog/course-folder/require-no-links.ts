import { lstatSync } from "node:fs";
import path from "node:path";
import { Problem } from "#domain/platform/problem.ts";

/** Fails where one of these files of a folder is a link, or lies behind one: what it leads to is not the folder's. */
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
    `${file} is a link, and nothing is written to where it leads. Remove it, or choose another folder.`,
  );
}
