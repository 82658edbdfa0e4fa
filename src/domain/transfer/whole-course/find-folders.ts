import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Maximum depth of the search for course folders. Archives often wrap them in one or two folders. */
const maxDepth = 4;

/** Returns the folders that contain one of the marker files: the folder itself or, if it has none, its subfolders. */
export function findFoldersWith(marks: readonly string[], folder: string, depth = 0): string[] {
  if (marks.some((mark) => existsSync(path.join(folder, mark)))) return [folder];
  if (depth === maxDepth) return [];
  const inside = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .map(({ name }) => path.join(folder, name));
  return inside.sort().flatMap((one) => findFoldersWith(marks, one, depth + 1));
}
