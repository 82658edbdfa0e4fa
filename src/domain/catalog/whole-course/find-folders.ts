import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** How deep below a folder courses are looked for: an archive has a folder of its own around them, or two. */
const deepest = 4;

/** The folders that have one of these in them: the folder itself, or else those below it. */
export function findFoldersWith(marks: readonly string[], folder: string, depth = 0): string[] {
  if (marks.some((mark) => existsSync(path.join(folder, mark)))) return [folder];
  if (depth === deepest) return [];
  const inside = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .map(({ name }) => path.join(folder, name));
  return inside.sort().flatMap((one) => findFoldersWith(marks, one, depth + 1));
}
